import { createTransport } from 'nodemailer';
import { isOpen } from '../db/at-work.ts';
import type { Db, Tx } from '../db/connection.ts';
import { handleJobs, type JobHandler, PermanentFault } from '../queue/job-handler.ts';
import { defineQueue, sendJob } from '../queue/queue.ts';

/** A plain-text mail of one customer. */
type Mail = {
  readonly customerId: number;
  /**
   * Why it is sent, such as `reset 7f3a…`. A second email of a customer for the same cause is not sent. At most 200 characters.
   */
  readonly cause: string;
  readonly to: string;
  readonly subject: string;
  readonly text: string;
};

/** Stores emails in the caller's transaction, so that an email is sent only if its cause was committed. */
export type Mailer = { send(db: Db | Tx, mail: Mail): Promise<void> };

/** One delivery: five tries within a day. A try takes at most two minutes, so tries never overlap. */
const mailQueue = defineQueue<{ customerId: number; mailId: number }>('mail', {
  tries: 5,
  retrySeconds: 300,
  expireSeconds: 300,
  keepHours: 24,
});

/** The text of an email for others than its recipient: a link in it may let its reader act as that person. */
export const withoutLinks = (text: string): string => text.replaceAll(/https?:\/\/\S+/g, '(link removed)');

/** Stores mails. With a mail server, `mailJobs` sends them and removes their links; without one, people read them in a list. */
export const storingMailer: Mailer = {
  async send(db, { customerId, cause, to, subject, text }) {
    if (/[\r\n]/.test(to + subject)) throw new Error('an email header must not contain a line break');
    if (cause.length > 200) throw new Error('the cause of an email is too long');
    const stored = await db
      .insertInto('mail')
      .values({ customer_id: customerId, cause, to_address: to, subject, text })
      .onConflict((conflict) => conflict.columns(['customer_id', 'cause']).doNothing())
      .returning('id')
      .executeTakeFirst();
    if (stored) await sendJob(db, mailQueue, { customerId, mailId: stored.id });
  },
};

/** Passes one email to a mail server. Throws if the server refuses it: a `PermanentFault` if a retry cannot succeed. */
export type SendMail = (mail: { to: string; subject: string; text: string }) => Promise<void>;

/** Sends through `smtpUrl` (`smtps://user:password@host:465`) with the sender `from`. */
export function smtpSender(smtpUrl: string, from: string): SendMail {
  const transport = createTransport({ url: smtpUrl, connectionTimeout: 30_000, greetingTimeout: 30_000, socketTimeout: 60_000 });
  return async (mail) => {
    try {
      await transport.sendMail({ from, to: mail.to, subject: mail.subject, text: mail.text });
    } catch (error) {
      throw isPermanent(error) ? new PermanentFault(error.message, { cause: error }) : error;
    }
  };
}

/** A reply code of 500 or more means that the server will never accept this email, for example because of an unknown address. */
const isPermanent = (error: unknown): error is Error =>
  error instanceof Error && 'responseCode' in error && typeof error.responseCode === 'number' && error.responseCode >= 500;

/** Emails that one process sends at once. */
const atOnce = 4;

/** The jobs that deliver mail. */
export const mailJobs = (db: Db, send: SendMail): JobHandler[] => [
  handleJobs(mailQueue, { atOnce, carryOut: ({ customerId, mailId }) => deliver(db, send, customerId, mailId) }),
];

async function deliver(db: Db, send: SendMail, customerId: number, mailId: number): Promise<number> {
  const mail = await db
    .updateTable('mail')
    .set((e) => ({ tries: e('tries', '+', 1) }))
    .where('customer_id', '=', customerId)
    .where('id', '=', mailId)
    .where('sent_at', 'is', null)
    // Nothing leaves for a deleted or inactive customer, and it is not sent later, either.
    .where((e) =>
      e.exists(e.selectFrom('customer as c').select('c.id').whereRef('c.id', '=', 'mail.customer_id').where(isOpen('c'))),
    )
    .returning(['to_address as to', 'subject', 'text'])
    .executeTakeFirst();
  if (!mail) return 0;
  await send(mail);
  await db
    .updateTable('mail')
    .set({ sent_at: new Date(), text: withoutLinks(mail.text) })
    .where('customer_id', '=', customerId)
    .where('id', '=', mailId)
    .execute();
  return 1;
}
