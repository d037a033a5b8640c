import type { CommandArgs } from '#contract/commands/commands.ts';
import type { MapValueRow } from '#contract/rows/rows.ts';
import { sameJson } from '#domain/json/same-json.ts';
import { command } from '../kit/command.ts';
import { eachRow } from '../kit/each-row.ts';
import { choiceFor, isPersons, mappedAsBefore, valueChange } from './value-change.ts';

/** Restores the mapping that texts had. If no person had decided it, the matcher may map the text again. */
export const restoreValues = command('value.restore.v1', {
  ...valueChange,
  heading: 'restoreMapping',
  describe: ({ ids }, names) => ['restoreMapping', { values: names.of('mapValue', ids) }],
  chooses: ({ ids, mapping }, rows) => choiceFor(ids, mapping.mappedId ?? null, rows),
  compares: () => ['mappedId'],
  compared: { mappedId: { label: 'mappedTo' } },
  onDrift: ({ mapping: { mappedId } }, key, _, now) => {
    const value = now.get('mapValue', key.id);
    return value && mappedId !== undefined && value.mappedId !== mappedId && isPersons(value) ? 'conflict' : 'overwrite';
  },
  apply: (rows, { ids, mapping }, { by, at }) =>
    eachRow(rows, 'mapValue', ids, (value) => {
      const next = mappedAs(value, mapping);
      const decided = mapping.by === undefined ? value.by !== null : mapping.by === 'sender';
      if (sameJson(next, value) && decided === (value.by !== null)) return value;
      return decided ? { ...next, by, at } : { ...next, by: null, at: mapping.at === undefined ? value.at : mapping.at };
    }),
  inverse: (_, before) => mappedAsBefore(before),
});

const mappedAs = (
  value: MapValueRow,
  { mappedId = value.mappedId, how = value.how, certainty = value.certainty, ignored = value.ignored }: Mapping,
): MapValueRow => ({ ...value, mappedId, how, certainty, ignored });

type Mapping = CommandArgs<'value.restore.v1'>['mapping'];
