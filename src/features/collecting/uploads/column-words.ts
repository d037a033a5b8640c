import type { ColumnReport } from '#contract/collecting/column-mapping.ts';
import type { FieldNames } from '#domain/job-list/field-names.ts';
import { feedFieldLabel } from '#src/entities/collect/feed-fields.ts';

/** Why a column is read as it is, in a few words. */
export function reasonOf({ field, suggested, certainty, why, seems }: ColumnReport, names: FieldNames): string {
  if (why === 'chosen') return 'You chose it';
  if (why === 'learned') return certainty === 100 ? 'As in the last file like this' : 'As in the last file with this column';
  if (suggested !== null) return `Could be ${feedFieldLabel(suggested, names)}`;
  if (field === null) return upperFirst(seems);
  if (why === 'values') return `Values are ${seems}`;
  const by = why === 'similar' ? 'Similar name' : 'Known name';
  return seems.startsWith('weekly gross') ? `${by}; ${seems}` : by;
}

const upperFirst = (text: string): string => text.slice(0, 1).toUpperCase() + text.slice(1);

/** The columns that are not read, each with what it seems to be. Columns without any value are left out. */
export const unreadOf = (columns: readonly ColumnReport[]): readonly ColumnReport[] =>
  columns.filter(({ field, filled }) => field === null && filled > 0);
