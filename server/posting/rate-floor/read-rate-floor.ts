import { type RateFloor, rateFloorKey } from '#domain/posting/rate-floor.ts';
import type { Db, Tx } from '#server/kit/db/connection.ts';
import { rowsOf } from '#server/kit/db/rows.ts';

/** The lowest rates that a customer accepts; null if it has set none. */
export async function readRateFloor(db: Db | Tx, customerId: number): Promise<RateFloor | null> {
  const [row = null] = await rowsOf(db, customerId, rateFloorKey.collection);
  return row;
}
