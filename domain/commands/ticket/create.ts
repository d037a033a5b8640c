import { command } from '../kit/command.ts';
import { refused, rowNamed, written } from '../kit/versioned.ts';
import { removedTicket, ticketChange } from './ticket-change.ts';

/**
 * Sends a ticket to support. Sent again, it changes nothing: what happened to the ticket since stays. The sender's email address and
 * phone number are kept by the service alone.
 */
export const createTicket = command('ticket.create.v1', {
  ...ticketChange,
  describe: ({ subject }) => ['createTicket', { subject }],
  refs: [rowNamed('ticket', 'creates')],
  apply: (rows, { id, ref, email: _email, phone: _phone, ...content }, context) => {
    const current = rows.get('ticket', id);
    if (current) return { ok: true, value: { writes: [], result: { done: [id], refused: [] } } };
    if (ref === null) return refused('gone', removedTicket);
    const { by, at } = context;
    const fresh = { status: 'open', comments: 0, lastAnswer: null, jiraStatus: '', createdAt: at, changedAt: at } as const;
    const row = { ...fresh, ...content, id, ref, files: [], author: by, purged: false, version: 0, by, at };
    return written('ticket', undefined, row, context);
  },
  inverse: 'none',
});
