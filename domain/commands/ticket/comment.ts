import type { TicketCommentRow } from '#contract/rows/ticket.ts';
import { command, type RowWrite } from '../kit/command.ts';
import { keysOf } from '../kit/each-row.ts';
import { held, refused, rowNamed } from '../kit/versioned.ts';
import { answeredTicket, removedTicket, ticketChange } from './ticket-change.ts';

/**
 * Answers a ticket. An answer to a closed ticket reopens it, also one that was written offline before the ticket was closed: so no
 * answer is lost. An answer to a ticket that was merged goes to the one that it was merged into, whose row the service changes. It cannot be
 * undone, because it is sent by email.
 */
export const commentOnTicket = command('ticket.comment.v1', {
  ...ticketChange,
  describe: ({ ticketId }, names) => ['answerTicket', { ticket: names.of('ticket', [ticketId]) }],
  refs: [rowNamed('ticketComment', 'creates'), { collection: 'ticket', id: 'ticketId', ref: 'ticketRef', does: 'names' }],
  touches: ({ id, ticketId }) => [...keysOf('ticket', [ticketId]), ...keysOf('ticketComment', [id])],
  apply: (rows, { id, ref, ticketId, authorId, fromProvider, text }, { by, at }) => {
    const result = { done: [id], refused: [] };
    const ticket = held(rows, 'ticket', ticketId);
    if (!ticket) return refused('gone', removedTicket);
    // Sent again: the answer is there.
    if (rows.get('ticketComment', id)) return { ok: true, value: { writes: [], result } };
    if (ref === null) return refused('gone', removedTicket);
    const mergedInto = ticket.mergedInto ?? null;
    const comment: TicketCommentRow = {
      id,
      ref,
      ticketId: mergedInto ?? ticketId,
      authorId,
      fromProvider,
      text,
      author: by,
      writtenAt: at,
      purged: false,
      version: 1,
      by,
      at,
    };
    const answered: RowWrite[] =
      mergedInto === null ? [{ collection: 'ticket', row: answeredTicket(ticket, { by, at }, fromProvider) }] : [];
    return { ok: true, value: { writes: [...answered, { collection: 'ticketComment', row: comment }], result } };
  },
  inverse: 'none',
});
