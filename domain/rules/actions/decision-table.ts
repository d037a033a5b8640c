import type { RuleTable, TableColumn } from '#contract/rows/rule-rows.ts';
import type { Comparison, FieldRef } from '../language/condition.ts';
import { type OperatorName, operatorNamed } from '../language/operators.ts';
import { type Read, type Test, testOf, verdict } from './comparison-test.ts';
import { keyOf, type Unwritable, type Write } from './field-write.ts';
import { prepareSetter, type Setter } from './setter.ts';

/** The result of a table for a job: the matching line (from 1) and the values of its target cells. */
type TableAnswer = { readonly line: number; readonly writes: readonly Write[]; readonly problems: readonly string[] };

/** A decision table, prepared for many jobs. */
export type PreparedTable = {
  readonly reads: readonly FieldRef[];
  readonly targets: readonly string[];
  readonly answer: (read: Read) => TableAnswer | null;
};

type Line = {
  readonly no: number;
  readonly cells: readonly { readonly ref: FieldRef; readonly test: Test }[];
  readonly setters: readonly Setter[];
};

const refOf = ({ fieldId, variable }: TableColumn): FieldRef => ({ fieldId, variable });

/** Whether a source cell matches any value. */
const matchesAll = (cell: string): boolean => cell.trim() === '' || cell.trim() === '*';

/**
 * Turns a source cell into a comparison: alternatives separated by `|`, the ends of a range of numbers or dates by `~`, or a sign
 * before the value (`>=60`). Anything else is the value itself, including brackets and quotes, as in spreadsheets.
 */
function comparisonOf(ref: FieldRef, cell: string): Comparison {
  const [, sign = '=', rest = ''] = /^(<=|>=|<>|!=|<|>|=)?([\s\S]*)$/.exec(cell.trim()) ?? [];
  const operator: OperatorName = operatorNamed(sign)?.name ?? 'equal';
  const isRange = operator === 'equal' || operator === 'not equal';
  const value = rest.split('|').map((choice) => {
    const ends = choice.split('~');
    const parts = isRange && ends.length === 2 && ends.every((end) => /^[\s\d$.,/+-]+$/.test(end)) ? ends : [choice];
    return parts.map((part) => ({ kind: 'text', text: part.trim() }) as const);
  });
  return { kind: 'comparison', field: ref, operator, value };
}

/** Prepares a table for many jobs; `today` is the customer's local day. An invalid cell is reported with line and column. */
export function prepareTable(table: RuleTable, today: string): PreparedTable | Unwritable {
  const [sources, targets] = [table.sources.map(refOf), table.targets.map(refOf)];
  if (sources.length === 0 || targets.length === 0) return { problem: 'The table needs a source and a target column.' };
  const lines: Line[] = [];
  for (const [i, cells] of table.lines.entries()) {
    const setters: Setter[] = [];
    for (const [c, ref] of targets.entries()) {
      const cell = cells[sources.length + c] ?? '';
      if (cell.trim() === '') continue;
      const setter = prepareSetter(ref, cell, today);
      if ('problem' in setter) return { problem: `Row ${i + 1} of the table: ${setter.problem}` };
      setters.push(setter);
    }
    lines.push({ no: i + 1, cells: testsOf(sources, cells, today), setters });
  }
  const reads = [...sources, ...lines.flatMap((line) => line.setters.flatMap((setter) => setter.reads))];
  return { reads: distinct(reads), targets: [...new Set(targets.map(keyOf))], answer: (read) => answerOf(lines, read) };
}

const testsOf = (sources: readonly FieldRef[], cells: readonly string[], today: string): Line['cells'] =>
  sources.flatMap((ref, c) => {
    const cell = cells[c] ?? '';
    return matchesAll(cell) ? [] : [{ ref, test: testOf(comparisonOf(ref, cell), today) }];
  });

function answerOf(lines: readonly Line[], read: Read): TableAnswer | null {
  const line = lines.find(({ cells }) => cells.every(({ ref, test }) => test(read(ref), read) === verdict.yes));
  if (!line) return null;
  const results = line.setters.map((setter) => setter.give(read));
  return {
    line: line.no,
    writes: results.filter((result) => 'key' in result),
    problems: results.flatMap((result) => ('problem' in result ? [result.problem] : [])),
  };
}

/** Removes duplicate fields. */
export function distinct(refs: readonly FieldRef[]): readonly FieldRef[] {
  return [...new Map(refs.map((ref) => [keyOf(ref), ref])).values()];
}
