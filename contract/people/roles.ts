import * as z from 'zod';
import { endpoint } from '../kit/endpoint.ts';
import { CustomerRef, Id } from '../kit/ids.ts';
import { newestOf } from '../kit/newest.ts';
import { wire } from '../kit/wire-names.ts';

const RoleName = z.string().trim().min(1, 'Enter a name').max(100, 'Shorten this to 100 characters');
const RoleRights = wire('rolePermissions', z.array(z.object({ rightId: wire('Right_ID', z.number().int()) })).max(500));

/** A role: a name for rights that people start with. Roles are the provider's, for all customers. */
export const Role = z.object({
  id: wire('objId', z.number()),
  name: z.string(),
  rights: RoleRights,
  /** The role of the provider's administrators, who may do everything. */
  administrator: z.boolean(),
  /** Its holders have every right except those of administrators, whatever their own rights are. */
  authorisesEverything: z.boolean(),
  /** Counts the changes of the role. */
  version: z.number(),
  /** Number of people who have the role: of the caller's own customer, or of all customers for an administrator. */
  holders: z.number(),
});
export type Role = z.infer<typeof Role>;

const roleExample: Role = {
  id: 3,
  name: 'Recruiter',
  rights: [{ rightId: 6 }, { rightId: 8 }],
  administrator: false,
  authorisesEverything: false,
  version: 1,
  holders: 12,
};

export const listRights = endpoint('GET /api/Rights/:cust', {
  about: 'Every right that a user of the customer can have, in groups.',
  args: z.object({ cust: CustomerRef }),
  reply: z.array(
    z.object({
      name: wire('Name', z.string()),
      rights: wire(
        'Rights',
        z.array(
          z.object({
            id: wire('ID', z.number()),
            description: wire('Description', z.string()),
            marketingDescription: wire('MarketingDescription', z.string()),
          }),
        ),
      ),
    }),
  ),
  fails: ['not_found'],
  needs: 'session',
  offline: 'cached',
  example: [
    {
      name: 'Staging',
      rights: [{ id: 6, description: 'See staged jobs', marketingDescription: 'Every collected job in one grid' }],
    },
  ],
});

export const listRoles = endpoint('GET /api/roles/list', {
  about: 'Roles that the caller may give: those with no right that the caller does not have. Administrators may give every role.',
  args: z.object({}),
  reply: z.array(z.object({ id: wire('ID', z.number()), name: wire('Name', z.string()) })),
  fails: [],
  needs: 'users.read',
  offline: 'cached',
  example: [{ id: 3, name: 'Recruiter' }],
});

export const listRoleRights = endpoint('GET /api/roles/:id/rights', {
  about: 'Ids of a role’s rights.',
  args: z.object({ id: Id }),
  reply: z.array(z.number()),
  fails: ['not_found'],
  needs: 'users.read',
  offline: 'cached',
  example: [6, 8],
});

export const readRoles = endpoint('GET /api/roles', {
  about: 'All roles with their rights. Only administrators see the role of administrators and rights 28 and 29.',
  args: z.object({}),
  reply: z.array(Role),
  fails: [],
  needs: 'roles.read',
  offline: 'cached',
  example: [roleExample],
});

export const readRole = endpoint('GET /api/roles/:id', {
  about: 'One role with its rights.',
  args: z.object({ id: Id }),
  reply: Role,
  fails: ['not_found'],
  needs: 'roles.read',
  offline: 'cached',
  example: roleExample,
});

/** What a change of a role does to a person who has it. `gains` and `loses` are ids of rights. */
const RoleEffect = z.object({
  name: z.string(),
  customer: z.string(),
  gains: z.array(z.number()),
  loses: z.array(z.number()),
});
const effects = {
  /** People whose rights are those of the role, so that they change with it. */
  follow: newestOf(RoleEffect),
  /** People with rights of their own, who keep them. */
  keep: newestOf(RoleEffect),
};
const effectsExample = {
  follow: { total: 1, rows: [{ name: 'Ann Reyes', customer: 'Harborview Staffing', gains: [8], loses: [] }] },
  keep: { total: 0, rows: [] },
};
export type RoleEffects = z.infer<typeof previewRole.reply>;

/** What a person sets of a role. */
const fields = { name: RoleName, rights: RoleRights };
const everything = z.boolean().optional();

/** The fields that someone else changed meanwhile, and the role as it is now. */
export const RoleConflict = z.object({
  conflicts: z.array(z.object({ field: z.string(), yours: z.unknown(), theirs: z.unknown() })),
  role: Role,
});

const change = {
  fails: ['invalid', 'not_found', 'conflict', 'confirm_identity'],
  needs: 'admin',
  offline: 'online',
  conflict: RoleConflict,
} as const;

export const addRole = endpoint('POST /api/roles', {
  about: 'Adds a role. No two roles have one name.',
  args: z.object({ ...fields, authorisesEverything: everything }),
  reply: Role,
  ...change,
  fails: ['invalid', 'confirm_identity'],
  example: roleExample,
});

const Changed = Role.extend(effects);
const changedExample = { ...roleExample, ...effectsExample };

export const saveRole = endpoint('PUT /api/roles/:id', {
  about:
    'Changes a role. People whose rights are those of the role follow it; others keep theirs, and the reply names both, at most 100 each. With `version` of an older role, or with `base`, the values that a form began with, a field that someone else changed meanwhile is a conflict.',
  args: z.object({
    id: Id,
    ...fields,
    authorisesEverything: everything,
    version: z.number().int().optional(),
    base: z.object({ name: z.string(), rights: RoleRights, authorisesEverything: z.boolean() }).partial().optional(),
  }),
  reply: Changed,
  ...change,
  example: changedExample,
});

export const saveRoleRights = endpoint('POST /api/roles/:id/rights', {
  about: 'Sets the rights of a role: the whole body is the list of their ids. People follow as in `PUT /api/roles/{id}`.',
  args: z.object({ id: Id, rights: z.array(z.number().int()).max(500) }),
  wholeBody: 'rights',
  reply: Changed,
  ...change,
  fails: ['invalid', 'not_found', 'confirm_identity'],
  example: changedExample,
});

export const previewRole = endpoint('POST /api/roles/:id/preview', {
  about:
    'What saving a role would do: who would follow it and gain or lose rights, and who would keep their own. At most 100 each.',
  args: z.object({ id: Id, rights: RoleRights, authorisesEverything: everything }),
  reply: z.object(effects),
  fails: ['invalid', 'not_found'],
  needs: 'admin',
  offline: 'online',
  example: effectsExample,
});

export const removeRole = endpoint('DELETE /api/roles/remove/:id', {
  about: 'Deletes a role that no one has. A role that people have is refused, with their names.',
  args: z.object({ id: Id }),
  reply: Role,
  ...change,
  fails: ['invalid', 'not_found', 'confirm_identity'],
  example: roleExample,
});

export const roleEndpoints = [
  listRights,
  listRoles,
  listRoleRights,
  readRoles,
  readRole,
  addRole,
  saveRole,
  saveRoleRights,
  previewRole,
  removeRole,
];
