import { randomUUID } from 'node:crypto';
import { type RawBuilder, sql } from 'kysely';
import { isOpen } from '../db/at-work.ts';
import type { Db, Tx } from '../db/connection.ts';
import { handleJobs, type JobHandler, PermanentFault } from '../queue/job-handler.ts';
import { defineQueue, sendJob } from '../queue/queue.ts';
import { alertCause, noteError } from './error-events.ts';
import { checkContent, type MailAttachment, withoutHtmlLinks, withoutLinks } from './mail-content.ts';
import { MailInDoubt, type SendMail } from './smtp-sender.ts';

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
  /** Where answers go, if not to the sender of all emails. */
  readonly replyTo?: string;
  /** The person (user id) to tell when the mail server refuses the email. */
  readonly owner?: number;
  /** The run of a job alert, and where its reader stops such emails with one click. Its address is removed when the email has left. */
  readonly alert?: { readonly runId: number; readonly unsubscribe: string };
};

/** Stores emails in the caller's transaction, so that an email is sent only if its cause was committed. */
export type Mailer = { send(db: Db | Tx, mail: Mail): Promise<void> };

/**
 * One delivery: five tries within about two hours. A try takes at most two minutes, so tries never overlap. Emails wait as long as other
 * jobs while no process is there to send them.
 */
const mailQueue = defineQueue<{ customerId: number; mailId: number }>('mail', {
  tries: 5,
  retrySeconds: 300,
  expireSeconds: 300,
});

/**
 * Stores mails. With a mail server, `mailJobs` sends them, then removes their links and attachments; without one, people read them in a
 * list. A header with a line break and content that `checkContent` does not take are bugs of the caller, so they throw.
 */
