import { sql } from 'kysely';
import type { FindRecipient } from '#server/collecting/mail-in/mail-server.ts';
import { readHead } from '#server/collecting/mails/mail-head.ts';
import type { Services } from '#server/kit/http/handle.ts';
import { defineQueue, sendJob } from '#server/kit/queue/queue.ts';
import { ticketOfKey } from '../tickets/reply-addresses.ts';

/** One email to a ticket. It is tried again for some hours, as the records of a sender's domain may not be readable at present. */
export const replyQueue = defineQueue<{ customerId: number; replyId: number }>('ticket-reply', { tries: 9, retrySeconds: 60 });

/** Bytes of the emails to tickets of a customer that wait to be read. Anyone who knows an address can send. */
const mostWaiting = 200 * 1024 * 1024;

/**
 * Takes emails to tickets. An email is stored together with the job that reads it, so that it cannot get lost once this returned. The same
 * email, by its Message-ID or by what its sender sent, is stored once.
 */
export const ticketRecipients =
  ({ db, now }: Pick<Services, 'db' | 'now'>): FindRecipient =>
  async (local) => {
    const address = await ticketOfKey(db, local);
    if (!address) return null;
    const { customerId, ticketId, ofProvider } = address;
    return async ({ bytes, envelope }) => {
      const { messageId, digest, from } = readHead(bytes);
      return await db.transaction().execute(async (tx) => {
        const { rows } = await sql<{ waiting: number }>`
          select coalesce(sum(length(content)), 0)::bigint as waiting from ticket_reply
          where customer_id = ${customerId} and state = 'waiting'`.execute(tx);
        if ((rows[0]?.waiting ?? 0) + bytes.length > mostWaiting) return 'full';
        const stored = await tx
          .insertInto('ticket_reply')
          .values({
            customer_id: customerId,
            ticket_id: ticketId,
            of_provider: ofProvider,
            received_at: now(),
            sender: from,
            message_id: messageId,
            digest,
            envelope: JSON.stringify(envelope),
            content: bytes,
          })
          .onConflict((conflict) => conflict.doNothing())
          .returning('id')
          .executeTakeFirst();
        if (stored) await sendJob(tx, replyQueue, { customerId, replyId: stored.id });
        return {};
      });
    };
  };
