import { type RawBuilder, sql } from 'kysely';
import { type ServiceItemCode, serviceItems } from '#domain/service-items/catalogue.ts';
import type { Db, Tx } from './connection.ts';

/** The value of a service item for a customer, as an expression. Null for a value that all customers share. */
const serviceValueOf = (code: ServiceItemCode, customer: RawBuilder<unknown> | null): RawBuilder<number> =>
  sql<number>`coalesce(service_value(${code}, ${customer ?? sql`null`}), ${serviceItems[code].default}::integer)`;

/** The value of a service item at this moment, so that a change acts without a restart. */
export async function serviceValue(db: Db | Tx, code: ServiceItemCode, customerId: number | null): Promise<number> {
  const { rows } = await sql<{ value: number }>`
    select ${serviceValueOf(code, customerId === null ? null : sql`${customerId}::integer`)} as value`.execute(db);
  return rows[0]?.value ?? serviceItems[code].default;
}
