import type { FieldValue } from '#contract/rows/jobs.ts';
import { keyOf } from '#domain/rules/actions/field-write.ts';
import type { FieldRef } from '#domain/rules/language/condition.ts';
import { type ColumnState, codesAt } from './column-state.ts';

/** Groups of rows with equal values in some fields. Results that depend on these values are computed once per group. */
export type Tuples = {
  /** Group of each requested row. */
  readonly groupOf: Uint32Array;
  readonly groups: number;
  /** Reads the fields of a group. */
  readonly readIn: (group: number) => (field: FieldRef) => FieldValue;
};

/** Groups rows by their current values in `fields`. */
export function tuplesOf(fields: readonly FieldRef[], stateOf: (key: string) => ColumnState, rows: Uint32Array): Tuples {
  let groupOf = new Uint32Array(rows.length);
  let groups = rows.length === 0 ? 0 : 1;
  const columns = [...new Set(fields.map(keyOf))].map((key) => {
    const state = stateOf(key);
    return { key, values: state.column.values, codes: codesAt(state, rows) };
  });
  for (const { codes, values } of columns) {
    const next = new Map<number, number>();
    const finer = new Uint32Array(rows.length);
    for (let i = 0; i < rows.length; i++) {
      const pair = (groupOf[i] ?? 0) * values.length + (codes[i] ?? 0);
      let group = next.get(pair);
      if (group === undefined) next.set(pair, (group = next.size));
      finer[i] = group;
    }
    groupOf = finer;
    groups = next.size;
  }
  const first = new Uint32Array(groups).fill(rows.length);
  for (let i = rows.length - 1; i >= 0; i--) first[groupOf[i] ?? 0] = i;
  const readIn = (group: number) => {
    const at = first[group] ?? 0;
    const values = new Map(columns.map((column) => [column.key, column.values[column.codes[at] ?? 0] ?? null]));
    return (field: FieldRef): FieldValue => values.get(keyOf(field)) ?? null;
  };
  return { groupOf, groups, readIn };
}
