import type { TicketRow } from '#contract/rows/ticket.ts';
import type { CommandContext } from '../kit/command.ts';
import { wholeRow } from '../kit/versioned.ts';

export const removedTicket = 'This ticket is no longer here.';

/** A ticket after one more answer, which reopens it. */
export const answeredTicket = (
  ticket: TicketRow,
  { by, at }: Pick<CommandContext, 'by' | 'at'>,
  fromProvider: boolean,
): TicketRow => ({
  ...ticket,
  status: 'open',
  changedAt: at,
  comments: ticket.comments + 1,
  lastAnswer: { at, by, fromProvider },
  version: ticket.version + 1,
  by,
  at,
});

/** The common part of changes of support tickets. Answers and closing come from many people at once and never conflict. */
export const ticketChange = {
  ...wholeRow('ticket'),
  area: 'support',
  heading: 'tickets',
  shownOn: 'tickets',
  needs: () => [],
  forbidden: 'standard',
  reads: () => [],
  compares: () => [],
  compared: {},
  onDrift: 'overwrite',
} as const;
