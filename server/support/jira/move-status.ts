import { type Move, nextTransition } from '#domain/tickets/status-in-jira.ts';
import { storedRow } from '#server/kit/db/rows.ts';
import type { JiraIssue } from '#server/system/jira/jira-port.ts';
import { type ClaimedIssue, keepIssue } from './issue-rows.ts';
import type { Step, SyncWork } from './work.ts';

/** The most steps that a workflow may have between its first and its last status. */
const mostSteps = 10;

/**
 * Makes the status of both the same: the side that changed since they agreed decides. Jira's statuses are known by their category, which
 * every workflow has: done is closed, all others are open.
 */
export async function moveStatus(work: SyncWork, claim: ClaimedIssue, issue: JiraIssue): Promise<Step> {
  const { db, now, commands } = work;
  const ticket = (await storedRow(db, claim.customerId, 'ticket', claim.ticketId))?.row;
  if (!ticket || ticket.purged) return undefined;
  const inJira = issue.fields.status.statusCategory.key === 'done' ? 'closed' : 'open';
  if (ticket.status !== inJira && ticket.status !== claim.agreed) return moveIssue(work, claim, issue, ticket.status);
  if (ticket.status !== inJira)
    await commands.run(claim.customerId, 'Jira', 'ticket.status.v1', { id: ticket.id, ref: null, status: inJira });
  return inJira === claim.agreed || (await keepIssue(db, claim, now(), { agreed: inJira })) ? undefined : { kind: 'lost' };
}

/** Moves the issue, status by status, until it is open or closed like the ticket. */
async function moveIssue(
  work: SyncWork,
  claim: ClaimedIssue,
  { key, fields }: JiraIssue,
  wanted: 'open' | 'closed',
): Promise<Step> {
  const { db, now, port } = work;
  const visited = new Set([fields.status.name]);
  for (let step = 0; step < mostSteps; step++) {
    const transitions = await port.transitions(key);
    if (!transitions.ok) return { kind: 'stopped', problem: transitions.error };
    const moves = transitions.value.map(({ id, to }): Move => ({ id, name: to.name, category: to.statusCategory.key }));
    const move = nextTransition(moves, wanted, visited);
    if (!move)
      return { kind: 'done', words: `The workflow in Jira has no way to ${wanted === 'closed' ? 'a done' : 'an open'} status.` };
    if (!(await keepIssue(db, claim, now()))) return { kind: 'lost' };
    const moved = await port.transition(key, move.id);
    if (!moved.ok && moved.error.kind === 'refused')
      return { kind: 'done', words: `The status was not moved. ${moved.error.words}` };
    if (!moved.ok) return { kind: 'stopped', problem: moved.error };
    visited.add(move.name);
    if ((move.category === 'done') !== (wanted === 'closed')) continue;
    // Read once more, so that the status of the issue is shown.
    return (await keepIssue(db, claim, now(), { agreed: wanted })) ? { kind: 'wait', seconds: 0, words: null } : { kind: 'lost' };
  }
  return { kind: 'done', words: 'The workflow in Jira has too many steps.' };
}
