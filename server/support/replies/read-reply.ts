import type { TicketFile, TicketRow } from '#contract/rows/ticket.ts';
import { mostTicketText } from '#contract/rows/ticket.ts';
import { offeredName } from '#domain/attachments/file-kind.ts';
import { localIdOf } from '#domain/commands/local-id.ts';
import { cleanFileName } from '#domain/file-names/clean-file-name.ts';
import { headOf, readHead } from '#server/collecting/mails/mail-head.ts';
import { type CheckSender, senderCheck, systemResolver } from '#server/collecting/mails/sender-check.ts';
import { callCommand } from '#server/commands/call-command.ts';
import { uuidOf } from '#server/commands/uuid-of.ts';
import type { Actor, Services } from '#server/kit/http/handle.ts';
import { handleJobs, type JobHandler } from '#server/kit/queue/job-handler.ts';
import { readMailFilesApart, readSampleApart } from '#server/parsing/read-apart.ts';
import { lockedKept } from '../tickets/kept-ticket.ts';
import { kindOf, problemOf } from '../tickets/ticket-file.ts';
import { replyQueue } from './receive-reply.ts';
import { authorOf } from './reply-author.ts';

/** Files of one email that are looked at, and the most bytes of one. */
const most = { files: 10, fileBytes: 20_000_000 } as const;
/** Mail servers that an email may pass. */
const mostHops = 50;

/** Reads emails to tickets. `checkSender` is another one in tests. */
export const ticketReplyJobs = (
  services: Services,
  checkSender: CheckSender = senderCheck(services.config.mailIn?.resolver ?? systemResolver),
): JobHandler[] => [handleJobs(replyQueue, { atOnce: 1, carryOut: (ids) => readReply(services, checkSender, ids) })];

type Ids = { readonly customerId: number; readonly replyId: number };

async function readReply(services: Services, checkSender: CheckSender, { customerId, replyId }: Ids): Promise<number> {
  const { db } = services;
  const ofReply = { customer_id: customerId, id: replyId };
  const reply = await db
    .selectFrom('ticket_reply')
    .select(['ticket_id', 'of_provider', 'ref', 'envelope', 'content'])
    .where((e) => e.and(ofReply))
    .where('state', '=', 'waiting')
    .executeTakeFirst();
  if (!reply?.content) return 0;
  const { ticket_id: ticketId, of_provider: ofProvider, ref, envelope } = reply;
  const bytes = Buffer.from(reply.content);
  const why = await answer({ services, checkSender, customerId, ticketId, ofProvider, ref, envelope, bytes });
  const done = why === null ? ({ state: 'read' } as const) : ({ state: 'refused', words: why } as const);
  await db
    .updateTable('ticket_reply')
    .set({ ...done, content: null })
    .where((e) => e.and(ofReply))
    .execute();
  return 1;
}

type Reply = {
  readonly services: Services;
  readonly checkSender: CheckSender;
  readonly customerId: number;
  readonly ticketId: number;
  readonly ofProvider: boolean;
  readonly ref: string;
  readonly envelope: { readonly ip: string; readonly greeting: string; readonly sender: string };
  readonly bytes: Buffer;
};

/** Makes an email an answer with files. Returns why it is none, or null. Throws if it must be tried again. */
async function answer(reply: Reply): Promise<string | null> {
  const { services, checkSender, customerId, ticketId, ofProvider, envelope, bytes } = reply;
  const { from, hops } = readHead(bytes);
  if (isAutomatic(bytes, envelope.sender) || hops > mostHops) return 'It is an automatic email.';
  const check = await checkSender({ bytes, envelope, forwarders: [] });
  if (check === 'later') throw new Error('the records of the sender’s domain cannot be read at present');
  if (!check.isTrusted) return `The sender could not be confirmed. ${check.words}`;
  const ticket = await services.db.transaction().execute((tx) => lockedKept(tx, customerId, ticketId));
  if (!ticket) return 'The ticket is no longer here.';
  const actor = await authorOf(services.db, { customerId, ticket, ofProvider, address: from });
  if (!actor) return 'Its address belongs to no person of this ticket who can sign in.';
  const reader = { customerId, background: true } as const;
  const question = { name: '', parser: null, earlier: null, rule: null, context: { today: '', dateOrder: 'MDY' } } as const;
  const [read, attached] = [
    await readSampleApart(bytes, question, reader),
    await readMailFilesApart(bytes, { most: most.files, withoutLists: false }, reader),
  ];
  // The text of an email begins with its subject and sender. Without a text of its own, the first document is a file.
  const said = read.ok && read.value.document.kind === 'mail' ? read.value.document.text.replace(headerLines, '').trim() : '';
  for (const part of [read, attached]) {
    if (part.ok || part.error.kind === 'empty') continue;
    // A busy machine may need too long for an email that is easy to read.
    if (part.error.kind === 'timeout') throw new Error('the email took too long to read');
    return 'It cannot be read as an email.';
  }
  const { files, more } = attached.ok ? attached.value : { files: [], more: 0 };
  const { names, leftOut } = await keepFiles(reply, actor, files);
  if (more > 0) leftOut.push(`${more} more files`);
  const text = textOf(said, names, leftOut);
  if (text === '') return 'It has neither a text of its own nor a file that a ticket takes.';
  return comment(reply, actor, text);
}

