import { useState } from 'react';
import type { Choice } from './use-candidates.ts';

/** Below this certainty, a suggestion is no good match and must be chosen twice. */
export const unlikelyBelow = 50;

const isUnlikely = ({ suggestion }: Choice): boolean => suggestion !== null && suggestion.certainty < unlikelyBelow;

/** Whether none of the suggestions, most likely first, is a good match. */
export const noGoodMatch = ([best]: readonly Choice[]): boolean => best === undefined || isUnlikely(best);

/** Lets an unlikely suggestion pass only when it is chosen a second time in a row. */
export function useSecondStep(onPick: (choice: Choice) => void) {
  /** The suggestion that was chosen once. */
  const [askedFor, setAskedFor] = useState<number | null>(null);
  return {
    askedFor,
    reset: () => setAskedFor(null),
    /** `searched`: the user found it by its name, which is deliberate. */
    pick(choice: Choice | undefined, searched: boolean): void {
      if (!choice) return;
      if (searched || !isUnlikely(choice) || askedFor === choice.ats.id) return onPick(choice);
      setAskedFor(choice.ats.id);
    },
  };
}

/** The question before an unlikely suggestion is accepted. */
export const SecondStep = ({ choice: { ats, suggestion } }: { readonly choice: Choice }) => (
  <p className="choice-second" role="status">
    Only {suggestion?.certainty ?? 0}% likely. Choose it again to map to <b>{ats.name}</b>.
  </p>
);
