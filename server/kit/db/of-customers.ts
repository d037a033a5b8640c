import { type RawBuilder, sql } from 'kysely';

/** Customers whose rows are read: `all`, for administrators, or these. */
export type Customers = 'all' | readonly number[];

/** A condition on a table's customer column. */
export const ofCustomers = (customers: Customers, column = 'customer_id'): RawBuilder<boolean> =>
  customers === 'all' ? sql<boolean>`true` : sql<boolean>`${sql.ref(column)} = any(${[...customers]}::int[])`;
