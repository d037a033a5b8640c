import { mostTicketText } from '#contract/rows/ticket.ts';
import { localIdOf } from '#domain/commands/local-id.ts';
import { textOf } from '#domain/tickets/adf/text-of-adf.ts';
import { uuidOf } from '#server/commands/uuid-of.ts';
import { storedRow } from '#server/kit/db/rows.ts';
import type { JiraComment } from '#server/system/jira/jira-port.ts';
import type { ClaimedIssue } from './issue-rows.ts';
import { notePart, partsOf } from './parts.ts';
import { ownAnswer } from './send-parts.ts';
import type { Step, SyncWork } from './work.ts';

/**
 * Makes answers of the comments that people wrote in Jira, once each: the UUID of the answer comes from the comment. What Jobdock wrote, and
 * what is for the team alone in Jira, stays there.
 */
export async function bringComments(work: SyncWork, claim: ClaimedIssue, comments: readonly JiraComment[]): Promise<Step> {
  const { db, access, commands } = work;
  const known = await partsOf(db, claim, 'fromJira');
  const sent = new Set((await partsOf(db, claim, 'comment')).values());
  const before = await statusOf(work, claim);
  let lastBy: string | null = null;
  for (const comment of comments) {
    const ref = uuidOf(`${access.site} comment ${comment.id}`);
    const isOwn = sent.has(comment.id) || ownAnswer(work, comment) !== null;
    if (isOwn || isForTeam(comment) || known.get(ref) === comment.id) continue;
    const text = fitted(textOf(comment.body));
    // Before the answer: after a kill between both, the answer is not sent to Jira, and the next look makes it, once.
    await notePart(db, claim, 'fromJira', ref, pending);
    if (text !== '') {
      const args = { ticketId: claim.ticketId, ticketRef: null, authorId: access.savedBy, fromProvider: true, text };
      lastBy = `${comment.author?.displayName ?? 'Someone'} (Jira)`;
      await commands.run(claim.customerId, lastBy, 'ticket.comment.v1', { ...args, id: localIdOf(ref), ref });
    }
    await finishPart(work, claim, ref, comment.id);
  }
  // A comment in Jira does not reopen the ticket: Jira's own status decides that.
  if (lastBy !== null && before === 'closed' && (await statusOf(work, claim)) === 'open')
    await commands.run(claim.customerId, lastBy, 'ticket.status.v1', { id: claim.ticketId, ref: null, status: 'closed' });
  return undefined;
}

const statusOf = async ({ db }: SyncWork, { customerId, ticketId }: ClaimedIssue) =>
  (await storedRow(db, customerId, 'ticket', ticketId))?.row.status;

/** The id in Jira of a part that is not finished. */
const pending = '';

const finishPart = ({ db }: SyncWork, { customerId, ticketId }: ClaimedIssue, ref: string, jiraId: string) =>
  db
    .updateTable('ticket_issue_part')
    .set({ jira_id: jiraId })
    .where('customer_id', '=', customerId)
    .where('ticket_id', '=', ticketId)
    .where('kind', '=', 'fromJira')
    .where('part', '=', ref)
    .execute();

/** A comment that only a role, a group or the team of a service project sees. */
const isForTeam = ({ jsdPublic, visibility }: JiraComment): boolean => !jsdPublic || (visibility ?? null) !== null;

const cutNote = '…\n\nThe whole comment is in Jira.';

/** The text of an answer: storable, and at most as long as an answer may be. */
function fitted(text: string): string {
  const storable = text.replaceAll(/[\0\p{Surrogate}]/gu, '').trim();
  if (storable.length <= mostTicketText) return storable;
  return storable.slice(0, mostTicketText - cutNote.length).replace(/[\uD800-\uDBFF]$/, '') + cutNote;
}
