import type { TicketRow } from '#contract/rows/ticket.ts';
import { writeRows } from '#server/feed/publish.ts';
import { storedRow } from '#server/kit/db/rows.ts';
import type { JiraIssue } from '#server/system/jira/jira-port.ts';
import { bringComments } from './bring-comments.ts';
import { type ClaimedIssue, keepIssue, type WorkEnd } from './issue-rows.ts';
import { moveStatus } from './move-status.ts';
import { sendParts } from './send-parts.ts';
import type { SyncWork } from './work.ts';

/**
 * Brings a ticket and its issue together: answers and files to Jira, comments and status from there. The issue is read by its key, which is
 * never behind, so that what an earlier try may have written is seen.
 */
export async function syncIssue(work: SyncWork, claim: ClaimedIssue, ticket: TicketRow, key: string): Promise<WorkEnd> {
  const { db, now, port } = work;
  const issue = await port.read(key);
  if (!issue.ok && issue.error.kind === 'gone')
    return { kind: 'failed', words: `${key} is not in Jira any more, or the account may not see it.` };
  if (!issue.ok) return { kind: 'stopped', problem: issue.error };
  const comments = await port.comments(key);
  if (!comments.ok) return { kind: 'stopped', problem: comments.error };
  const seen = { issue: issue.value, comments: comments.value };
  const { key: issue_key, fields } = issue.value;
  if (!(await keepIssue(db, claim, now(), { issue_key, issue_updated: fields.updated }))) return { kind: 'lost' };
  const end =
    (await sendParts(work, claim, ticket, seen)) ??
    (await bringComments(work, claim, seen.comments)) ??
    (await moveStatus(work, claim, issue.value));
  return end ?? (await showStatus(work, claim, issue.value), { kind: 'done' });
}

/** Shows the status of the issue on the ticket. It is no change of the ticket's content, so its version stays. */
async function showStatus({ db }: SyncWork, { customerId, ticketId }: ClaimedIssue, { fields }: JiraIssue): Promise<void> {
  const jiraStatus = fields.status.name;
  const known = await storedRow(db, customerId, 'ticket', ticketId);
  if (!known || known.row.purged || known.row.jiraStatus === jiraStatus) return;
  await db.transaction().execute(async (tx) => {
    const ticket = await storedRow(tx, customerId, 'ticket', ticketId, true);
    if (!ticket || ticket.row.purged) return;
    await writeRows(tx, customerId, [{ collection: 'ticket', row: { ...ticket.row, jiraStatus } }]);
  });
}
