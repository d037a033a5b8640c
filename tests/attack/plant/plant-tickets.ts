import type { TicketRow } from '#contract/rows/ticket.ts';
import { aTicket } from '#tests/support/factories/ticket-factory.ts';
import { uuidOf } from './planted.ts';

type Row = readonly [table: string, row: Readonly<Record<string, unknown>>];

/** A ticket with a file. */
export function plantedTicket(n: number, c: string, at: string, said: Partial<TicketRow>): TicketRow {
  const file = { id: uuidOf(n), name: c, kind: 'Text', size: c.length, by: c, at };
  return aTicket({
    id: n,
    subject: c,
    description: c,
    customerName: c,
    authorId: n,
    author: c,
    answers: [],
    files: [file],
    ...said,
  });
}

/** What the service keeps of a ticket besides its row. */
export const ticketRows = (n: number, c: string, at: string): Row[] => [
  ['ticket_file', { id: uuidOf(n), ticket_id: n, name: c, content: Buffer.from(c), by_id: n, added_at: at }],
  ['ticket_desk', { ticket_id: n, email: `${c}@example.org`, phone: c }],
  ['ticket_follower', { id: n, ticket_id: n, user_id: n, email: `${c}@example.org` }],
  ['ticket_address', { ticket_id: n, of_provider: false, key: `ticket-${c}` }],
  [
    'ticket_reply',
    {
      id: n,
      ticket_id: n,
      of_provider: false,
      received_at: at,
      sender: `${c}@example.org`,
      message_id: c,
      digest: c,
      envelope: JSON.stringify({ ip: '', greeting: c, sender: c }),
      content: Buffer.from(c),
    },
  ],
  ['ticket_note', { id: n, ticket_id: n, by_id: n, by_name: c, text: c, written_at: at }],
  ['ticket_issue', { ticket_id: n, place: c, issue_key: c, problem: c, issue_updated: c }],
  ['ticket_issue_part', { ticket_id: n, kind: 'comment', part: c, jira_id: c }],
  ['jira_pace', { next_at: at, problem: c }],
];
