import { randomUUID } from 'node:crypto';
import { sql } from 'kysely';
import type { TicketRow } from '#contract/rows/ticket.ts';
import type { RowWrite } from '#domain/commands/kit/command.ts';
import { nextIds } from '#server/feed/publish.ts';
import type { Tx } from '#server/kit/db/connection.ts';
import { rowsOf } from '#server/kit/db/rows.ts';

export const noSuchTicket = 'Choose another ticket of the same customer.';

/** Why a ticket cannot be merged into the other one; null if it can. */
export function mergeProblem(row: TicketRow, kept: TicketRow | undefined): string | null {
  if (!kept || kept.id === row.id) return noSuchTicket;
  const [of = null, ofKept = null] = [row.mergedInto, kept.mergedInto];
  if (of !== null) return `This ticket was merged into ticket ${of} already.`;
  return ofKept === null ? null : `Ticket ${kept.id} was merged into ticket ${ofKept}. Choose that one.`;
}

type Merge = { readonly row: TicketRow; readonly kept: TicketRow; readonly by: string; readonly at: string };

/**
 * The rows after a merge, for the feed. The description of the merged ticket becomes an answer in the kept one, and its answers and files
 * are there as well. Internal notes, how its sender is reached, and the bytes of files move in the tables that no feed reads.
 */
export async function mergedRows(tx: Tx, customerId: number, merge: Merge): Promise<RowWrite[]> {
  const { row, kept, by, at } = merge;
  const comments = await rowsOf(tx, customerId, 'ticketComment', { where: sql`ticket_id = ${row.id}::bigint`, lock: true });
  const [firstId = 0] = await nextIds(tx, 'ticketComment', 1);
  await moveApart(tx, customerId, merge);
  const said = { by, at };
  const first = {
    id: firstId,
    ref: randomUUID(),
    ticketId: kept.id,
    authorId: row.authorId,
    author: row.author,
    fromProvider: false,
    text: `${row.subject} (ticket ${row.id})\n\n${row.description}`,
    writtenAt: row.createdAt,
    purged: false,
    version: 1,
    ...said,
  };
  const together: TicketRow = {
    ...kept,
    files: [...kept.files, ...row.files],
    comments: kept.comments + comments.length + 1,
    // An open question is not lost.
    status: row.status === 'open' ? 'open' : kept.status,
    lastAnswer: laterOf(kept.lastAnswer, row.lastAnswer ?? { at: row.createdAt, by: row.author, fromProvider: false }),
    changedAt: at,
    version: kept.version + 1,
    ...said,
  };
  const merged: TicketRow = {
    ...row,
    status: 'closed',
    mergedInto: kept.id,
    files: [],
    comments: 0,
    changedAt: at,
    version: row.version + 1,
    ...said,
  };
  return [
    { collection: 'ticket', row: together },
    { collection: 'ticket', row: merged },
    { collection: 'ticketComment', row: first },
    ...comments.map((comment): RowWrite => {
      const moved = { ...comment, ticketId: kept.id, version: comment.version + 1, ...said };
      return { collection: 'ticketComment', row: moved };
    }),
  ];
}

type LastAnswer = NonNullable<TicketRow['lastAnswer']>;
const laterOf = (one: LastAnswer | null, other: LastAnswer): LastAnswer => (one === null || other.at > one.at ? other : one);

/** Moves what is not in the feed: notes, bytes of files, and the people who get emails. */
async function moveApart(tx: Tx, customerId: number, { row, kept }: Merge): Promise<void> {
  for (const table of ['ticket_note', 'ticket_file'] as const)
    await tx
      .updateTable(table)
      .set({ ticket_id: kept.id })
      .where('customer_id', '=', customerId)
      .where('ticket_id', '=', row.id)
      .execute();
  await sql`
    insert into ticket_follower (customer_id, ticket_id, user_id, email)
    select ${customerId}, ${kept.id}, people.user_id, people.email from (
      select ${row.authorId}::integer as user_id, email from ticket_desk where customer_id = ${customerId} and ticket_id = ${row.id}
      union all select user_id, email from ticket_follower where customer_id = ${customerId} and ticket_id = ${row.id}
    ) people
    where not exists (
      select 1 from ticket_desk d where d.customer_id = ${customerId} and d.ticket_id = ${kept.id} and lower(d.email) = lower(people.email))
    on conflict do nothing`.execute(tx);
  await sql`delete from ticket_follower where customer_id = ${customerId} and ticket_id = ${row.id}`.execute(tx);
  await sql`
    update ticket_desk d set first_answered_at = coalesce(d.first_answered_at, m.first_answered_at)
    from ticket_desk m where d.customer_id = ${customerId} and d.ticket_id = ${kept.id}
    and m.customer_id = ${customerId} and m.ticket_id = ${row.id}`.execute(tx);
}
