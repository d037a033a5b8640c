import { useEffect, useState } from 'react';
import type { SoughtValue } from '#domain/mapping/text/value-key.ts';
import type { AtsChoice, Suggestion } from '#src/workers/match-api.ts';
import type { MatchClient } from '#src/workers/match-client.ts';
import { useMatchClient } from './use-match-client.ts';

/** An ATS value to choose: suggested with certainty and reasons, or found by name. */
export type Choice = { readonly ats: AtsChoice; readonly suggestion: Suggestion | null };

export type Choices = {
  readonly choices: readonly Choice[];
  /** Total number of values in the list. */
  readonly of: number;
  readonly ready: boolean;
  readonly failed: boolean;
};

const waiting: Choices = { choices: [], of: 0, ready: false, failed: false };
/** One per digit key. */
const suggested = 9;
const found = 40;
/** Unlikely candidates help to compare, but only a few are shown. */
const alwaysShown = 3;

/** Candidates for a vendor text, or search results for typed text; `null` when there is nothing to look for. */
export function useCandidates(targetId: number, sought: SoughtValue | null, typed: string): Choices {
  const client = useMatchClient();
  const asked = JSON.stringify([targetId, sought, typed.trim()]);
  const [state, setState] = useState<{ asked: string; choices: Choices }>({ asked: '', choices: waiting });
  useEffect(() => {
    const [target, wanted, words] = JSON.parse(asked) as [number, SoughtValue | null, string];
    if (!wanted) return;
    let stale = false;
    choicesFor(client, target, wanted, words).then(
      (choices) => !stale && setState({ asked, choices }),
      () => !stale && setState({ asked, choices: { ...waiting, failed: true } }),
    );
    return () => {
      stale = true;
    };
  }, [client, asked]);
  return state.asked === asked ? state.choices : { ...state.choices, ready: false };
}

async function choicesFor(client: MatchClient, targetId: number, sought: SoughtValue, typed: string): Promise<Choices> {
  const suggestions = await client.suggest(targetId, sought, suggested);
  const listed = await client.search(targetId, sought.kind, typed, found);
  if (typed === '') {
    const likely = suggestions.filter(({ certainty }, i) => i < alwaysShown || certainty >= 1);
    const choices = likely.map((suggestion) => ({ ats: suggestion.ats, suggestion }));
    return { choices, of: listed.of, ready: true, failed: false };
  }
  const known = new Map(suggestions.map((suggestion) => [suggestion.ats.id, suggestion]));
  const choices = listed.found.map((ats) => ({ ats, suggestion: known.get(ats.id) ?? null }));
  return { choices, of: listed.of, ready: true, failed: false };
}
