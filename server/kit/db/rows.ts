import { type RawBuilder, sql } from 'kysely';
import type { CollectionName, RowOf } from '#contract/rows/rows.ts';
import type { Db, Tx } from './connection.ts';
import { type Customers, ofCustomers } from './of-customers.ts';
import { tableOf } from './schema.ts';

/** Collections whose settings stay on the service and are not in the row that devices get. */
type WithSettings = 'target' | 'task';

/** A replicated row as stored: its customer, the row that devices get, and the settings that stay on the service. */
export type Stored<C extends CollectionName> = { readonly customerId: number; readonly row: RowOf<C> } & (C extends WithSettings
  ? { readonly settings: Record<string, unknown> }
  : unknown);

const settingsOf: Readonly<Record<WithSettings, true>> = { target: true, task: true };

/** `where` is an SQL condition on the columns of the collection's table. */
export type Which = { readonly where?: RawBuilder<unknown>; readonly lock?: boolean };

/** Rows of a customer (or of several) that are not deleted, by id. `lock` locks them until the transaction ends. */
export async function storedRows<C extends CollectionName>(
  db: Db | Tx,
  whose: number | Customers,
  collection: C,
  which: Which = {},
): Promise<Stored<C>[]> {
  return selectRows(db, collection, typeof whose === 'number' ? sql`customer_id = ${whose}` : ofCustomers(whose), which);
}

/** Like `storedRows`, with only the replicated rows. */
export async function rowsOf<C extends CollectionName>(
  db: Db | Tx,
  whose: number | Customers,
  collection: C,
  which: Which = {},
): Promise<RowOf<C>[]> {
  return (await storedRows(db, whose, collection, which)).map(({ row }) => row as RowOf<C>);
}

/** One row of a customer by its id. Undefined if the customer has none. `lock` locks it until the transaction ends. */
export async function storedRow<C extends CollectionName>(
  db: Db | Tx,
  customerId: number,
  collection: C,
  id: number,
  lock = false,
): Promise<Stored<C> | undefined> {
  const [found] = await storedRows(db, customerId, collection, { where: byId(id), lock });
  return found;
}

/** One row by its id, of any customer that is not deleted: for administrators, who may change all of them. */
export async function storedRowOfAnyone<C extends CollectionName>(
  db: Db | Tx,
  collection: C,
  id: number,
  lock = false,
): Promise<Stored<C> | undefined> {
  const [found] = await selectRows(db, collection, ofCustomers('all'), { where: byId(id), lock });
  return found;
}

/** The cast is needed because an id from outside may be larger than the column type. */
const byId = (id: number) => sql`id = ${id}::bigint`;

async function selectRows<C extends CollectionName>(
  db: Db | Tx,
  collection: C,
  whose: RawBuilder<unknown>,
  { where = sql`true`, lock = false }: Which,
): Promise<Stored<C>[]> {
  const settings = collection in settingsOf ? sql`, settings` : sql``;
  const { rows } = await sql<Stored<C>>`
    select customer_id as "customerId", row${settings} from ${sql.table(tableOf[collection])}
    where ${whose} and ${where} and not deleted order by id ${lock ? sql`for update` : sql``}`.execute(db);
  return rows;
}
