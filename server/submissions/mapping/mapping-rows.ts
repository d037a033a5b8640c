import type { MappingRow } from '#contract/submissions/mapping.ts';
import { jrKey, mappedBetween } from '#domain/submissions/pair-steps.ts';
import type { Db } from '#server/kit/db/connection.ts';
import { pairLinks } from './pair-links.ts';

/**
 * The mapping from a source to a destination: each step of the source with the one of the destination that follows it, by degree, then
 * specialty of the source. Steps of the destination without one of the source come last.
 */
export async function mappingRows(db: Db, customerId: number, sourceId: number, targetId: number): Promise<MappingRow[]> {
  const from = await pairLinks(db, customerId, { targetIds: [sourceId], side: 'from' });
  return mappedBetween(from, await pairLinks(db, customerId, { targetIds: [targetId], side: 'to' }), jrKey);
}
