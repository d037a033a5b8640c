import { createHmac } from 'node:crypto';
import { sql } from 'kysely';
import type { Db, Tx } from '#server/kit/db/connection.ts';
import type { Secrets } from '#server/kit/lib/secrets.ts';

/** A phone number as it is stored: a keyed hash, from which no one reads the number. */
export type PhoneKey = string;

/** The key of a number (`+15550100199`). The root key's first version makes it, so that it stays the same. */
export const phoneKey = (secrets: Pick<Secrets, 'deriveLasting'>, phone: string): PhoneKey =>
  createHmac('sha256', secrets.deriveLasting('text message phones')).update(phone).digest('base64url');

/** Those of some phones whose owners want no text messages. It sees the stops of all customers, also in a limited transaction. */
export async function stoppedAmong(db: Db | Tx, keys: readonly PhoneKey[]): Promise<ReadonlySet<PhoneKey>> {
  const { rows } = await sql<{ key: string }>`select k as key from stopped_phones(${[...keys]}::text[]) as k`.execute(db);
  return new Set(rows.map(({ key }) => key));
}

type Answer = {
  readonly providerId: number;
  readonly key: PhoneKey;
  readonly answer: 'stop' | 'start';
  /** The provider's id of the message that says so; blank if it has none. */
  readonly messageId: string;
  readonly at: Date;
};

/** Ids of messages that are remembered for each phone. */
const mostIds = 20;

/**
 * Keeps that a phone was stopped, or may be written to again. False if nothing changed: the same message came before, or it says what is
 * known. The transaction must not be limited to customers.
 */
export async function keepSmsAnswer(db: Db | Tx, { providerId, key, answer, messageId, at }: Answer): Promise<boolean> {
  const ids = messageId === '' ? [] : [messageId];
  if (answer === 'start') {
    const { numAffectedRows = 0n } = await sql`
      update sms_stop set stopped = false, changed_at = ${at}, message_ids = (${ids}::text[] || message_ids)[1:${sql.lit(mostIds)}]
      where customer_id = ${providerId} and phone_key = ${key} and stopped and not message_ids && ${ids}::text[]`.execute(db);
    return numAffectedRows > 0n;
  }
  const { numAffectedRows = 0n } = await sql`
    insert into sms_stop as s (customer_id, phone_key, stopped, changed_at, message_ids)
      values (${providerId}, ${key}, true, ${at}, ${ids}::text[])
    on conflict (customer_id, phone_key) do update set stopped = true, changed_at = excluded.changed_at,
      message_ids = (excluded.message_ids || s.message_ids)[1:${sql.lit(mostIds)}]
    where not s.stopped and not s.message_ids && excluded.message_ids`.execute(db);
  return numAffectedRows > 0n;
}
