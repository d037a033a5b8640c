import { ok } from '#contract/kit/result.ts';
import { readTicketIssue, retryTicketIssue, type TicketIssue } from '#contract/support/ticket-issue.ts';
import type { Db, Tx } from '#server/kit/db/connection.ts';
import { done, unchanged } from '#server/kit/http/audited.ts';
import { type Handler, handle } from '#server/kit/http/handle.ts';
import { ticketNamed } from '../tickets/read-tickets.ts';

const ticket = { ticket: ticketNamed() };

/** How far tickets are on their way to Jira, for administrators. */
export const ticketIssueRoutes: Handler[] = [
  handle(readTicketIssue, { load: ticket }, async (_args, { services }, { ticket: { customerId, row } }) =>
    ok(await shownIssue(services.db, customerId, row.id)),
  ),
  handle(
    retryTicketIssue,
    { audit: 'ticket.jira.retry', load: ticket },
    async ({ id }, { tx, actor }, { ticket: { customerId } }) => {
      const before = await shownIssue(tx, customerId, id);
      if (before.state === 'none') return unchanged(before);
      await tx
        .updateTable('ticket_issue')
        .set({ due: true, next_at: null, ...(before.state === 'failed' && { state: before.key === null ? 'waiting' : 'sent' }) })
        .where('customer_id', '=', customerId)
        .where('ticket_id', '=', id)
        .execute();
      const note = { object: ['ticket', id] as const, customerId: actor.actorCustomerId };
      return done(await shownIssue(tx, customerId, id), note);
    },
  ),
];

const none: TicketIssue = { state: 'none', key: null, link: null, problem: null, nextAt: null };

async function shownIssue(db: Db | Tx, customerId: number, ticketId: number): Promise<TicketIssue> {
  const issue = await db
    .selectFrom('ticket_issue')
    .select(['state', 'place', 'issue_key as key', 'problem', 'next_at as nextAt'])
    .where('customer_id', '=', customerId)
    .where('ticket_id', '=', ticketId)
    .executeTakeFirst();
  if (!issue) return none;
  const { state, place, key, problem, nextAt } = issue;
  const link = key === null || place === null ? null : `${new URL(place).origin}/browse/${key}`;
  return { state: state === 'creating' ? 'waiting' : state, key, link, problem, nextAt };
}
