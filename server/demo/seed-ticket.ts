import type { TicketCommentRow, TicketRow } from '#contract/rows/ticket.ts';
import { nextIds, writeRows } from '../feed/publish.ts';
import type { Services } from '../kit/http/handle.ts';

/** The agency's first tickets, one with an answer by support, so that a demo shows what they look like. Does nothing where there is one. */
export async function seedTicket({ db, now }: Services, customerId: number, provider: string): Promise<void> {
  await db.transaction().execute(async (tx) => {
    const any = await tx.selectFrom('ticket').select('id').where('customer_id', '=', customerId).limit(1).executeTakeFirst();
    const people = tx.selectFrom('app_user').select(['id', 'name', 'email']).where('customer_id', '=', customerId);
    const person = await people.orderBy('id').executeTakeFirst();
    if (any || !person) return;
    const [id = 1, closedId = 2] = await nextIds(tx, 'ticket', 2);
    const [commentId = 1] = await nextIds(tx, 'ticketComment', 1);
    const [asked, answered] = [20, 2].map((hours) => new Date(now().getTime() - hours * 3_600_000).toISOString()) as [
      string,
      string,
    ];
    const desk = { customer_id: customerId, email: person.email, first_answered_at: answered };
    await tx
      .insertInto('ticket_desk')
      .values([id, closedId].map((ticketId) => ({ ...desk, ticket_id: ticketId })))
      .execute();
    const said = { asked, answered, provider };
    await writeRows(tx, customerId, [
      { collection: 'ticket', row: ticketOf(id, person, said) },
      { collection: 'ticket', row: closedTicket(ticketOf(closedId, person, said)) },
      { collection: 'ticketComment', row: commentOf(commentId, id, person.id, said) },
    ]);
  });
}

/** When it was asked and answered, and by whom of the provider. */
type Said = { readonly asked: string; readonly answered: string; readonly provider: string };
const kept = { ref: null, purged: false, version: 1 };

const ticketOf = (id: number, person: { id: number; name: string }, { asked, answered, provider }: Said): TicketRow => ({
  ...kept,
  id,
  level: 'helpDesk',
  status: 'open',
  subject: 'A job is missing or wrong',
  description: 'Night shifts of one vendor come without a bill rate since Monday.',
  customerName: 'Harborview Staffing',
  authorId: person.id,
  author: person.name,
  questionId: 1,
  answers: [{ fieldId: 1, name: 'Job ID', value: '884-210' }],
  taskId: null,
  jobId: null,
  evidence: null,
  files: [],
  createdAt: asked,
  changedAt: answered,
  comments: 1,
  lastAnswer: { at: answered, by: provider, fromProvider: true },
  jiraStatus: '',
  by: provider,
  at: answered,
});

/** A ticket that was closed without an answer. */
const closedTicket = (ticket: TicketRow): TicketRow => ({
  ...ticket,
  status: 'closed',
  subject: 'Users, roles and access',
  description: 'Our new recruiter does not see Staging.',
  questionId: 5,
  answers: [],
  comments: 0,
  lastAnswer: null,
});

const commentOf = (id: number, ticketId: number, authorId: number, { answered, provider }: Said): TicketCommentRow => ({
  ...kept,
  id,
  ticketId,
  authorId,
  author: provider,
  fromProvider: true,
  text: 'Give Night Shift Rate and Rate the same target field in the mapping of the file.',
  writtenAt: answered,
  by: provider,
  at: answered,
});
