import type { TicketRow } from '#contract/rows/ticket.ts';

/** Most characters of a description in a list (spec 4:353). */
const mostListed = 100;

/** A ticket's description as a list shows it: at most 100 characters on one line. */
export function listedDescription(description: string): string {
  const line = description.replaceAll(/\s+/g, ' ').trim();
  if (line.length <= mostListed) return line;
  // A character of two units is not cut in half.
  return `${line
    .slice(0, mostListed - 1)
    .replace(/[\uD800-\uDBFF]$/, '')
    .trimEnd()}…`;
}

/** The number on the wire of a ticket's level: 1 help desk, 2 support. */
export const levelNumber = (level: TicketRow['level']): 1 | 2 => (level === 'helpDesk' ? 1 : 2);
/** The number on the wire of a ticket's status: 1 open, 2 closed. */
export const statusNumber = (status: TicketRow['status']): 1 | 2 => (status === 'open' ? 1 : 2);

/** Whether the last answer is one that the ticket's reader `isProvider` waits for: it came from the other side, after they last read it. */
export function isUnread(ticket: Pick<TicketRow, 'lastAnswer'>, reader: { isProvider: boolean; seenAt: string | null }): boolean {
  const { lastAnswer } = ticket;
  if (lastAnswer === null || lastAnswer.fromProvider === reader.isProvider) return false;
  return reader.seenAt === null || lastAnswer.at > reader.seenAt;
}

/** Whether an open ticket waits for an answer by the provider: it has none yet, or the customer answered last. */
export const waitsForProvider = ({ status, lastAnswer }: Pick<TicketRow, 'status' | 'lastAnswer'>): boolean =>
  status === 'open' && lastAnswer?.fromProvider !== true;
