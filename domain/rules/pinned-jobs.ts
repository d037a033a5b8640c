import type { FieldValue } from '#contract/rows/jobs.ts';
import type { PinnedJobRow } from '#contract/rows/rule-rows.ts';
import { fieldKeyed } from '../fields/catalogue.ts';
import { textOf } from '../fields/values.ts';
import { applyRules } from './apply-rules.ts';
import { valueIn } from './job-run.ts';
import type { PreparedRules } from './prepare-rules.ts';

/** One field of a pinned job that a rule change moves away from its pinned value. */
export type PinnedMove = {
  readonly pinned: PinnedJobRow;
  readonly field: string;
  readonly expected: FieldValue;
  readonly before: FieldValue;
  readonly after: FieldValue;
};

/**
 * Fields of pinned jobs whose value under `after` differs both from `before` and from the pinned value. For a field that no rule
 * had written when the job was pinned, the vendor's value is expected.
 */
export function pinnedMoves(
  pinned: readonly PinnedJobRow[],
  before: PreparedRules,
  after: PreparedRules,
  onRule?: (ruleId: number) => void,
): readonly PinnedMove[] {
  return pinned.flatMap((pinned) => {
    const [was, is] = [applyRules(pinned.job, before, { onRule }).job, applyRules(pinned.job, after, { onRule }).job];
    const fields = new Set([...Object.keys(pinned.expected), ...Object.keys(was.ruled), ...Object.keys(is.ruled)]);
    return [...fields].flatMap((field): PinnedMove[] => {
      const expected = field in pinned.expected ? (pinned.expected[field] ?? null) : valueIn(pinned.job, field, after);
      const move = { pinned, field, expected, before: valueIn(was, field, before), after: valueIn(is, field, after) };
      return move.after === move.before || move.after === expected ? [] : [move];
    });
  });
}

/** The pinned jobs that a rule change would alter and how, in one sentence. */
export function pinnedText(moves: readonly PinnedMove[]): string {
  const jobs = [...new Map(moves.map(({ pinned }) => [pinned.id, pinned])).values()].map((pinned) => {
    const own = moves.filter((move) => move.pinned.id === pinned.id);
    return `${pinned.name} (${own.map(moveText).join(', ')})`;
  });
  return `${jobs.length === 1 ? 'A pinned job' : `${jobs.length} pinned jobs`} would come out otherwise: ${jobs.join('; ')}.`;
}

function moveText({ field, before, after }: PinnedMove): string {
  const about = fieldKeyed(field);
  const words = (value: FieldValue) => textOf(value, about) || 'empty';
  return `${about?.label ?? field} ${words(before)} → ${words(after)}`;
}
