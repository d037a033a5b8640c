import { sql } from 'kysely';
import type { Db, Tx } from '#server/kit/db/connection.ts';
import type { MailTables } from '#server/kit/db/tables/mail-tables.ts';
import type { Secrets } from '#server/kit/lib/secrets.ts';
import { feedLimits } from '#server/parsing/files/feed-limits.ts';
import { openOfSource, sealForSource } from '../kept-files/kept-files.ts';
import type { MailTask } from './mail-addresses.ts';
import { type MailHead, readHead } from './mail-head.ts';

/** What a mail server says about itself and the sender when it sends an email. */
export type Envelope = { readonly ip: string; readonly greeting: string; readonly sender: string };

/** An email that came in for a task. `envelope` is null for one from a mailbox, whose server does not tell. */
export type IncomingMail = MailTask & {
  readonly way: 'smtp' | 'mailbox';
  readonly bytes: Uint8Array;
  readonly envelope: Envelope | null;
  readonly at: Date;
  /** The domain in the Message-ID of mails that this installation sends. */
  readonly ownDomain: string;
  /** Set where the email is too large to be read: its whole size in bytes. `bytes` are then its headers. */
  readonly largeSize?: number;
};

/** What became of an email that came in: its id, and whether it came before. */
export type StoredMail = { readonly id: number; readonly isKnown: boolean; readonly waits: boolean };

/** An email that passed more servers than this goes round in a circle. */
const mostHops = 50;

/** Why an email is put aside as soon as it comes; null for one to read. */
function ignoredWords({ isAutomaticReply, messageId, hops }: MailHead, { envelope, ownDomain }: IncomingMail): string | null {
  if (hops > mostHops) return 'The email went in a circle between mail servers, so it was not read.';
  if (messageId.toLowerCase().endsWith(`@${ownDomain.toLowerCase()}>`))
    return 'Jobdock sent this email itself, so it was not read.';
  if (isAutomaticReply || envelope?.sender === '')
    return 'This is an automatic reply or a report of delivery, so it was not read.';
  return null;
}

const inMegabytes = (bytes: number): string => `${Math.ceil(bytes / 1024 / 1024)} MB`;

/** What a person reads of an email that is too large. */
const largeWords = (size: number): string =>
  `The email has ${inMegabytes(size)}, and only emails up to ${inMegabytes(feedLimits.fileBytes)} are read. Ask the vendor for a smaller one, or upload its file under Upload jobs. Then put this email aside.`;

/** Where an email begins: too large to be read, put aside, or waiting to be read. */
function beginningOf(ignored: string | null, largeSize: number | undefined) {
  if (ignored !== null) return { state: 'ignored', words: ignored } as const;
  if (largeSize === undefined) return { state: 'waiting', words: '' } as const;
  return { state: 'unread', error: 'unreadable', words: largeWords(largeSize) } as const;
}

/**
 * Stores an email in the caller's transaction. The same email counts once for a task, however often and on whatever way it comes. No email
 * is answered. Undefined if the task does not exist any more; `full` if too many sent emails of the customer wait.
 */
export async function storeMail(tx: Tx, secrets: Secrets, mail: IncomingMail): Promise<StoredMail | 'full' | undefined> {
  const { customerId, taskId, way, bytes, envelope, at } = mail;
  const { rows: tasks } = await sql<{ sourceId: number }>`
    select (row ->> 'sourceId')::integer as "sourceId" from task
    where customer_id = ${customerId} and id = ${taskId} and not deleted for share`.execute(tx);
  const sourceId = tasks[0]?.sourceId;
  if (sourceId === undefined) return undefined;
  const head = readHead(bytes);
  const begins = beginningOf(ignoredWords(head, mail), mail.largeSize);
  const known = await tx
    .selectFrom('received_mail')
    .select('id')
    .where('customer_id', '=', customerId)
    .where('task_id', '=', taskId)
    .where('message_id', '=', head.messageId)
    .where('digest', '=', head.digest)
    .executeTakeFirst();
  if (known) return { id: known.id, isKnown: true, waits: false };
  if (way === 'smtp' && (await isFull(tx, customerId))) return 'full';
  const body = await sealForSource(tx, secrets, { customerId, sourceId, aad: aadOf(sourceId, head.digest) }, bytes);
  const { id } = await tx
    .insertInto('received_mail')
    .values({
      customer_id: customerId,
      task_id: taskId,
      source_id: sourceId,
      way,
      received_at: at,
      message_id: head.messageId,
      digest: head.digest,
      sender: head.from,
      subject: head.subject,
      size: Math.min(mail.largeSize ?? bytes.byteLength, largestInteger),
      headers_only: mail.largeSize !== undefined,
      envelope: JSON.stringify(envelope),
      sender_check: JSON.stringify(null),
      ...begins,
      due_at: at,
      body,
    })
    // The same email came on two connections at once: the second one waited for the first to commit.
    .onConflict((c) =>
      c.columns(['customer_id', 'task_id', 'message_id', 'digest']).doUpdateSet((e) => ({ size: e.ref('received_mail.size') })),
    )
    .returning('id')
    .executeTakeFirstOrThrow();
  return { id, isKnown: false, waits: begins.state === 'waiting' };
}

/** Of PostgreSQL’s type `integer`. */
const largestInteger = 2 ** 31 - 1;

/** Bytes of the emails of a customer that wait. Their number has no other limit, and anyone who knows an address can send. */
const mostWaiting = 1024 * 1024 * 1024;

async function isFull(tx: Tx, customerId: number): Promise<boolean> {
  const { rows } = await sql<{ full: boolean }>`
    select coalesce(sum(size), 0) > ${mostWaiting} as full from received_mail
    where customer_id = ${customerId} and state in ('waiting', 'held', 'unread') and not headers_only`.execute(tx);
  return rows[0]?.full ?? false;
}

