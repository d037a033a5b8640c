import { type RawBuilder, sql } from 'kysely';

/** Customers whose rows are read: `all`, for administrators, or these. */
export type Customers = 'all' | readonly number[];

/** A condition on a table's customer column. No one sees rows of a deleted customer. */
export const ofCustomers = (customers: Customers, column = 'customer_id'): RawBuilder<boolean> =>
  customers === 'all'
    ? sql<boolean>`${sql.ref(column)} not in (select id from customer where deleted_at is not null)`
    : sql<boolean>`${sql.ref(column)} = any(${[...customers]}::int[])`;
