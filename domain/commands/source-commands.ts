import type { SourceRow } from '#contract/rows/rows.ts';
import type { Command } from './command.ts';
import { eachRow, keysOf, type RefusedStep } from './each-row.ts';

const same = (a: readonly unknown[], b: readonly unknown[]): boolean =>
  a.length === b.length && a.every((one, i) => one === b[i]);

/** Sets the names that feeds and files give a source beside its own. Names differ without regard to case. */
export const aliasSource: Command<'source.alias.v1'> = {
  name: 'source.alias.v1',
  needs: () => ['admin.customers'],
  touches: ({ id }) => keysOf('source', [id]),
  compares: () => ['aliases'],
  onDrift: ({ aliases }, key, _, now) =>
    same(now.get('source', key.id)?.aliases ?? [], distinct(aliases)) ? 'mine' : 'conflict',
  apply: (rows, { id, aliases }) =>
    eachRow(rows, 'source', [id], (source) => {
      const next = distinct(aliases).filter((alias) => alias.toLowerCase() !== source.name.toLowerCase());
      return same(source.aliases, next) ? source : { ...source, aliases: next };
    }),
};

const distinct = (names: readonly string[]): string[] => [...new Map(names.map((name) => [name.toLowerCase(), name])).values()];

/** Sets the sub-sources that a source groups. A source in a group groups none itself: groups do not nest. */
export const groupSources: Command<'source.group.v1'> = {
  name: 'source.group.v1',
  needs: () => ['admin.customers'],
  touches: ({ id }) => keysOf('source', [id]),
  reads: ({ members }) => keysOf('source', members),
  compares: () => ['members'],
  onDrift: ({ members }, key, _, now) => (same(now.get('source', key.id)?.members ?? [], inOrder(members)) ? 'mine' : 'conflict'),
  apply: (rows, { id, members }) =>
    eachRow(rows, 'source', [id], (source): SourceRow | RefusedStep => {
      const next = inOrder(members);
      if (next.includes(id)) return { refused: 'invalid', message: 'A source cannot group itself.' };
      const read = next.map((member) => rows.get('source', member));
      if (read.includes(undefined)) return { refused: 'not_found', message: 'One of these sources no longer exists.' };
      const nested = read.find((member) => member !== undefined && member.members.length > 0);
      if (nested) return { refused: 'invalid', message: `“${nested.name}” groups sources itself: groups do not nest.` };
      return same(source.members, next) ? source : { ...source, members: next };
    }),
};

const inOrder = (ids: readonly number[]): number[] => [...new Set(ids)].sort((a, b) => a - b);
