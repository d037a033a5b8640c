import { sql } from 'kysely';
import type { Audience } from '#contract/support/audience.ts';
import { type AudienceFacts, isAddressed } from '#domain/notices/audience.ts';
import { isOpen } from '#server/kit/db/at-work.ts';
import type { Db, Tx } from '#server/kit/db/connection.ts';

/** What decides whether a customer is addressed, with its time zone. */
export type CustomerFacts = AudienceFacts & { readonly zone: string };

/** The facts of every customer whose people may sign in, by id; of one customer if it is named. `db` must reach all of them. */
export async function readAudienceFacts(db: Db | Tx, customerId?: number): Promise<CustomerFacts[]> {
  const { rows } = await sql<CustomerFacts>`
    select c.id as "customerId", c.time_zone as zone,
      array(select distinct (t.row ->> 'crawlerId')::integer from task t where t.customer_id = c.id and not t.deleted) as crawlers,
      array(select distinct (t.row ->> 'typeId')::integer from target t where t.customer_id = c.id and not t.deleted) as "targetKinds"
    from customer c where ${isOpen('c')} and ${customerId === undefined ? sql`true` : sql`c.id = ${customerId}`} order by c.id`.execute(
    db,
  );
  return rows;
}

/** Ids of the customers that an audience addresses now, in order. */
export const addressedCustomers = async (db: Db | Tx, audience: Audience): Promise<number[]> =>
  (await readAudienceFacts(db)).filter((facts) => isAddressed(audience, facts)).map(({ customerId }) => customerId);