const aadOf = (sourceId: number, digest: string): string => `received email of source ${sourceId}|${digest}`;

type MailState = MailTables['received_mail']['state']['__select__'];
/** An email as it is stored. */
export type KeptMail = MailTask & {
  readonly id: number;
  readonly sourceId: number;
  readonly way: 'smtp' | 'mailbox';
  readonly receivedAt: string;
  readonly subject: string;
  readonly envelope: Envelope | null;
  readonly state: MailState;
  readonly senderAccepted: boolean;
  readonly fewerAccepted: boolean;
  /** It is too large to be read: `bytes` are its headers, and `words` say so. */
  readonly headersOnly: boolean;
  readonly words: string;
  readonly parserId: number | null;
  readonly tries: number;
  readonly bytes: Buffer;
};

/** An email with its bytes. Undefined if there is none. */
export async function openMail(
  db: Db | Tx,
  secrets: Secrets,
  { customerId, id }: { readonly customerId: number; readonly id: number },
): Promise<KeptMail | undefined> {
  const mail = await db
    .selectFrom('received_mail')
    .selectAll()
    .where('customer_id', '=', customerId)
    .where('id', '=', id)
    .executeTakeFirst();
  if (!mail) return undefined;
  const { source_id: sourceId, digest } = mail;
  return {
    id,
    customerId,
    taskId: mail.task_id,
    sourceId,
    way: mail.way,
    receivedAt: mail.received_at,
    subject: mail.subject,
    envelope: mail.envelope,
    state: mail.state,
    senderAccepted: mail.sender_accepted,
    fewerAccepted: mail.fewer_accepted,
    headersOnly: mail.headers_only,
    words: mail.words,
    parserId: mail.parser_id,
    tries: mail.tries,
    bytes: await openOfSource(db, secrets, { customerId, sourceId, aad: aadOf(sourceId, digest) }, mail.body),
  };
}

/** The ids of the emails of a task that wait to be read, the oldest first. */
export async function waitingMails(db: Db | Tx, { customerId, taskId }: MailTask, now: Date): Promise<number[]> {
  const rows = await db
    .selectFrom('received_mail')
    .select('id')
    .where('customer_id', '=', customerId)
    .where('task_id', '=', taskId)
    .where('state', '=', 'waiting')
    .where('due_at', '<=', now.toISOString())
    .orderBy('id')
    .execute();
  return rows.map(({ id }) => id);
}

/** Whether a later email of the task was read before, also if it is to be read again: what an earlier one lists may be out of date. */
export async function hasLaterMail(
  db: Db | Tx,
  { customerId, taskId, id }: MailTask & { readonly id: number },
): Promise<boolean> {
  const later = await db
    .selectFrom('received_mail')
    .select('id')
    .where('customer_id', '=', customerId)
    .where('task_id', '=', taskId)
    .where('id', '>', id)
    .where('state', 'in', ['read', 'waiting'])
    .where('read_at', 'is not', null)
    .limit(1)
    .executeTakeFirst();
  return later !== undefined;
}

/**
 * Lets the newest email of a task be read again if it was left for listing far fewer jobs than are open: a person accepts that, so that
 * the missing ones are canceled.
 */
export async function acceptFewer(tx: Tx, { customerId, taskId }: MailTask, now: Date): Promise<void> {
  await sql`
    update received_mail m set state = 'waiting', fewer_accepted = true, tries = 0, due_at = ${now}
    where m.customer_id = ${customerId} and m.state = 'read' and m.error = 'silence' and m.id = (
      select max(id) from received_mail n where n.customer_id = ${customerId} and n.task_id = ${taskId} and n.state = 'read')`.execute(
    tx,
  );
}

/** What is written about an email. */
export type MailChange = Partial<{
  readonly state: MailState;
  readonly sender_check: string;
  readonly sender_accepted: boolean;
  readonly fewer_accepted: boolean;
  readonly subject: string;
  readonly sender: string;
  readonly processing: 0 | 1 | 2 | 3;
  readonly parser_id: number | null;
  readonly counts: string;
  readonly error: string | null;
  readonly words: string;
  readonly tries: number;
  readonly due_at: Date;
  readonly read_at: Date | null;
}>;

export async function changeMail(
  tx: Tx,
  { customerId, id }: { customerId: number; id: number },
  change: MailChange,
): Promise<void> {
  await tx.updateTable('received_mail').set(change).where('customer_id', '=', customerId).where('id', '=', id).execute();
}

/** Whether an email is too large to be read, so that only its headers are stored. */
export async function isHeadersOnly(tx: Tx, { customerId, id }: { customerId: number; id: number }): Promise<boolean> {
  const mail = await tx
    .selectFrom('received_mail')
    .select('headers_only')
    .where('customer_id', '=', customerId)
    .where('id', '=', id)
    .executeTakeFirst();
  return mail?.headers_only ?? false;
}

/** Emails of a task that wait for a person. `large` are those of `unread` that are too large to be read. */
export type Piles = Readonly<Record<'held' | 'unread' | 'large', number>>;

export async function pilesOf(db: Db | Tx, { customerId, taskId }: MailTask): Promise<Piles> {
  const { rows } = await sql<Piles>`
    select count(*) filter (where state = 'held')::integer as held, count(*) filter (where state = 'unread')::integer as unread,
      count(*) filter (where state = 'unread' and headers_only)::integer as large
    from received_mail where customer_id = ${customerId} and task_id = ${taskId} and state in ('held', 'unread')`.execute(db);
  return rows[0] ?? { held: 0, unread: 0, large: 0 };
}
