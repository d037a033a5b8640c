import { command } from '../kit/command.ts';
import { imagesOf } from '../kit/images-of.ts';
import { held, refused, rewritten, rowNamed } from '../kit/versioned.ts';
import { removedTicket, ticketChange } from './ticket-change.ts';

/** Closes a ticket or reopens it. One that was merged stays closed. */
export const setTicketStatus = command('ticket.status.v1', {
  ...ticketChange,
  describe: ({ id, status }, names) => [
    status === 'closed' ? 'closeTicket' : 'reopenTicket',
    { ticket: names.of('ticket', [id]) },
  ],
  refs: [rowNamed('ticket', 'names')],
  apply: (rows, { id, status }, context) => {
    const mergedInto = held(rows, 'ticket', id)?.mergedInto ?? null;
    if (mergedInto !== null && status === 'open')
      return refused('changed', `This ticket was merged into ticket ${mergedInto}. Answer or reopen that one.`);
    return rewritten(
      rows,
      { collection: 'ticket', id, gone: removedTicket },
      (row) => (row.status === status ? row : { ...row, status, changedAt: context.at }),
      context,
    );
  },
  inverse: ({ id, ref }, before) =>
    imagesOf('ticket', before).flatMap(({ fields: { status } }) =>
      status === undefined ? [] : [{ name: 'ticket.status.v1' as const, args: { id, ref, status } }],
    ),
});
