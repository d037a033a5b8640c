import type { TicketCommentRow, TicketRow } from '#contract/rows/ticket.ts';
import { nextIds, writeRows } from '../feed/publish.ts';
import type { Services } from '../kit/http/handle.ts';

/** The agency's first ticket with an answer by support, so that a demo shows what one looks like. Does nothing where there is one. */
export async function seedTicket({ db, now }: Services, customerId: number, provider: string): Promise<void> {
  await db.transaction().execute(async (tx) => {
    const any = await tx.selectFrom('ticket').select('id').where('customer_id', '=', customerId).limit(1).executeTakeFirst();
    const people = tx.selectFrom('app_user').select(['id', 'name', 'email']).where('customer_id', '=', customerId);
    const person = await people.orderBy('id').executeTakeFirst();
    if (any || !person) return;
    const [id = 1] = await nextIds(tx, 'ticket', 1);
    const [commentId = 1] = await nextIds(tx, 'ticketComment', 1);
    const hours = (ago: number) => new Date(now().getTime() - ago * 3_600_000).toISOString();
    const kept = { ref: null, purged: false, version: 1 };
    const comment: TicketCommentRow = {
      ...{ id: commentId, ticketId: id, authorId: person.id, author: provider, fromProvider: true, by: provider },
      ...{ text: 'Give Night Shift Rate and Rate the same target field in the mapping of the file.', ...kept },
      ...{ writtenAt: hours(2), at: hours(2) },
    };
    const ticket: TicketRow = {
      ...{ id, level: 'helpDesk', status: 'open', questionId: 1, taskId: null, jobId: null, evidence: null, files: [], ...kept },
      ...{ subject: 'A job is missing or wrong', customerName: 'Harborview Staffing', authorId: person.id, author: person.name },
      description: 'Night shifts of one vendor come without a bill rate since Monday.',
      answers: [{ fieldId: 1, name: 'Job ID', value: '884-210' }],
      ...{ createdAt: hours(20), changedAt: hours(2), at: hours(2), by: provider, comments: 1 },
      lastAnswer: { at: hours(2), by: provider, fromProvider: true },
    };
    await tx
      .insertInto('ticket_desk')
      .values({ customer_id: customerId, ticket_id: id, email: person.email, first_answered_at: hours(2) })
      .execute();
    await writeRows(tx, customerId, [
      { collection: 'ticket', row: ticket },
      { collection: 'ticketComment', row: comment },
    ]);
  });
}
