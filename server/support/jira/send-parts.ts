import type { TicketCommentRow, TicketRow } from '#contract/rows/ticket.ts';
import { fittedAdf } from '#domain/tickets/adf/adf.ts';
import { textOf } from '#domain/tickets/adf/text-of-adf.ts';
import { answerIn, answerText, fileNameInJira, issueText } from '#domain/tickets/issue-text.ts';
import type { JiraComment, JiraIssue } from '#server/system/jira/jira-port.ts';
import { commentsOf } from '../tickets/read-tickets.ts';
import { type ClaimedIssue, keepIssue, type WorkEnd } from './issue-rows.ts';
import { notePart, partsOf } from './parts.ts';
import { type Step, type SyncWork, ticketLink, wholeTextName } from './work.ts';

/** What an issue has in Jira now. */
type Seen = { readonly issue: JiraIssue; readonly comments: readonly JiraComment[] };

/** Sends what of a ticket is not in its issue: answers in their order, and files. Internal notes are not read here and never sent. */
export async function sendParts(work: SyncWork, claim: ClaimedIssue, ticket: TicketRow, seen: Seen): Promise<Step> {
  return (await sendFiles(work, claim, ticket, seen)) ?? (await sendAnswers(work, claim, seen));
}

async function sendAnswers(work: SyncWork, claim: ClaimedIssue, seen: Seen): Promise<Step> {
  const { db } = work;
  const [sent, fromJira] = [await partsOf(db, claim, 'comment'), await partsOf(db, claim, 'fromJira')];
  for (const answer of await commentsOf(db, claim.customerId, claim.ticketId)) {
    if (sent.has(String(answer.id)) || (answer.ref !== null && fromJira.has(answer.ref)) || answer.purged) continue;
    const end = await sendAnswer(work, claim, answer, seen);
    if (end) return end;
  }
  return undefined;
}

/** Whether a comment is an answer that Jobdock wrote: by its first line and its account. Others may quote the line. */
export const ownAnswer = ({ accountId }: Pick<SyncWork, 'accountId'>, { author, body }: JiraComment): number | null =>
  author?.accountId === accountId ? answerIn(textOf(body)) : null;

async function sendAnswer(work: SyncWork, claim: ClaimedIssue, answer: TicketCommentRow, seen: Seen): Promise<Step> {
  const { db, now, port } = work;
  const there = seen.comments.find((comment) => ownAnswer(work, comment) === answer.id);
  const name = `answer-${answer.id}.txt`;
  const text = answerText(answer);
  const { doc, isCut } = fittedAdf(text, `The whole answer is in the attachment ${name}.`);
  if (isCut) {
    const end = await sendFile(work, claim, seen, { part: name, name, content: async () => Buffer.from(text) });
    if (end) return end;
  }
  if (!there && !(await keepIssue(db, claim, now()))) return lost;
  const made = there ? { ok: true as const, value: there } : await port.comment(seen.issue.key, doc);
  if (!made.ok) return endOf(made.error, `Answer ${answer.id}`);
  await notePart(db, claim, 'comment', String(answer.id), made.value.id);
  return undefined;
}

const lost: WorkEnd = { kind: 'lost' };

/** A part that Jira will never take is said on the ticket; every other problem lets all wait. */
const endOf = (problem: Extract<WorkEnd, { kind: 'stopped' }>['problem'], what: string): WorkEnd =>
  problem.kind === 'refused' ? { kind: 'failed', words: `${what}: ${problem.words}` } : { kind: 'stopped', problem };

async function sendFiles(work: SyncWork, claim: ClaimedIssue, ticket: TicketRow, seen: Seen): Promise<Step> {
  const text = issueText(ticket, ticketLink(work, claim.customerId, ticket.id));
  const name = wholeTextName(ticket.id);
  if (fittedAdf(text, '').isCut) {
    const end = await sendFile(work, claim, seen, { part: name, name, content: async () => Buffer.from(text) });
    if (end) return end;
  }
  for (const { id, name: own } of ticket.files) {
    const end = await sendFile(work, claim, seen, {
      part: id,
      name: fileNameInJira(id, own),
      content: () => contentOf(work, claim, id),
    });
    if (end) return end;
  }
  return undefined;
}

type File = { readonly part: string; readonly name: string; readonly content: () => Promise<Uint8Array | undefined> };

async function sendFile(
  { db, now, port }: SyncWork,
  claim: ClaimedIssue,
  seen: Seen,
  { part, name, content }: File,
): Promise<Step> {
  const sent = await partsOf(db, claim, 'file');
  if (sent.has(part)) return undefined;
  const there = seen.issue.fields.attachment.find(({ filename }) => filename === name);
  const bytes = there ? undefined : await content();
  if (!there && !bytes) return undefined;
  if (!there && !(await keepIssue(db, claim, now()))) return lost;
  const made =
    there || !bytes ? { ok: true as const, value: there } : await port.attach(seen.issue.key, { name, content: bytes });
  if (!made.ok) return endOf(made.error, `File ${name}`);
  await notePart(db, claim, 'file', part, made.value?.id ?? '');
  return undefined;
}

async function contentOf({ db }: SyncWork, { customerId }: ClaimedIssue, id: string): Promise<Uint8Array | undefined> {
  const file = await db
    .selectFrom('ticket_file')
    .select('content')
    .where('customer_id', '=', customerId)
    .where('id', '=', id)
    .executeTakeFirst();
  return file?.content;
}
