import type { AssignmentRuleRow } from '#contract/rows/assignment-rule.ts';
import { lookWords } from '#domain/assignments/assignment-moves.ts';
import { movesOf } from '#domain/assignments/positions.ts';
import { useChanges } from '#src/entities/change/use-changes.ts';
import { ask } from '#src/ui/ask/ask.tsx';
import type { AssignmentBook } from './use-assignment-book.ts';

type Named = AssignmentRuleRow & { readonly place: string };

/** Removes and moves rules. Where open jobs get another person, it says so first and asks. */
export function useAssignmentChanges(rules: readonly AssignmentRuleRow[], book: AssignmentBook) {
  const changes = useChanges();
  const agreed = async (verb: string, { id, place }: Named, next: readonly AssignmentRuleRow[]) => {
    const look = book.lookOf(next, id);
    if (look.moves.length === 0) return true;
    const choices = { go: { words: verb, tone: 'primary' as const }, stay: { words: 'Cancel' } };
    return (await ask({ title: `${verb} the assignment of ${place}?`, body: lookWords(look), choices, safe: 'stay' })) === 'go';
  };
  return {
    remove: async (rule: Named) => {
      const next = rules.filter(({ id }) => id !== rule.id);
      if (!(await agreed('Remove', rule, next))) return;
      await changes.make('assignmentRule.remove.v1', { id: rule.id, ref: rule.ref }, () => `Assignment of ${rule.place} removed`);
    },
    /** Moves a rule up (-1) or down (1). */
    move: (by: -1 | 1) => async (rule: Named) => {
      const moves = movesOf(rules, rule.id, by);
      const next = rules.map((one) => ({ ...one, ...moves.find(({ id }) => id === one.id) }));
      if (!(await agreed('Move', rule, next))) return;
      await changes.makeEach('assignmentRule.move.v1', moves, () => `Assignment of ${rule.place} moved`);
    },
  };
}
