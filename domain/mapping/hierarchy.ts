import type { AtsValueRow, MapKind } from '#contract/rows/rows.ts';

type Listed = Pick<AtsValueRow, 'extId' | 'parentId'>;

/** A part of a list of ATS values: one level of its hierarchy, or the values of one parent. The service's call takes the same. */
export type ListPart = { readonly level: number } | { readonly parentId: string };

/**
 * The level of each value of a list, by its id in the ATS; 1 is the top. A parent outside the list counts as none. Values that are
 * their own ancestors have no level, nor has what belongs to them.
 */
export function levelsOf(rows: readonly Listed[]): ReadonlyMap<string, number> {
  const listed = new Set(rows.map(({ extId }) => extId));
  const below = new Map<string, string[]>();
  let now: string[] = [];
  for (const { extId, parentId } of rows) {
    if (parentId === null || !listed.has(parentId)) {
      now.push(extId);
      continue;
    }
    const siblings = below.get(parentId) ?? [];
    below.set(parentId, siblings);
    siblings.push(extId);
  }
  const levels = new Map<string, number>();
  for (let level = 1; now.length > 0; level++) {
    for (const extId of now) levels.set(extId, level);
    now = now.flatMap((extId) => below.get(extId) ?? []);
  }
  return levels;
}

/** Whether a value belongs to a parent. A specialty without a degree belongs to every degree; a client without a parent to none. */
export const isUnder = (kind: MapKind, { parentId }: Listed, parent: string): boolean =>
  kind === 'facility' ? parentId === parent : (parentId ?? parent) === parent;
