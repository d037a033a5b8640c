import { type ConfigurationBody, reportBase } from '#contract/rows/report-rows.ts';

/** One filter of a saved view by its name in the address; `q` is the search. */
export type SavedFilter = { readonly name: string; readonly value: string };

/** The search and filters of a saved query, such as `q=icu&state=unmapped`. A part that cannot be decoded is kept as it is written. */
export const readFilters = (query: string): SavedFilter[] =>
  query.split('&').flatMap((part) => {
    if (part === '') return [];
    const [name = '', ...value] = part.split('=');
    return [{ name: decoded(name), value: decoded(value.join('=')) }];
  });

/** The query that `readFilters` reads. */
export const writeFilters = (filters: readonly SavedFilter[]): string =>
  filters.map(({ name, value }) => `${encodeURIComponent(name)}=${encodeURIComponent(value)}`).join('&');

/** The name of the first filter without a value in the saved view of a report; null for none, and for a view of the staging grid. */
export function blankFilter({ base, query }: Pick<ConfigurationBody, 'base' | 'query'>): string | null {
  if (base !== reportBase) return null;
  return readFilters(query).find(({ value }) => value.trim() === '')?.name ?? null;
}

function decoded(text: string): string {
  try {
    return decodeURIComponent(text.replaceAll('+', ' '));
  } catch {
    return text;
  }
}
