import type { MappingRow, PairLink } from '#contract/submissions/mapping.ts';
import type { Db } from '#server/kit/db/connection.ts';
import { pairLinks } from './pair-links.ts';

/**
 * The mapping from a source to a destination: each step of the source with the one of the destination that follows it, by degree, then
 * specialty of the source. Steps of the destination without one of the source come last.
 */
export async function mappingRows(db: Db, customerId: number, sourceId: number, targetId: number): Promise<MappingRow[]> {
  const from = await pairLinks(db, customerId, { targetIds: [sourceId], side: 'from' });
  const to = await pairLinks(db, customerId, { targetIds: [targetId], side: 'to' });
  const byJr = new Map(to.map((link) => [jrKey(link), link]));
  const followed = new Set(from.map(jrKey));
  return [
    ...from.map((source) => ({ source, target: byJr.get(jrKey(source)) ?? null })),
    ...to.flatMap((target) => (followed.has(jrKey(target)) ? [] : [{ source: null, target }])),
  ];
}

const jrKey = ({ jrDegreeId, jrSpecialtyId }: PairLink): string => `${jrDegreeId}/${jrSpecialtyId}`;
