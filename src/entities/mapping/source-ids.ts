import type { SourceRow } from '#contract/rows/rows.ts';

/** A source with the sub-sources that it groups: filters on it cover theirs too; null for all sources. */
export function withMembers(sources: readonly SourceRow[], id: number | null): readonly number[] | null {
  if (id === null) return null;
  return [id, ...(sources.find((source) => source.id === id)?.members ?? [])];
}
