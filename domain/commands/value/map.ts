import type { MapValueRow } from '#contract/rows/rows.ts';
import { command } from '../kit/command.ts';
import { eachRow, keysOf } from '../kit/each-row.ts';
import { choiceFor, isPersons, mappedAsBefore, valueChange } from './value-change.ts';

/** Maps texts to an ATS value, or unmaps them. Every job with one of the texts follows. */
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
    // If a person changed a degree, its specialties have another meaning, whatever the new degree is.
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

/** The text without a mapping. Its certainty is that of the suggestion, if known. */
export const unmapped = (value: MapValueRow, by: string, at: string): MapValueRow => ({
  ...value,
  mappedId: null,
  how: null,
  certainty: value.mappedId === null || value.mappedId === value.suggestedId ? value.certainty : null,
  by,
  at,
});
