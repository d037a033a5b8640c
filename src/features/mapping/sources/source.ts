import type { SourceRow } from '#contract/rows/rows.ts';

/** A source with its aliases and what it groups in words, for search and order. */
export type SourceLine = SourceRow & { names: string; groups: string };

const blank: SourceRow = { id: 0, name: '', alias: null, autoPost: false, aliases: [], members: [] };
export const newSource: SourceLine = { ...blank, names: '', groups: '' };

/** The lines of the list: every source with the names of those it groups. */
export function sourceLines(rows: readonly SourceRow[]): SourceLine[] {
  const nameOf = new Map(rows.map(({ id, name }) => [id, name]));
  const groups = ({ members }: SourceRow) => members.map((id) => nameOf.get(id) ?? String(id)).join(', ');
  return rows.map((row) => ({ ...row, names: row.aliases.join(', '), groups: groups(row) }));
}
