import { sameJson } from '#domain/json/same-json.ts';
import { type Change, command } from '../kit/command.ts';
import { eachRow } from '../kit/each-row.ts';
import { imagesOf } from '../kit/images-of.ts';
import { sourceChange } from './source-change.ts';

/** Sets the other names that feeds and files use for a source. Names are compared without regard to case. */
export const aliasSource = command('source.alias.v1', {
  ...sourceChange,
  describe: ({ id, aliases }, names) => ['updateAliases', { source: names.of('source', [id]), count: aliases.length }],
  compares: () => ['aliases'],
  compared: { aliases: { label: 'aliases' } },
  onDrift: ({ aliases }, key, _, now) =>
    sameJson(now.get('source', key.id)?.aliases ?? [], distinct(aliases)) ? 'overwrite' : 'conflict',
  apply: (rows, { id, aliases }) =>
    eachRow(rows, 'source', [id], (source) => {
      const next = distinct(aliases).filter((alias) => alias.toLowerCase() !== source.name.toLowerCase());
      return sameJson(source.aliases, next) ? source : { ...source, aliases: next };
    }),
  inverse: (_, before) =>
    imagesOf('source', before).flatMap(({ id, fields: { aliases } }): Change[] =>
      aliases ? [{ name: 'source.alias.v1', args: { id, aliases } }] : [],
    ),
});

const distinct = (names: readonly string[]): string[] => [...new Map(names.map((name) => [name.toLowerCase(), name])).values()];
