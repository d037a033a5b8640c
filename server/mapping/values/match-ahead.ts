import { setImmediate } from 'node:timers/promises';
import type { Candidate } from '#domain/mapping/candidate/candidate.ts';
import type { Matcher } from '#domain/mapping/matcher.ts';
import type { SoughtValue } from '#domain/mapping/text/value-key.ts';
import type { Db } from '#server/kit/db/connection.ts';
import { knownIds, readTexts, type ValueHome } from './distinct-values.ts';

/** Milliseconds of matching after which other work of the service gets its turn. */
const turnMs = 8;

/**
 * Matches the new texts of jobs before the transaction that stores them, so that it need not wait for the matcher. Returns a matcher
 * that answers these texts at once and all others as before. `met` holds the texts that this staging has met already, which are not
 * looked up again.
 */
export async function matchAhead(
  db: Db,
  home: ValueHome,
  jobs: Parameters<typeof readTexts>[0],
  match: Matcher,
  met: Set<string>,
): Promise<Matcher> {
  const unmet = [...readTexts(jobs).distinct].filter(([place]) => !met.has(place));
  const known = await knownIds(
    db,
    home,
    unmet.map(([, value]) => value),
  );
  const found = new Map<string, readonly Candidate<string>[]>();
  let since = performance.now();
  for (const [place, value] of unmet) {
    met.add(place);
    if (known.has(place)) continue;
    found.set(everything(value), match(value, 1));
    if (performance.now() - since < turnMs) continue;
    await setImmediate();
    since = performance.now();
  }
  return (value, limit) => (limit === 1 ? found.get(everything(value)) : undefined) ?? match(value, limit);
}

/** Identifies all that a matcher reads of a text. Texts of one key can differ in their address or spelling. */
const everything = ({ kind, text, within, address, city, state, zip }: SoughtValue): string =>
  JSON.stringify([kind, text, within, address, city, state, zip]);
