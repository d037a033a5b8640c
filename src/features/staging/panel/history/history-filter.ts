import type { JobChange } from '#contract/staging/job-history.ts';
import type { FieldNames } from '#domain/job-list/field-names.ts';
import { labelOf } from './history-labels.ts';

/** Which changes of a job are shown: of one field, of one person or rule, of one kind. Null for any. */
export type HistoryFilter = { readonly field: string | null; readonly who: string | null; readonly how: string | null };
export const noFilter: HistoryFilter = { field: null, who: null, how: null };

type Line = Pick<JobChange, 'field' | 'who' | 'how'>;

export const keeps = ({ field, who, how }: HistoryFilter, line: Line): boolean =>
  (field === null || line.field === field) && (who === null || line.who === who) && (how === null || line.how === how);

const hows: Readonly<Record<JobChange['how'], string>> = {
  collected: 'Collected',
  rule: 'Rules',
  manual: 'By hand',
  mapping: 'Mapping',
  posting: 'Posting',
};

type Choice = { readonly value: string; readonly label: string };

/** What the filters offer: only what the lines have, by label. */
export const choicesIn = (
  lines: readonly Line[],
  names: FieldNames,
): Readonly<Record<keyof HistoryFilter, readonly Choice[]>> => ({
  field: choices(lines, ({ field }) => ({ value: field, label: labelOf(field, names) })),
  who: choices(lines, ({ who }) => ({ value: who, label: who })),
  how: choices(lines, ({ how }) => ({ value: how, label: hows[how] })),
});

function choices(lines: readonly Line[], of: (line: Line) => Choice): readonly Choice[] {
  const byValue = new Map(lines.map(of).map((choice) => [choice.value, choice]));
  return [...byValue.values()].sort((a, b) => a.label.localeCompare(b.label));
}
