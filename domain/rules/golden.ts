import type { FieldValue } from '#contract/rows/jobs.ts';
import type { GoldenJobRow } from '#contract/rows/rule-rows.ts';
import { fieldKeyed } from '../fields/catalogue.ts';
import { textOf } from '../fields/values.ts';
import { applyRules } from './apply-rules.ts';
import { valueIn } from './job-run.ts';
import type { PreparedRules } from './prepare-rules.ts';

/** One field of a pinned job that a change of rules moves away from what was pinned. */
export type GoldenMove = {
  readonly golden: GoldenJobRow;
  readonly field: string;
  readonly expected: FieldValue;
  readonly before: FieldValue;
  readonly after: FieldValue;
};

/**
 * Fields of pinned jobs that read otherwise under `after` than under `before`, and otherwise than they were pinned. A field that no
 * rule wrote when the job was pinned is expected to read as its vendor gave it.
 */
export function goldenMoves(pinned: readonly GoldenJobRow[], before: PreparedRules, after: PreparedRules): readonly GoldenMove[] {
  return pinned.flatMap((golden) => {
    const [was, is] = [applyRules(golden.job, before).job, applyRules(golden.job, after).job];
    const fields = new Set([...Object.keys(golden.expected), ...Object.keys(was.ruled), ...Object.keys(is.ruled)]);
    return [...fields].flatMap((field): GoldenMove[] => {
      const expected = field in golden.expected ? (golden.expected[field] ?? null) : valueIn(golden.job, field, after);
      const move = { golden, field, expected, before: valueIn(was, field, before), after: valueIn(is, field, after) };
      return move.after === move.before || move.after === expected ? [] : [move];
    });
  });
}

/** Which pinned jobs a change of rules would move, and how, in one sentence. */
export function goldenWords(moves: readonly GoldenMove[]): string {
  const jobs = [...new Map(moves.map(({ golden }) => [golden.id, golden])).values()].map((golden) => {
    const own = moves.filter((move) => move.golden.id === golden.id);
    return `${golden.name} (${own.map(moveWords).join(', ')})`;
  });
  return `${jobs.length === 1 ? 'A pinned job' : `${jobs.length} pinned jobs`} would come out otherwise: ${jobs.join('; ')}.`;
}

function moveWords({ field, before, after }: GoldenMove): string {
  const about = fieldKeyed(field);
  const words = (value: FieldValue) => textOf(value, about) || 'empty';
  return `${about?.label ?? field} ${words(before)} → ${words(after)}`;
}
