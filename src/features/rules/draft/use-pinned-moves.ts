import type { StoredRule } from '#contract/rows/rule-rows.ts';
import { preparationOn } from '#domain/rules/grounds.ts';
import { type PinnedMove, pinnedMoves, pinnedText } from '#domain/rules/pinned-jobs.ts';
import { prepareRules } from '#domain/rules/prepare-rules.ts';
import { useRuleGrounds } from '#src/entities/rule/use-rule-grounds.ts';
import { useRules } from '#src/entities/rule/use-rules.ts';
import { useCollection } from '#src/sync/hooks/use-collection.ts';
import { ask } from '#src/ui/ask/ask.tsx';

/** Id of a new rule. It runs after all others with the same order. */
const newest = Number.MAX_SAFE_INTEGER;

/** The pinned jobs that change when rule `id` (null: a new one) becomes `next`, or is removed (`next` is null). */
export type PinnedMovesOf = (id: number | null, next: StoredRule | null) => readonly PinnedMove[];

export function usePinnedMoves(): PinnedMovesOf {
  const { rows: pinned } = useCollection('goldenJob');
  const { rows } = useRules();
  const preparation = preparationOn(useRuleGrounds(), 'collection');
  return (id, next) => {
    const kept = pinned.filter(({ purged }) => !purged);
    if (kept.length === 0) return [];
    const rules = rows.filter(({ deleted }) => !deleted);
    const others = rules.filter((rule) => rule.id !== id);
    const after = next ? [...others, { ...next, id: id ?? newest }] : others;
    return pinnedMoves(kept, prepareRules(rules, preparation), prepareRules(after, preparation));
  };
}

/** Ids of the pinned jobs whose change the user accepted. */
export const acceptedIn = (moves: readonly PinnedMove[]): number[] => [...new Set(moves.map(({ pinned }) => pinned.id))];

/** Asks before a change of pinned jobs. Does not ask if none changes. */
export async function wantsMoved(moves: readonly PinnedMove[], what: string): Promise<boolean> {
  if (moves.length === 0) return true;
  const choice = await ask({
    title: `${what}?`,
    body: pinnedText(moves),
    choices: { change: { words: what, tone: 'danger' }, stay: { words: 'Cancel' } },
    safe: 'stay',
  });
  return choice === 'change';
}
