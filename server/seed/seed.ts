import type { RightName } from '#contract/kit/rights.ts';
import { rightIds } from '#contract/kit/rights.ts';
import { giveGlobalRules } from '../commands/give-global-rules.ts';
import type { Tx } from '../kit/db/connection.ts';

type SeedRole = {
  id: number;
  name: string;
  administrator?: boolean;
  authorisesEverything?: boolean;
  rights: readonly RightName[];
};

const recruiterRights: readonly RightName[] = [
  'tasks.read',
  'jobs.report',
  'staging.read',
  'rates.edit',
  'jobs.hold',
  'jobs.cancel',
  'jobs.post',
  'rules.read',
  'map.all',
  'map.facility',
  'map.degree',
  'map.shift',
  'history.read',
];

/** Roles of every installation. Role 1 is the documents' first one. Databases store the ids, so never reuse one. */
const roles = [
  {
    id: 1,
    name: 'Customer administrator',
    rights: [
      ...recruiterRights,
      'users.read',
      'users.write',
      'roles.read',
      'account.write',
      'links.write',
      'activity.read',
      'billing.read',
      'billing.write',
      'subscription.write',
      'submissions.use',
      'submissions.all',
      'tasks.write',
      'targets.write',
      'lists.write',
      'vendors.write',
      'pay.write',
      'uploads.write',
      'rules.test',
      'rules.write',
      'rules.advanced',
      'rules.copy',
    ],
  },
  { id: 2, name: 'Provider administrator', administrator: true, rights: Object.keys(rightIds) as RightName[] },
  { id: 3, name: 'Recruiter', rights: recruiterRights },
  { id: 4, name: 'Viewer', rights: ['tasks.read', 'staging.read', 'rules.read', 'history.read', 'jobs.report'] },
  { id: 5, name: 'Everything', authorisesEverything: true, rights: [] },
] as const satisfies readonly SeedRole[];

/** Creates the roles that are missing. Those that exist belong to the provider, whose administrators edit them. */
export async function seedRoles(tx: Tx): Promise<void> {
  for (const role of roles as readonly SeedRole[]) {
    const values = {
      name: role.name,
      administrator: role.administrator ?? false,
      authorises_everything: role.authorisesEverything ?? false,
      rights: role.rights.map((right) => rightIds[right]),
    };
    await tx
      .insertInto('role')
      .values({ id: role.id, ...values })
      .onConflict((c) => c.column('id').doNothing())
      .execute();
  }
}

/** Creates a customer with the global rules and returns its id. */
export async function addCustomer(
  tx: Tx,
  customer: {
    name: string;
    provider?: boolean;
    industry?: number;
    parentId?: number;
    settings?: Record<string, unknown>;
  },
): Promise<number> {
  const { id } = await tx
    .insertInto('customer')
    .values({
      name: customer.name,
      provider: customer.provider ?? false,
      industry: customer.industry ?? 2,
      parent_id: customer.parentId ?? null,
      settings: JSON.stringify(customer.settings ?? {}),
    })
    .returning('id')
    .executeTakeFirstOrThrow();
  await giveGlobalRules(tx, id);
  return id;
}

/** Creates a user with the role's rights and a sign-in. Returns the user's id. */
export async function addUser(
  tx: Tx,
  user: { customerId: number; email: string; name: string; roleId: number; passwordHash: string; disclaimerBy?: string },
): Promise<number> {
  const { rights } = await tx.selectFrom('role').select('rights').where('id', '=', user.roleId).executeTakeFirstOrThrow();
  const email = user.email.toLowerCase();
  const { id } = await tx
    .insertInto('app_user')
    .values({
      customer_id: user.customerId,
      email,
      name: user.name,
      role_id: user.roleId,
      rights,
      disclaimer_by: user.disclaimerBy ?? null,
    })
    .returning('id')
    .executeTakeFirstOrThrow();
  await tx
    .insertInto('sign_in')
    .values({ email, customer_id: user.customerId, user_id: id, password_hash: user.passwordHash })
    .execute();
  return id;
}
