import type { SortOf } from '#contract/kit/sorting.ts';
import type { externalShiftSorts } from '#contract/mapping/external-shifts.ts';
import type { atsObjectSorts } from '#contract/mapping/reference-lists.ts';
import type { AtsObject } from './ats-objects.ts';

type ShiftSort = SortOf<(typeof externalShiftSorts)[number]>;
type EntrySort = SortOf<(typeof atsObjectSorts)[number]>;

/** Sorts of a shift whose column has another name in the general list. */
const entryNames = {
  starts: 'cityOrStart',
  '-starts': '-cityOrStart',
  ends: 'stateOrEnd',
  '-ends': '-stateOrEnd',
} as const satisfies Partial<Record<ShiftSort, EntrySort>>;

/** An entry of the shift list, with its times under their own names. */
export const shiftOf = ({ cityOrStart: starts, stateOrEnd: ends, ...entry }: AtsObject) => ({ ...entry, starts, ends });

/** Converts the sort of a shift list to that of the general list. */
export const entrySort = (sort: ShiftSort): EntrySort =>
  sort in entryNames ? entryNames[sort as keyof typeof entryNames] : (sort as EntrySort);

/** Renames the fields of validation messages from the general list to those of a shift. */
export const shiftProblems = ({ cityOrStart, stateOrEnd, ...others }: Record<string, string>): Record<string, string> => ({
  ...(cityOrStart !== undefined && { starts: cityOrStart }),
  ...(stateOrEnd !== undefined && { ends: stateOrEnd }),
  ...others,
});
