import type { ColumnShape } from '#contract/collecting/column-mapping.ts';

/** How the columns of a file differ from those of the last one. `lost` columns filled a field and are gone or empty now. */
export type Drift = { readonly lost: readonly string[]; readonly added: readonly string[] };

/** A column that says something in fewer records is empty every now and then anyway. */
const usuallyFilled = 0.5;
const asGoodAsEmpty = 0.01;

/** Compares the columns of two files of one task. A field that another column fills now is not lost. */
export function driftOf(before: readonly ColumnShape[], after: readonly ColumnShape[]): Drift {
  if (before.length === 0) return { lost: [], added: [] };
  const now = new Map(after.map((shape) => [shape.column, shape]));
  const known = new Set(before.map(({ column }) => column));
  const stillFilled = new Set(after.flatMap(({ field, filled }) => (filled > asGoodAsEmpty ? (field ?? []) : [])));
  const lost = before.filter(
    ({ column, field, filled }) =>
      field !== null && filled >= usuallyFilled && !stillFilled.has(field) && (now.get(column)?.filled ?? 0) <= asGoodAsEmpty,
  );
  return {
    lost: lost.map(({ column }) => column),
    added: after.filter(({ column }) => !known.has(column)).map(({ column }) => column),
  };
}

/** Why a file whose columns are lost is not staged, or null. It ends as every alarm that a person may accept. */
export function driftAlarm({ lost }: Drift, remedy: string): string | null {
  if (lost.length === 0) return null;
  const named = lost.slice(0, 5).map((column) => `“${column}”`);
  const more = lost.length > named.length ? ` and ${lost.length - named.length} more` : '';
  const what = lost.length === 1 ? `The column ${named[0]} is` : `The columns ${named.join(', ')}${more} are`;
  return `${what} gone or empty in the new file, so that its jobs would lose values. Nothing was staged or canceled. Check the columns with the vendor; if the file is right, ${remedy}`;
}
