import { editDistance } from '#domain/mapping/text/edit-distance.ts';
import { stateNames } from '#domain/parsing/states.ts';
import type { QuerySchema } from './query-schema.ts';
import { knownSpellings } from './search-words.ts';

/** The candidate with the fewest typing errors between it and the word; undefined if all are too far from it. */
function nearestOf(word: string, candidates: Iterable<string>): string | undefined {
  const written = word.toLowerCase();
  let best: string | undefined;
  let fewest = written.length >= 6 ? 3 : 2;
  for (const candidate of candidates) {
    const errors = editDistance(written, candidate.toLowerCase(), fewest);
    if (errors >= fewest) continue;
    fewest = errors;
    best = candidate;
  }
  return best;
}

/** The field that a mistyped name most probably means: `faciliy` means `facility`. */
export const nearestField = (schema: QuerySchema, name: string): string | undefined =>
  nearestOf(
    name,
    schema.fields.flatMap(({ key, aliases = [] }) => [key, ...aliases]),
  );

/** The word that a mistyped word after `is:` or `flag:` most probably means. */
export const nearestPredicate = (schema: QuerySchema, of: 'is' | 'flag', name: string): string | undefined =>
  nearestOf(
    name,
    schema[of].flatMap((predicate) => [predicate.name, ...(predicate.aliases ?? [])]),
  );

/** What a free word that finds nothing most probably means: "nigths" means "nights". Undefined for a word that is spelled well. */
export function nearestWord(schema: QuerySchema, word: string): string | undefined {
  const lower = word.toLowerCase();
  if (!schema.plain || lower.length < 4 || knownSpellings.has(lower)) return undefined;
  const single = [...knownSpellings, ...schema.plain.phrases.keys()].filter((spelling) => spelling.length > 3);
  return nearestOf(lower, [...single, ...stateNames.map(({ name }) => name.toLowerCase())]);
}
