import type { TicketRow } from '#contract/rows/ticket.ts';
import type { Tx } from '#server/kit/db/connection.ts';
import { storedRow } from '#server/kit/db/rows.ts';

/**
 * The ticket with this number, locked; if it was merged, the one that has its answers and files now. Tickets are locked in the order of their
 * merges, as a merge does.
 */
export async function lockedKept(tx: Tx, customerId: number, id: number): Promise<TicketRow | undefined> {
  const row = (await storedRow(tx, customerId, 'ticket', id, true))?.row;
  const mergedInto = row?.mergedInto ?? null;
  return mergedInto === null ? row : lockedKept(tx, customerId, mergedInto);
}