const headerLines = /^Subject: .*\n(?:From: .*\n)?\n?/;

/** Programs that answer by themselves say so in one of these headers, or have no sender that could be answered. */
const isAutomatic = (bytes: Buffer, envelopeSender: string): boolean =>
  envelopeSender === '' ||
  readHead(bytes).isAutomaticReply ||
  /^(?:auto-submitted:\s*(?!no\b)\S|precedence:\s*(?:bulk|junk|list|auto_reply)|x-auto-?(?:reply|respond)[\w-]*:)/im.test(
    headOf(bytes).toString('latin1'),
  );

function textOf(said: string, names: readonly string[], leftOut: readonly string[]): string {
  const own = said !== '' ? said : names.length > 0 ? `Sent by email: ${names.join(', ')}` : '';
  if (own === '') return '';
  const note = leftOut.length === 0 ? '' : `\n\nNot taken from the email: ${leftOut.join('; ')}`.slice(0, 2000);
  const room = mostTicketText - note.length;
  const shown = own.length <= room ? own : `${own.slice(0, room - 20).replace(/[\uD800-\uDBFF]$/, '')}… (shortened)`;
  return shown.replaceAll('\0', '') + note;
}

/** Adds the files of an email to its ticket, each once under a UUID that follows from the email. */
async function keepFiles(
  { services, customerId, ticketId, ref }: Reply,
  actor: Actor,
  files: readonly { readonly name: string; readonly bytes: Uint8Array }[],
): Promise<{ readonly names: string[]; readonly leftOut: string[] }> {
  const [names, leftOut]: [string[], string[]] = [[], []];
  if (files.length === 0) return { names, leftOut };
  await services.db.transaction().execute(async (tx) => {
    const ticket = await lockedKept(tx, customerId, ticketId);
    if (!ticket) return;
    const at = services.now();
    let row: TicketRow = ticket;
    for (const [place, { name: given, bytes }] of files.entries()) {
      const clean = cleanFileName(given || 'file');
      const id = uuidOf(`${ref} ${place}`);
      const isKnown = row.files.some((file) => file.id === id);
      const kind = kindOf(clean, bytes);
      const problem =
        bytes.byteLength > most.fileBytes ? 'It is larger than 20 MB.' : problemOf(kind, bytes.byteLength, row.files.length);
      if (problem !== null && !isKnown) {
        leftOut.push(`${clean} (${problem})`);
        continue;
      }
      const { name } = offeredName(clean, kind);
      names.push(name);
      if (isKnown) continue;
      const stored = { customer_id: customerId, id, ticket_id: row.id, name, content: bytes, by_id: actor.userId, added_at: at };
      await tx.insertInto('ticket_file').values(stored).execute();
      const file: TicketFile = { id, name, kind: kind.label, size: bytes.byteLength, by: actor.name, at: at.toISOString() };
      row = { ...row, files: [...row.files, file], changedAt: file.at, version: row.version + 1, by: actor.name, at: file.at };
    }
    if (row !== ticket) await services.writeRows(tx, customerId, [{ collection: 'ticket', row }]);
  });
  return { names, leftOut };
}

/** Answers by the same command as a device, once under the UUID of the email. */
async function comment({ services, customerId, ticketId, ref }: Reply, actor: Actor, text: string): Promise<string | null> {
  const args = {
    id: localIdOf(ref),
    ref,
    ticketId,
    ticketRef: null,
    authorId: actor.userId,
    fromProvider: actor.administrator,
    text,
  };
  const made = await callCommand({ services, actor, idempotencyKey: null }, customerId, 'ticket.comment.v1', args);
  if (made.ok) return null;
  if (made.error.kind === 'busy') throw new Error('the answer could not be stored at present');
  return made.error.kind === 'invalid' ? Object.values(made.error.fields).join(' ') : 'The ticket takes no answer any more.';
}
