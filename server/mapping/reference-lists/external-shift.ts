import type { SortOf } from '#contract/kit/sorting.ts';
import type { externalShiftSorts } from '#contract/mapping/external-shifts.ts';
import type { atsObjectSorts } from '#contract/mapping/reference-lists.ts';
import type { AtsObject } from './ats-objects.ts';

type ShiftSort = SortOf<(typeof externalShiftSorts)[number]>;
type EntrySort = SortOf<(typeof atsObjectSorts)[number]>;

/** How an entry of any list calls what a shift calls otherwise. */
const entryNames = {
  starts: 'cityOrStart',
  '-starts': '-cityOrStart',
  ends: 'stateOrEnd',
  '-ends': '-stateOrEnd',
} as const satisfies Partial<Record<ShiftSort, EntrySort>>;

/** An entry of the list of shifts, with its times by their names. */
export const shiftOf = ({ cityOrStart: starts, stateOrEnd: ends, ...entry }: AtsObject) => ({ ...entry, starts, ends });

/** The order of a list of shifts as the order of any list. */
export const entrySort = (sort: ShiftSort): EntrySort =>
  sort in entryNames ? entryNames[sort as keyof typeof entryNames] : (sort as EntrySort);

/** Sentences by field of an entry as sentences by field of a shift. */
export const shiftProblems = ({ cityOrStart, stateOrEnd, ...others }: Record<string, string>): Record<string, string> => ({
  ...(cityOrStart !== undefined && { starts: cityOrStart }),
  ...(stateOrEnd !== undefined && { ends: stateOrEnd }),
  ...others,
});
