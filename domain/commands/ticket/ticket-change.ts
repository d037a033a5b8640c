import { wholeRow } from '../kit/versioned.ts';

export const removedTicket = 'This ticket is no longer here.';

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
