import type { MapValueRow } from '#contract/rows/rows.ts';
import { command } from '../kit/command.ts';
import { eachRow, keysOf } from '../kit/each-row.ts';
import { choiceFor, isPersons, mappedAsBefore, valueChange } from './value-change.ts';

/** Maps texts to a value of the ATS, or unmaps them; every job that carries them follows. */
export const mapValues = command('value.map.v1', {
  ...valueChange,
  heading: 'map',
  describe: ({ ids, mappedId }, names) => [
    mappedId === null ? 'unmapValues' : 'mapValues',
    { values: names.of('mapValue', ids) },
  ],
  touches: ({ ids, unit = [] }) => keysOf('mapValue', [...ids, ...unit]),
  chooses: ({ ids, mappedId }, rows) => choiceFor(ids, mappedId, rows),
  compares: () => ['mappedId'],
  compared: { mappedId: { label: 'mappedTo' } },
  onDrift: ({ ids, mappedId }, key, _, now) => {
    const value = now.get('mapValue', key.id);
    // A degree that a person changed gives its specialties another meaning, whatever it was changed to.
    const agrees = ids.includes(key.id) && value?.mappedId === mappedId;
    return value && !agrees && isPersons(value) ? 'conflict' : 'overwrite';
  },
  apply: (rows, { ids, mappedId, certainty }, { by, at }) => {
    const lists = new Set(ids.flatMap((id) => listOf(rows.get('mapValue', id))));
    if (lists.size > 1)
      return { ok: false, error: { code: 'invalid', message: 'Choose texts of one kind and one target: they share one list.' } };
    return eachRow(rows, 'mapValue', ids, (value) => {
      if (mappedId === null) return value.mappedId === null && isPersons(value) ? value : unmapped(value, by, at);
      if (value.mappedId === mappedId && value.how === 'person') return value;
      return { ...value, mappedId, how: 'person', certainty, ignored: false, by, at };
    });
  },
  inverse: (_, before) => mappedAsBefore(before),
});

const listOf = (value: MapValueRow | undefined): string[] => (value ? [`${value.targetId} ${value.kind}`] : []);

/** Without a mapping, the certainty is again the suggestion's, where it is known. */
export const unmapped = (value: MapValueRow, by: string, at: string): MapValueRow => ({
  ...value,
  mappedId: null,
  how: null,
  certainty: value.mappedId === null || value.mappedId === value.suggestedId ? value.certainty : null,
  by,
  at,
});
