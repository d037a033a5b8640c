import type { SourceRow } from '#contract/rows/rows.ts';

/** A source with its aliases and grouped sources as text, for search and sort. */
export type SourceLine = SourceRow & { names: string; groups: string };

const blank: SourceRow = { id: 0, name: '', alias: null, autoPost: false, aliases: [], members: [] };
export const newSource: SourceLine = { ...blank, names: '', groups: '' };

/** Adds the text columns to each source. */
export function sourceLines(rows: readonly SourceRow[]): SourceLine[] {
  const nameOf = new Map(rows.map(({ id, name }) => [id, name]));
  const groups = ({ members }: SourceRow) => members.map((id) => nameOf.get(id) ?? String(id)).join(', ');
  return rows.map((row) => ({ ...row, names: row.aliases.join(', '), groups: groups(row) }));
}
