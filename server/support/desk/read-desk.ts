import { sql } from 'kysely';
import type { TicketRow } from '#contract/rows/ticket.ts';
import type { Desk } from '#contract/support/desk.ts';
import { firstAnswerDue, type TicketPriority } from '#domain/tickets/first-answer.ts';
import type { Db, Tx } from '#server/kit/db/connection.ts';

/** The administrators of the provider who can work. */
async function supportPeople(db: Db | Tx): Promise<{ id: number; name: string }[]> {
  const { rows } = await sql<{ id: number; name: string }>`select id, name from support_people()`.execute(db);
  return rows;
}

/** Refused emails that are shown, the newest. */
const mostRefused = 10;

/** What the provider's people decided about a ticket. */
export type Decided = { readonly assigneeId: number | null; readonly priority: TicketPriority };

/** What only the provider knows of a ticket. */
export async function deskOf(db: Db | Tx, customerId: number, ticket: TicketRow): Promise<Desk> {
  const desk = await db
    .selectFrom('ticket_desk')
    .select(['email', 'phone', 'assignee_id', 'priority', 'first_answered_at'])
    .where('customer_id', '=', customerId)
    .where('ticket_id', '=', ticket.id)
    .executeTakeFirst();
  const notes = await db
    .selectFrom('ticket_note')
    .select(['id', 'by_name as by', 'written_at as at', 'text'])
    .where('customer_id', '=', customerId)
    .where('ticket_id', '=', ticket.id)
    .orderBy('id')
    .execute();
  const followers = await db
    .selectFrom('ticket_follower')
    .select('email')
    .where('customer_id', '=', customerId)
    .where('ticket_id', '=', ticket.id)
    .orderBy('id')
    .execute();
  const refused = await db
    .selectFrom('ticket_reply')
    .select(['id', 'received_at as at', 'sender as from', 'words as why'])
    .where('customer_id', '=', customerId)
    .where('ticket_id', '=', ticket.id)
    .where('state', '=', 'refused')
    .orderBy('id', 'desc')
    .limit(mostRefused)
    .execute();
  const priority = desk?.priority ?? 'normal';
  return {
    email: desk?.email ?? '',
    phone: desk?.phone ?? null,
    assigneeId: desk?.assignee_id ?? null,
    priority,
    firstAnswerDueAt: new Date(firstAnswerDue(Date.parse(ticket.createdAt), priority)).toISOString(),
    firstAnsweredAt: desk?.first_answered_at ?? null,
    notes,
    people: await supportPeople(db),
    followers: followers.map(({ email }) => email),
    refusedMails: refused,
  };
}
