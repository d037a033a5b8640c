import type { DatasetReading, DatasetRow } from '#contract/rows/dataset-row.ts';
import { labelBy } from '#domain/ai/dataset/row-state.ts';
import type { ShiftModifier } from '#domain/ai/reading.ts';
import { read } from '#domain/parsing/extract/extract.ts';
import { readTime } from '#src/ui/form/read-time.ts';

/** A shift as the form has it: times as typed. */
export type ShiftDraft = {
  readonly substring: string;
  readonly start: string;
  readonly end: string;
  readonly hours: number | null;
  readonly shiftsPerWeek: number | null;
  readonly modifiers: readonly ShiftModifier[];
};
export type RateDraft = { readonly substring: string; readonly rate: number | null; readonly minRate: number | null };

/** What a person is about to say of a description. Null: it names none. */
export type Draft = { readonly shift: ShiftDraft | null; readonly rate: RateDraft | null };
export type Part = keyof Draft;

export const nothingMarked: Draft = { shift: null, rate: null };

/** A reading as the form shows it. */
export const draftOf = ({ shift, rate }: DatasetReading): Draft => ({
  shift: shift && { ...shift, start: shift.start ?? '', end: shift.end ?? '' },
  rate: rate && { ...rate },
});

/** What the form starts with: the person’s own label, or what the first engine reads. */
export const firstDraft = (row: DatasetRow, userId: number): Draft => {
  const reading = labelBy(row, userId)?.reading ?? row.proposals[0]?.reading;
  return reading ? draftOf(reading) : nothingMarked;
};

const timeOf = (typed: string): string | null => (typed.trim() === '' ? null : (readTime(typed) ?? typed.trim()));

/** What the form says. A missing rate is 0, which no check accepts. */
export const readingOf = ({ shift, rate }: Draft): DatasetReading => ({
  shift: shift && { ...shift, start: timeOf(shift.start), end: timeOf(shift.end) },
  rate: rate && { ...rate, rate: rate.rate ?? 0 },
});

/** A draft with words marked as the shift or the rate. What the built-in engine reads in these words alone fills the fields. */
export function withMark(draft: Draft, part: Part, substring: string): Draft {
  if (part === 'shift') {
    const found = read(`Shift: ${substring}`).shift;
    const blank = { start: null, end: null, hours: null, shiftsPerWeek: null, modifiers: [] };
    return { ...draft, shift: draftOf({ shift: { ...(found ?? blank), substring }, rate: null }).shift };
  }
  const found = read(`Bill rate: ${substring} per hour`).rate;
  return { ...draft, rate: { substring, rate: found?.rate ?? null, minRate: found?.minRate ?? null } };
}

/** A piece of a description, and what it is marked as. */
export type Segment = { readonly text: string; readonly parts: readonly Part[] };

/** A description in pieces, so that the marked words can be shown. Each mark is where its words occur first. */
export function segmentsOf(text: string, { shift, rate }: Draft): readonly Segment[] {
  const marks = (['shift', 'rate'] as const).flatMap((part) => {
    const words = (part === 'shift' ? shift : rate)?.substring ?? '';
    const from = words === '' ? -1 : text.indexOf(words);
    return from < 0 ? [] : [{ part, from, to: from + words.length }];
  });
  const edges = [...new Set([0, text.length, ...marks.flatMap(({ from, to }) => [from, to])])].sort((a, b) => a - b);
  return edges.slice(0, -1).map((from, i) => ({
    text: text.slice(from, edges[i + 1]),
    parts: marks.filter((mark) => mark.from <= from && from < mark.to).map(({ part }) => part),
  }));
}
