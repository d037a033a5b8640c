import { sql } from 'kysely';
import { createTransport } from 'nodemailer';
import type { Logger } from 'pino';
import type { Db, Tx } from '../db/connection.ts';

/** A plain-text mail of one customer. */
type Mail = { readonly customerId: number; readonly to: string; readonly subject: string; readonly text: string };

/** Takes mails. They are stored in the caller's transaction, so a mail leaves only when its cause was committed. */
export type Mailer = { send(db: Db | Tx, mail: Mail): Promise<void> };

/** Stores mails; `startMailDelivery` sends them where there is a mail server, administrators read them in a list otherwise. */
export const storingMailer: Mailer = {
  async send(db, mail) {
    if (/[\r\n]/.test(mail.to + mail.subject)) throw new Error('a mail header must not contain a line break');
    await db
      .insertInto('mail')
      .values({ customer_id: mail.customerId, to_address: mail.to, subject: mail.subject, text: mail.text })
      .execute();
  },
};

/** Hands one mail to a mail server; throws where the server refuses it. */
export type SendMail = (mail: { to: string; subject: string; text: string }) => Promise<void>;

/** Sends through `smtpUrl` (`smtps://user:password@host:465`) as `from`. */
export function smtpSender(smtpUrl: string, from: string): SendMail {
  const transport = createTransport(smtpUrl);
  return async (mail) => void (await transport.sendMail({ from, to: mail.to, subject: mail.subject, text: mail.text }));
}

/**
 * Sends the mails that are due, up to ten: claims each for five minutes, so that several processes share the work, and gives up
 * after five tries or a day. Returns how many were sent.
 */
export async function deliverDueMail(db: Db, send: SendMail, log: Logger): Promise<number> {
  const { rows } = await sql<{ customer_id: number; id: number; to_address: string; subject: string; text: string }>`
    update mail set tries = mail.tries + 1, next_at = now() + interval '5 minutes'
    from (
      select customer_id, id from mail
      where sent_at is null and next_at <= now() and tries < 5 and at > now() - interval '1 day'
      order by next_at limit 10 for update skip locked
    ) due
    where mail.customer_id = due.customer_id and mail.id = due.id
    returning mail.customer_id, mail.id, mail.to_address, mail.subject, mail.text`.execute(db);
  let sent = 0;
  for (const row of rows) {
    try {
      await send({ to: row.to_address, subject: row.subject, text: row.text });
      await sql`update mail set sent_at = now() where customer_id = ${row.customer_id} and id = ${row.id}`.execute(db);
      sent += 1;
    } catch (error) {
      log.error({ err: error, mail: row.id }, 'a mail could not be sent; it is tried again in five minutes');
    }
  }
  return sent;
}

/** Looks for due mails every five seconds until the returned function is called, which waits for a round under way. */
export function startMailDelivery(db: Db, send: SendMail, log: Logger): () => Promise<void> {
  let round: Promise<unknown> | undefined;
  const timer = setInterval(() => {
    round ??= deliverDueMail(db, send, log)
      .catch((error: unknown) => log.error({ err: error }, 'mails could not be looked for'))
      .finally(() => {
        round = undefined;
      });
  }, 5000);
  return async () => {
    clearInterval(timer);
    await round;
  };
}
