import { sql } from 'kysely';
import { rightIds } from '#contract/kit/rights.ts';
import type { Role } from '#contract/people/roles.ts';
import type { Db, Tx } from '#server/kit/db/connection.ts';
import { type Customers, ofCustomers } from '#server/kit/db/of-customers.ts';

/** A row of `role`. */
export type RoleRow = {
  readonly id: number;
  readonly name: string;
  readonly administrator: boolean;
  readonly authorises_everything: boolean;
  readonly rights: readonly number[];
  readonly version: number;
};

/** Who reads roles: an administrator sees everything, and others count the people of their own customer. */
type Reader = { readonly administrator: boolean; readonly customerId: number };

const seenBy = (reader: Reader, row: RoleRow, holders: number): Role => ({
  id: row.id,
  name: row.name,
  rights: row.rights.filter((id) => reader.administrator || !providerRights.has(id)).map((rightId) => ({ rightId })),
  administrator: row.administrator,
  authorisesEverything: row.authorises_everything,
  version: row.version,
  holders,
});

const providerRights: ReadonlySet<number> = new Set([rightIds['admin.customers'], rightIds['admin.system']]);

/** Roles as a reader sees them, in order of their ids: all, or one. Others than administrators do not see the role of these. */
export async function rolesSeenBy(db: Db | Tx, reader: Reader, id?: number): Promise<Role[]> {
  const customers: Customers = reader.administrator ? 'all' : [reader.customerId];
  const rows = await db
    .selectFrom('role')
    .selectAll()
    .$if(id !== undefined, (query) => query.where('id', '=', id ?? 0))
    .$if(!reader.administrator, (query) => query.where('administrator', '=', false))
    .orderBy('id')
    .execute();
  const counted = await db
    .selectFrom('app_user')
    .select(['role_id', sql<number>`count(*)::integer`.as('holders')])
    .where('deleted_at', 'is', null)
    .where(ofCustomers(customers))
    .groupBy('role_id')
    .execute();
  const holders = new Map(counted.map((row) => [row.role_id, row.holders]));
  return rows.map((row) => seenBy(reader, row, holders.get(row.id) ?? 0));
}

/** One role as a reader sees it. It must exist. */
export async function roleSeenBy(db: Db | Tx, reader: Reader, id: number): Promise<Role> {
  const [role] = await rolesSeenBy(db, reader, id);
  if (!role) throw new Error(`role ${id} is gone`);
  return role;
}

/**
 * Holds all customers and then all roles until the transaction ends, and returns the roles: edits of people and of roles wait for
 * each other, and two roles cannot get one name at once.
 */
export async function holdRoles(tx: Tx): Promise<RoleRow[]> {
  await sql`select from customer order by id for no key update`.execute(tx);
  await sql`lock table role in share row exclusive mode`.execute(tx);
  return tx.selectFrom('role').selectAll().orderBy('id').execute();
}
