import { no, ok } from '#contract/kit/result.ts';
import { listRights, listRoleRights, listRoles, previewRole, readRole, readRoles } from '#contract/people/roles.ts';
import { mayGiveRole } from '#domain/rights/giving.ts';
import { roleEffects } from '#domain/rights/role-effect.ts';
import { withoutScope } from '#server/kit/db/customer-scope.ts';
import { toHolder } from '#server/kit/http/actors.ts';
import { onlyReads } from '#server/kit/http/audited.ts';
import { type Handler, handle } from '#server/kit/http/handle.ts';
import { readPersonStates, roleState } from './person-states.ts';
import { rightGroups } from './rights-catalogue.ts';
import { unknownRights } from './role-change.ts';
import { effectsReply } from './role-effects.ts';
import { idsOfRights } from './role-fields.ts';
import { rolesSeenBy } from './role-rows.ts';

/** Roles, their rights, and what a change of one would do. */
export const rolesRoutes: Handler[] = [
  handle(listRights, async (_args, { actor }) => ok(rightGroups(actor.administrator))),

  handle(listRoles, async (_args, { services, actor }) => {
    const rows = await services.db.selectFrom('role').selectAll().orderBy('id').execute();
    return ok(rows.filter((row) => mayGiveRole(actor, toHolder(row))).map(({ id, name }) => ({ id, name })));
  }),

  handle(listRoleRights, async ({ id }, { services, actor }) => {
    const [role] = await rolesSeenBy(services.db, actor, id);
    return role ? ok(role.rights.map(({ rightId }) => rightId)) : no({ kind: 'not_found' });
  }),

  handle(readRoles, async (_args, { services, actor }) => ok(await rolesSeenBy(services.db, actor))),

  handle(readRole, async ({ id }, { services, actor }) => {
    const [role] = await rolesSeenBy(services.db, actor, id);
    return role ? ok(role) : no({ kind: 'not_found' });
  }),

  handle(previewRole, { audit: onlyReads }, async ({ id, rights, authorisesEverything }, { services }) => {
    // The people of deleted customers as well: a customer can be restored.
    const db = withoutScope(services.db);
    const row = await db.selectFrom('role').selectAll().where('id', '=', id).executeTakeFirst();
    if (!row) return no({ kind: 'not_found' });
    const ids = idsOfRights(rights);
    const unknown = unknownRights(ids, row.rights);
    if (unknown) return unknown;
    const after = roleState({ ...row, rights: ids, authorises_everything: authorisesEverything ?? row.authorises_everything });
    const people = await readPersonStates(db, { roleId: id });
    return ok(effectsReply(roleEffects(people, row.rights, after)));
  }),
];
