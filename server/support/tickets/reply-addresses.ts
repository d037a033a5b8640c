import { randomBytes } from 'node:crypto';
import { isOpen } from '#server/kit/db/at-work.ts';
import type { Db } from '#server/kit/db/connection.ts';

/** An address of a ticket: for answers by the provider's people, or by the customer's. */
export type TicketAddress = { readonly customerId: number; readonly ticketId: number; readonly ofProvider: boolean };

const prefix = 'ticket-';
const letters = 'abcdefghijkmnpqrstuvwxyz23456789';
/** 26 letters of 32 are 130 bits, so no one guesses one. */
const keyLength = 26;

const newKey = (): string =>
  prefix + Array.from(randomBytes(keyLength), (byte) => letters.charAt(byte % letters.length)).join('');

/** The address that answers to emails about a ticket go to, made for the first one. */
export async function replyAddress(db: Db, domain: string, { customerId, ticketId, ofProvider }: TicketAddress): Promise<string> {
  const { key } = await db
    .insertInto('ticket_address')
    .values({ customer_id: customerId, ticket_id: ticketId, of_provider: ofProvider, key: newKey() })
    .onConflict((conflict) =>
      conflict.columns(['customer_id', 'ticket_id', 'of_provider']).doUpdateSet((e) => ({ key: e.ref('ticket_address.key') })),
    )
    .returning('key')
    .executeTakeFirstOrThrow();
  return `${key}@${domain}`;
}

/** The ticket whose address begins with this part, in any letter case; null for none, and for one of a closed customer. */
export async function ticketOfKey(db: Db, local: string): Promise<TicketAddress | null> {
  if (!local.toLowerCase().startsWith(prefix)) return null;
  const found = await db
    .selectFrom('ticket_address as a')
    .innerJoin('customer as c', 'c.id', 'a.customer_id')
    .select(['a.customer_id as customerId', 'a.ticket_id as ticketId', 'a.of_provider as ofProvider'])
    .where('a.key', '=', local.toLowerCase())
    .where(isOpen('c'))
    .executeTakeFirst();
  return found ?? null;
}
