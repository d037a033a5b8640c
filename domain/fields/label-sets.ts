import type { GeneralLabelRow, LabelRow } from '#contract/rows/label.ts';
import type { Label } from '#contract/system/labels.ts';
import { type Labeled, labeled, wordsOf } from './label-words.ts';
import { type LabelSources, labelsFrom } from './labels.ts';

/** Whose labels are meant: of a customer, or else of a kind of target, or else of an industry; 0 for the others. */
export type LabelSet = { readonly customerId: number; readonly targetId: number; readonly industryId: number };

/** The set that labels are written to: the narrowest that is named. Undefined if none is. */
export function levelOf({ customerId, targetId, industryId }: LabelSet): keyof LabelSet | undefined {
  if (customerId !== 0) return 'customerId';
  if (targetId !== 0) return 'targetId';
  return industryId === 0 ? undefined : 'industryId';
}

/** Rows that a set can be made of. */
export type LabelRows = { readonly own: readonly LabelRow[]; readonly general: readonly GeneralLabelRow[] };

/** The rows of the set itself, without those that apply where it has none. */
export function rowsOfSet(set: LabelSet, { own, general }: LabelRows): readonly (LabelRow | GeneralLabelRow)[] {
  const level = levelOf(set);
  if (level === 'customerId') return own;
  if (level === undefined) return [];
  return general.filter((row) => row[level] === set[level]);
}

const sourcesOf = ({ targetId, industryId }: LabelSet, { own, general }: LabelRows): LabelSources => ({
  own,
  general,
  targetId: targetId === 0 ? null : targetId,
  industryId: industryId === 0 ? null : industryId,
});

/** The labels of a set, and those without its own rows. */
export function labelsOfSet(set: LabelSet, rows: LabelRows) {
  const mine = new Set(rowsOfSet(set, rows));
  const others: LabelRows = {
    own: rows.own.filter((row) => !mine.has(row)),
    general: rows.general.filter((row) => !mine.has(row)),
  };
  return { labels: labelsFrom(sourcesOf(set, rows)), without: labelsFrom(sourcesOf(set, others)) };
}

/** Every label of a set, in the order of the catalog, then the other words. */
export function linesOfSet(set: LabelSet, rows: LabelRows): Label[] {
  const { labels, without } = labelsOfSet(set, rows);
  const mine = new Map(rowsOfSet(set, rows).map((row) => [row.fieldKey, row]));
  const line = (word: Labeled): Label => {
    const [now, usual] = [wordsOf(labels, word), wordsOf(without, word)];
    const id = mine.get(word.key)?.id ?? 0;
    return {
      id,
      key: word.key,
      fieldId: word.fieldId ?? 0,
      defaultValue: usual.one,
      value: now.one,
      defaultPlural: usual.many,
      plural: now.many,
      isCustomized: id === 0 ? 0 : 1,
      removableId: id,
    };
  };
  return labeled.map(line);
}
