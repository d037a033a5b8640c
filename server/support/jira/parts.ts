import type { Db } from '#server/kit/db/connection.ts';
import type { ClaimedIssue } from './issue-rows.ts';

type Kind = 'comment' | 'file' | 'fromJira';

/** What of a ticket is in its issue: our parts of a kind, with their ids in Jira. */
export async function partsOf(db: Db, { customerId, ticketId }: ClaimedIssue, kind: Kind): Promise<ReadonlyMap<string, string>> {
  const rows = await db
    .selectFrom('ticket_issue_part')
    .select(['part', 'jira_id'])
    .where('customer_id', '=', customerId)
    .where('ticket_id', '=', ticketId)
    .where('kind', '=', kind)
    .execute();
  return new Map(rows.map(({ part, jira_id }) => [part, jira_id]));
}

/** Remembers that a part is in both. */
export async function notePart(
  db: Db,
  { customerId, ticketId }: ClaimedIssue,
  kind: Kind,
  part: string,
  jiraId: string,
): Promise<void> {
  await db
    .insertInto('ticket_issue_part')
    .values({ customer_id: customerId, ticket_id: ticketId, kind, part, jira_id: jiraId })
    .onConflict((conflict) => conflict.doNothing())
    .execute();
}
