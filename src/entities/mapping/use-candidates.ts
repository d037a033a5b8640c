import { useEffect, useState } from 'react';
import type { ListPart } from '#domain/mapping/hierarchy.ts';
import type { SoughtValue } from '#domain/mapping/text/value-key.ts';
import type { AtsChoice, Suggestion } from '#src/workers/match-api.ts';
import type { MatchClient } from '#src/workers/match-client.ts';
import { useMatchClient } from './use-match-client.ts';

/** An ATS value to choose: suggested with certainty and reasons, or found by name. */
export type Choice = { readonly ats: AtsChoice; readonly suggestion: Suggestion | null };

export type Choices = {
  readonly choices: readonly Choice[];
  /** Total number of values in the list, or in its part. */
  readonly of: number;
  /** Number of levels of the list; more than 1 if some of its values belong to others. */
  readonly levels: number;
  readonly ready: boolean;
  readonly failed: boolean;
};

const waiting: Choices = { choices: [], of: 0, levels: 0, ready: false, failed: false };
/** One per digit key. */
const suggested = 9;
const found = 40;
/** Unlikely candidates help to compare, but only a few are shown. */
const alwaysShown = 3;

/**
 * Candidates for a vendor text, or search results for typed text or for a part of the list; `null` when there is nothing to look for.
 */
export function useCandidates(
  targetId: number,
  sought: SoughtValue | null,
  typed: string,
  part: ListPart | null = null,
): Choices {
  const client = useMatchClient();
  const asked = JSON.stringify([targetId, sought, typed.trim(), part]);
  const [state, setState] = useState<{ asked: string; choices: Choices }>({ asked: '', choices: waiting });
  useEffect(() => {
    const [target, wanted, words, within] = JSON.parse(asked) as [number, SoughtValue | null, string, ListPart | null];
    if (!wanted) return;
    let stale = false;
    choicesFor(client, target, wanted, words, within).then(
      (choices) => !stale && setState({ asked, choices }),
      () => !stale && setState({ asked, choices: { ...waiting, failed: true } }),
    );
    return () => {
      stale = true;
    };
  }, [client, asked]);
  return state.asked === asked ? state.choices : { ...state.choices, ready: false };
}

async function choicesFor(
  client: MatchClient,
  targetId: number,
  sought: SoughtValue,
  typed: string,
  part: ListPart | null,
): Promise<Choices> {
  const suggestions = await client.suggest(targetId, sought, suggested);
  const { of, levels, ...listed } = await client.search(targetId, sought.kind, typed, found, part);
  const rest = { of, levels, ready: true, failed: false };
  if (typed === '' && part === null) {
    const likely = suggestions.filter(({ certainty }, i) => i < alwaysShown || certainty >= 1);
    return { ...rest, choices: likely.map((suggestion) => ({ ats: suggestion.ats, suggestion })) };
  }
  const known = new Map(suggestions.map((suggestion) => [suggestion.ats.id, suggestion]));
  return { ...rest, choices: listed.found.map((ats) => ({ ats, suggestion: known.get(ats.id) ?? null })) };
}
