import type { SourceRow, TargetRow } from '#contract/rows/rows.ts';

/** A source with its aliases, grouped sources and targets of automatic posting as text, for search and sort. */
export type SourceLine = SourceRow & { names: string; groups: string; posts: string };

const blank: SourceRow = { id: 0, name: '', alias: null, autoPost: false, aliases: [], members: [] };
export const newSource: SourceLine = { ...blank, names: '', groups: '', posts: '' };

/** Adds the text columns to each source. */
export function sourceLines(rows: readonly SourceRow[], targets: readonly TargetRow[]): SourceLine[] {
  const nameOf = new Map(rows.map(({ id, name }) => [id, name]));
  const groups = ({ members }: SourceRow) => members.map((id) => nameOf.get(id) ?? String(id)).join(', ');
  return rows.map((row) => ({ ...row, names: row.aliases.join(', '), groups: groups(row), posts: postsOf(row, targets) }));
}

/** Where a source posts by itself. Turned on by a call that names no target, it waits for one. */
function postsOf({ autoPost, autoPostTo }: SourceRow, targets: readonly TargetRow[]): string {
  if (!autoPost) return 'Off';
  const names = targets.flatMap(({ id, name }) => (autoPostTo?.includes(id) ? [name] : []));
  return names.length > 0 ? names.join(', ') : 'No target chosen';
}
