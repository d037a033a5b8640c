import type { SourceRow } from '#contract/rows/rows.ts';
import { sameJson } from '#domain/json/same-json.ts';
import { type Change, command } from '../kit/command.ts';
import { eachRow, keysOf, type RefusedStep } from '../kit/each-row.ts';
import { imagesOf } from '../kit/images-of.ts';
import { sourceChange } from './source-change.ts';

/** Sets the sub-sources of a source. Groups do not nest: a source inside a group cannot have sub-sources. */
export const groupSources = command('source.group.v1', {
  ...sourceChange,
  describe: ({ id, members }, names) => [
    'groupSources',
    { members: names.of('source', members), source: names.of('source', [id]) },
  ],
  reads: ({ members }) => keysOf('source', members),
  compares: () => ['members'],
  compared: { members: { label: 'groupedSources' } },
  onDrift: ({ members }, key, _, now) =>
    sameJson(now.get('source', key.id)?.members ?? [], inOrder(members)) ? 'overwrite' : 'conflict',
  apply: (rows, { id, members }) =>
    eachRow(rows, 'source', [id], (source): SourceRow | RefusedStep => {
      const next = inOrder(members);
      if (next.includes(id)) return { refused: 'invalid', message: 'A source cannot group itself.' };
      const read = next.map((member) => rows.get('source', member));
      if (read.includes(undefined)) return { refused: 'not_found', message: 'One of these sources no longer exists.' };
      const nested = read.find((member) => member !== undefined && member.members.length > 0);
      if (nested) return { refused: 'invalid', message: `“${nested.name}” groups sources itself: groups do not nest.` };
      return sameJson(source.members, next) ? source : { ...source, members: next };
    }),
  inverse: (_, before) =>
    imagesOf('source', before).flatMap(({ id, fields: { members } }): Change[] =>
      members ? [{ name: 'source.group.v1', args: { id, members } }] : [],
    ),
});

const inOrder = (ids: readonly number[]): number[] => [...new Set(ids)].sort((a, b) => a - b);
