import type { SourceRow } from '#contract/rows/rows.ts';

/** A source and the sub-sources that it groups, so that a filter on it includes them; null for all sources. */
export function withMembers(sources: readonly SourceRow[], id: number | null): readonly number[] | null {
  if (id === null) return null;
  return [id, ...(sources.find((source) => source.id === id)?.members ?? [])];
}