export const storingMailer: Mailer = {
  async send(db, mail) {
    const { customerId, cause, to, subject, text, html = null, attachments = [], owner = null, replyTo = null, alert } = mail;
    if (/[\r\n]/.test(to + subject + (replyTo ?? ''))) throw new Error('an email header must not contain a line break');
    if (cause.length > 200) throw new Error('the cause of an email is too long');
    checkContent(mail);
    const stored = await db
      .insertInto('mail')
      .values({
        customer_id: customerId,
        cause,
        to_address: to,
        subject,
        text,
        html,
        owner_id: owner,
        message_id: randomUUID(),
        reply_to: replyTo,
        alert_run_id: alert?.runId ?? null,
        unsubscribe: alert?.unsubscribe ?? null,
      })
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

/** Who an email of a job alert went to, once its address was removed. */
const candidate = 'A candidate';

/** Emails that one process sends at once. */
const atOnce = 4;

/** The jobs that deliver mail. */
export const mailJobs = (db: Db, send: SendMail, now = () => new Date()): JobHandler[] => [
  handleJobs(mailQueue, {
    atOnce,
    carryOut: ({ customerId, mailId }) => deliver({ db, send, now }, { customerId, mailId }),
    sendDue: () => endAbandoned(db, now),
  }),
];

type Ports = { readonly db: Db; readonly send: SendMail; readonly now: () => Date };

type MailKey = { readonly customerId: number; readonly mailId: number };

/** Sends one email that waits, and removes what only its recipient may have. Returns how many emails were sent. */
async function deliver({ db, send, now }: Ports, key: MailKey): Promise<number> {
  const mail = await takeMail(db, key);
  if (!mail) return 0;
  const { tries, html, replyTo, unsubscribe, ...rest } = mail;
  try {
    await send({
      ...rest,
      ...(html !== null && { html }),
      ...(replyTo !== null && { replyTo }),
      ...(unsubscribe !== null && { unsubscribe }),
      attachments: await attachmentsOf(db, key),
    });
  } catch (error) {
    await db
      .transaction()
      .execute((tx) => keepAnswer(tx, key, { error, tries, at: now(), forgets: unsubscribe === null ? null : rest.to }));
    throw error;
  }
  await db.transaction().execute(async (tx) => {
    const sent = {
      sent_at: now(),
      trying: false,
      answer: null,
      text: withoutLinks(mail.text),
      html: html === null ? null : withoutHtmlLinks(html),
      ...forgotten,
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

/** What an email of a job alert loses when it has left or was refused for good: it went to someone who is no user. */
const forgotten = {
  to_address: sql<string>`case when alert_run_id is null then to_address else ${candidate} end`,
  unsubscribe: null,
};

/**
 * Counts a try of an email. Undefined if it was sent, or is not to be sent any more. A try that never ended, as its process was killed,
 * is in doubt. An email that was stored by an earlier version gets its Message-ID now.
 */
const takeMail = (db: Db, { customerId, mailId }: MailKey) =>
  db
    .updateTable('mail')
    .set((e) => ({
      tries: e('tries', '+', 1),
      failed_at: null,
      trying: true,
      in_doubt: sql<number>`in_doubt + trying::integer`,
      message_id: e.fn.coalesce('message_id', e.val(randomUUID())),
    }))
    .where('customer_id', '=', customerId)
    .where('id', '=', mailId)
    .where('sent_at', 'is', null)
    // Nothing leaves for a deleted or inactive customer, and it is not sent later, either.
    .where((e) =>
      e.exists(e.selectFrom('customer as c').select('c.id').whereRef('c.id', '=', 'mail.customer_id').where(isOpen('c'))),
    )
    .returning([
      'to_address as to',
      'subject',
      'text',
      'html',
      'tries',
      sql<string>`message_id`.as('messageId'),
      'reply_to as replyTo',
      'unsubscribe',
    ])
    .executeTakeFirst();

/** An email whose process was killed in every try is not tried again. It has failed in doubt, and does not wait for ever. */
async function endAbandoned(db: Db, now: () => Date): Promise<void> {
  const { rows } = await abandoned(db, sql``);
  for (const key of rows)
    await db.transaction().execute(async (tx) => {
      const { rows: held } = await abandoned(
        tx,
        sql`and customer_id = ${key.customerId} and id = ${key.mailId} for update skip locked`,
      );
      const error = new MailInDoubt('The service ended during each try, so the email may have arrived.');
      for (const mail of held) await keepAnswer(tx, mail, { error, tries: mailQueue.tries, at: now() });
    });
}

/** Emails that are marked as being sent although their job has failed for good. */
const abandoned = (db: Db | Tx, which: RawBuilder<unknown>) =>
  sql<MailKey>`
    select customer_id as "customerId", id as "mailId" from mail m where trying and sent_at is null
    and (select bool_and(j.state = 'failed') from pgboss.job j where j.name = ${mailQueue.name}
      and j.data = jsonb_build_object('customerId', m.customer_id, 'mailId', m.id)) ${which}`.execute(db);

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

type Failed = { readonly error: unknown; readonly tries: number; readonly at: Date; readonly forgets?: string | null };

/** Keeps what the mail server answered to a failed try. An answer may quote a link of the email, or an address that it forgets. */
async function keepAnswer(tx: Tx, key: MailKey, { error, tries, at, forgets = null }: Failed): Promise<void> {
  const isFinal = error instanceof PermanentFault || tries >= mailQueue.tries;
  const isInDoubt = error instanceof MailInDoubt;
  const words = withoutLinks(error instanceof Error ? error.message : String(error)).replaceAll('\0', '');
  const answer = (forgets === null ? words : words.replaceAll(forgets, candidate)).slice(0, 500);
  const refused = await tx
    .updateTable('mail')
    .set((e) => ({
      answer,
      failed_at: isFinal ? at : null,
      trying: false,
      ...(isInDoubt && { in_doubt: e('in_doubt', '+', 1) }),
      ...(isFinal && forgotten),
    }))
    .where('customer_id', '=', key.customerId)
    .where('id', '=', key.mailId)
    .returning(['owner_id as owner', 'to_address as to', 'subject', 'cause'])
    .executeTakeFirst();
  if (!refused) return;
  if (isFinal && refused.owner) await tellRefused(tx, key.customerId, { ...refused, owner: refused.owner, answer });
  const kind = isFinal ? 'mail_refused' : isInDoubt ? 'mail_unknown' : null;
  // An alert about the refusal of an alert would go on for ever.
  if (kind === null || refused.cause.startsWith(alertCause)) return;
  await noteError(tx, { customerId: key.customerId, kind, at, about: `Email “${refused.subject}”`, words: answer });
}

type Refused = { readonly owner: number; readonly to: string; readonly subject: string; readonly answer: string };

/** Tells the person whose email was refused in their bell. One who works for another customer has no bell here. */
async function tellRefused(db: Tx, customerId: number, { owner, to, subject, answer }: Refused): Promise<void> {
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
