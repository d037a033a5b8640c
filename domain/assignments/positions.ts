import type { AssignmentRuleRow } from '#contract/rows/assignment-rule.ts';
import { inOrder } from './assignment-of.ts';

type Placed = Pick<AssignmentRuleRow, 'id' | 'position' | 'ref'>;
/** The new position of one rule. */
export type Move = { readonly id: number; readonly ref: string | null; readonly position: number };

/** The position after all rules. */
export const lastPosition = (rules: readonly Placed[]): number =>
  rules.length === 0 ? 1 : Math.floor(Math.max(...rules.map(({ position }) => position))) + 1;

/** The position before all rules. */
export const firstPosition = (rules: readonly Placed[]): number =>
  rules.length === 0 ? 1 : Math.ceil(Math.min(...rules.map(({ position }) => position))) - 1;

/**
 * What moves a rule by one place, up or down: usually one rule, between two others. All rules get new positions if there is no number left
 * between these two. Empty if the rule is at the end already.
 */
export function movesOf(rules: readonly Placed[], id: number, by: -1 | 1): readonly Move[] {
  const before = inOrder(rules);
  const at = before.findIndex((rule) => rule.id === id);
  const rule = before[at];
  if (!rule || !before[at + by]) return [];
  const others = before.filter((other) => other !== rule);
  const to = at + by;
  const [low, high] = [others[to - 1]?.position, others[to]?.position];
  const position = between(low, high);
  if (position !== null) return [{ id: rule.id, ref: rule.ref, position }];
  const after = [...others.slice(0, to), rule, ...others.slice(to)];
  return after.flatMap((one, i) => (one.position === i + 1 ? [] : [{ id: one.id, ref: one.ref, position: i + 1 }]));
}

/** A number between two; null if there is none. An absent one is the end of the list. */
function between(low: number | undefined, high: number | undefined): number | null {
  if (low === undefined) return Math.ceil((high ?? 1) - 1);
  if (high === undefined) return Math.floor(low) + 1;
  const middle = (low + high) / 2;
  return middle > low && middle < high ? middle : null;
}
