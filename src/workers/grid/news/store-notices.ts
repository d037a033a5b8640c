import type { Layout, Notice } from '#src/store/tables/tables.ts';

/** Collections that the grid reads row by row. */
export type Followed = 'atsValue' | 'mapValue' | 'job';

/** Whether a collection that the grid reads was replaced as a whole. */
export const tellsAll = ({ changes }: Notice): boolean =>
  changes.some((change) => change.ids === 'all' && ['job', 'mapValue', 'atsValue'].includes(change.collection));

/** Whether what vendors' status texts mean to the customer, or its targets, may have changed. */
export const tellsOfLookups = ({ changes }: Notice): boolean =>
  changes.some(({ collection }) => collection === 'customerStatus' || collection === 'source' || collection === 'target');

/** Whether the customer's floor of rates may have changed. */
export const tellsOfFloor = ({ changes }: Notice): boolean => changes.some(({ collection }) => collection === 'rateFloor');

/** Numbers of the blocks of a collection. */
export const numbersOf = (layout: Layout | undefined): Set<number> => new Set(layout?.live.map(({ no }) => no));

/** Ids that notices report, except those in a block that is already loaded. */
export function idsIn(notices: readonly Notice[], collection: Followed, taken: ReadonlySet<number>): readonly number[] {
  return notices
    .flatMap((notice) => notice.changes)
    .filter((change) => change.collection === collection && !(change.block !== undefined && taken.has(change.block)))
    .flatMap((change) => (change.ids === 'all' ? [] : change.ids));
}
