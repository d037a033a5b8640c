import { createTransport } from 'nodemailer';
import { isOpen } from '../db/at-work.ts';
import type { Db, Tx } from '../db/connection.ts';
import { handleJobs, type JobHandler, PermanentFault } from '../queue/job-handler.ts';
import { defineQueue, sendJob } from '../queue/queue.ts';
import { checkContent, type MailAttachment, withoutHtmlLinks, withoutLinks } from './mail-content.ts';

/** A mail of one customer. */
export type Mail = {
  readonly customerId: number;
  /**
   * Why it is sent, such as `reset 7f3a…`. A second email of a customer for the same cause is not sent. At most 200 characters.
   */
  readonly cause: string;
  readonly to: string;
  readonly subject: string;
  /** For who reads plain text, so it says everything that the HTML says. */
  readonly text: string;
  /** Together with the attachments at most `mostMailBytes`. */
  readonly html?: string;
  readonly attachments?: readonly MailAttachment[];
  /** The person (user id) to tell when the mail server refuses the email. */
  readonly owner?: number;
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

/**
 * Stores mails. With a mail server, `mailJobs` sends them, then removes their links and attachments; without one, people read them in a
 * list. A header with a line break and content that `checkContent` does not take are bugs of the caller, so they throw.
 */
export const storingMailer: Mailer = {
  async send(db, mail) {
    const { customerId, cause, to, subject, text, html = null, attachments = [], owner = null } = mail;
    if (/[\r\n]/.test(to + subject)) throw new Error('an email header must not contain a line break');
    if (cause.length > 200) throw new Error('the cause of an email is too long');
    checkContent(mail);
    const stored = await db
      .insertInto('mail')
      .values({ customer_id: customerId, cause, to_address: to, subject, text, html, owner_id: owner })
      .onConflict((conflict) => conflict.columns(['customer_id', 'cause']).doNothing())
      .returning('id')
      .executeTakeFirst();
    if (!stored) return;
    const files = attachments.map(({ name, type, content }, at) => ({
      place: at + 1,
      name,
      type,
      size: content.byteLength,
      content,
    }));
    if (files.length > 0)
      await db
        .insertInto('mail_attachment')
        .values(files.map((file) => ({ customer_id: customerId, mail_id: stored.id, ...file })))
        .execute();
    await sendJob(db, mailQueue, { customerId, mailId: stored.id });
  },
};

/** Passes one email to a mail server. Throws what the server answered: a `PermanentFault` if a retry cannot succeed. */
export type SendMail = (mail: Pick<Mail, 'to' | 'subject' | 'text' | 'html' | 'attachments'>) => Promise<void>;

/** Sends through `smtpUrl` (`smtps://user:password@host:465`) with the sender `from`. */
export function smtpSender(smtpUrl: string, from: string): SendMail {
  const transport = createTransport({
    url: smtpUrl,
    connectionTimeout: 30_000,
    greetingTimeout: 30_000,
    socketTimeout: 60_000,
    disableFileAccess: true,
    disableUrlAccess: true,
  });
  return async ({ to, subject, text, html, attachments = [] }) => {
    const files = attachments.map(({ name, type, content }) => ({
      filename: name,
      contentType: type,
      content: Buffer.from(content),
      contentDisposition: 'attachment' as const,
    }));
    try {
      await transport.sendMail({ from, to, subject, text, html, attachments: files });
    } catch (error) {
      throw faultOf(error);
    }
  };
}

/**
 * What the server answered. A reply code of 500 or more means that it will never accept this email, for example because of an unknown
 * address; after one below (greylisting, a full mailbox) the email is tried again.
 */
function faultOf(error: unknown): unknown {
  if (!(error instanceof Error)) return error;
  const answer = 'response' in error && typeof error.response === 'string' ? error.response : error.message;
  const isPermanent = 'responseCode' in error && typeof error.responseCode === 'number' && error.responseCode >= 500;
  return isPermanent ? new PermanentFault(answer, { cause: error }) : new Error(answer, { cause: error });
}

/** Emails that one process sends at once. */
const atOnce = 4;

/** The jobs that deliver mail. */
export const mailJobs = (db: Db, send: SendMail): JobHandler[] => [
  handleJobs(mailQueue, { atOnce, carryOut: ({ customerId, mailId }) => deliver(db, send, { customerId, mailId }) }),
];

type MailKey = { readonly customerId: number; readonly mailId: number };

/** Sends one email that waits, and removes what only its recipient may have. Returns how many emails were sent. */
async function deliver(db: Db, send: SendMail, key: MailKey): Promise<number> {
  const mail = await takeMail(db, key);
  if (!mail) return 0;
  const { tries, html, ...rest } = mail;
  try {
    await send({ ...rest, ...(html !== null && { html }), attachments: await attachmentsOf(db, key) });
  } catch (error) {
    await keepAnswer(db, key, { error, tries });
    throw error;
  }
  await db.transaction().execute(async (tx) => {
    const sent = {
      sent_at: new Date(),
      answer: null,
      text: withoutLinks(mail.text),
      html: html === null ? null : withoutHtmlLinks(html),
    };
    await tx.updateTable('mail').set(sent).where('customer_id', '=', key.customerId).where('id', '=', key.mailId).execute();
    await tx
      .updateTable('mail_attachment')
      .set({ content: null })
      .where('customer_id', '=', key.customerId)
      .where('mail_id', '=', key.mailId)
      .execute();
  });
  return 1;
}

/** Counts a try of an email. Undefined if it was sent, or is not to be sent any more. */
const takeMail = (db: Db, { customerId, mailId }: MailKey) =>
  db
    .updateTable('mail')
    .set((e) => ({ tries: e('tries', '+', 1), failed_at: null }))
    .where('customer_id', '=', customerId)
    .where('id', '=', mailId)
    .where('sent_at', 'is', null)
    // Nothing leaves for a deleted or inactive customer, and it is not sent later, either.
    .where((e) =>
      e.exists(e.selectFrom('customer as c').select('c.id').whereRef('c.id', '=', 'mail.customer_id').where(isOpen('c'))),
    )
    .returning(['to_address as to', 'subject', 'text', 'html', 'tries'])
    .executeTakeFirst();

const attachmentsOf = (db: Db, { customerId, mailId }: MailKey): Promise<MailAttachment[]> =>
  db
    .selectFrom('mail_attachment')
    .select(['name', 'type', 'content'])
    .where('customer_id', '=', customerId)
    .where('mail_id', '=', mailId)
    .where('content', 'is not', null)
    .$narrowType<{ content: Uint8Array }>()
    .orderBy('place')
    .execute();

/** Keeps what the mail server answered to a failed try. An answer may quote a link of the email. */
async function keepAnswer(db: Db, key: MailKey, { error, tries }: { error: unknown; tries: number }): Promise<void> {
  const isFinal = error instanceof PermanentFault || tries >= mailQueue.tries;
  const answer = withoutLinks(error instanceof Error ? error.message : String(error))
    .replaceAll('\0', '')
    .slice(0, 500);
  const refused = await db
    .updateTable('mail')
    .set({ answer, failed_at: isFinal ? new Date() : null })
    .where('customer_id', '=', key.customerId)
    .where('id', '=', key.mailId)
    .returning(['owner_id as owner', 'to_address as to', 'subject'])
    .executeTakeFirst();
  if (isFinal && refused?.owner) await tellRefused(db, key.customerId, { ...refused, owner: refused.owner, answer });
}

type Refused = { readonly owner: number; readonly to: string; readonly subject: string; readonly answer: string };

/** Tells the person whose email was refused in their bell. One who works for another customer has no bell here. */
async function tellRefused(db: Db, customerId: number, { owner, to, subject, answer }: Refused): Promise<void> {
  const text = `The email “${subject}” did not reach ${to}. The mail server answered: ${answer}`;
  await db
    .insertInto('notification')
    .columns(['customer_id', 'user_id', 'kind', 'text'])
    .expression((e) =>
      e
        .selectFrom('app_user')
        .select(['customer_id', 'id', e.val('mail').as('kind'), e.val(text).as('text')])
        .where('customer_id', '=', customerId)
        .where('id', '=', owner),
    )
    .execute();
}
