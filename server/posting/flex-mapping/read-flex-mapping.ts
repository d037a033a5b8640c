import type { FlexMapping } from '#domain/posting/flex-mapping/flex-line.ts';
import type { Db, Tx } from '#server/kit/db/connection.ts';
import { storedRow } from '#server/kit/db/rows.ts';

/** The flex mapping of a target; null if it has none. */
export async function readFlexMapping(db: Db | Tx, customerId: number, targetId: number): Promise<FlexMapping | null> {
  const stored = await storedRow(db, customerId, 'flexMapping', targetId);
  return stored && !stored.row.purged ? stored.row : null;
}
