import { sql } from 'kysely';
import type { Db, Tx } from '#server/kit/db/connection.ts';

/** A person who gets emails about errors. */
export type AlertRecipient = { readonly id: number; readonly email: string };

/** The active administrators of the provider who get system alerts, as their contact says. */
export async function alertRecipients(db: Db | Tx, provider: number): Promise<readonly AlertRecipient[]> {
  const { rows } = await sql<AlertRecipient>`
    select u.id, u.email from app_user u join role r on r.id = u.role_id and r.administrator
    where u.customer_id = ${provider} and u.deleted_at is null and u.disabled_at is null and u.alerts ->> 'system' = 'true'
    order by u.id`.execute(db);
  return rows;
}

/** The customer that the provider's own rows belong to. */
export async function providerId(db: Db | Tx): Promise<number> {
  const provider = await db
    .selectFrom('customer')
    .select('id')
    .where('provider', '=', true)
    .orderBy('id')
    .executeTakeFirstOrThrow();
  return provider.id;
}
