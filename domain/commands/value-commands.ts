import type { RightName } from '#contract/kit/rights.ts';
import type { MapValueRow } from '#contract/rows/rows.ts';
import type { Command, RowReader } from './command.ts';
import { eachRow, keysOf, type RefusedStep } from './each-row.ts';
import { mapRight } from './job-map-commands.ts';

const rightsFor = (ids: readonly number[], rows: RowReader): readonly RightName[] => [
  ...new Set(ids.flatMap((id) => mapRight[rows.get('mapValue', id)?.kind ?? 'facility'])),
];

/** A person's choice is never overwritten unseen; what the matcher or AI chose is. Unmapping by hand is a choice too. */
export const isPersons = (value: MapValueRow): boolean => value.how === 'person' || (value.how === null && value.by !== null);

/** Maps texts to a value of the ATS, or unmaps them; every job that carries them follows. */
export const mapValues: Command<'value.map.v1'> = {
  name: 'value.map.v1',
  how: 'mapping',
  needs: ({ ids }, rows) => rightsFor(ids, rows),
  touches: ({ ids, unit = [] }) => keysOf('mapValue', [...ids, ...unit]),
  compares: () => ['mappedId'],
  onDrift: ({ ids, mappedId }, key, _, now) => {
    const value = now.get('mapValue', key.id);
    // A degree that a person changed gives its specialties another meaning, whatever it was changed to.
    const agrees = ids.includes(key.id) && value?.mappedId === mappedId;
    return value && !agrees && isPersons(value) ? 'conflict' : 'mine';
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
};

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

/** Accepts what the matcher suggested for each text. */
export const acceptValues: Command<'value.accept.v1'> = {
  name: 'value.accept.v1',
  how: 'mapping',
  needs: ({ ids }, rows) => rightsFor(ids, rows),
  touches: ({ ids }) => keysOf('mapValue', ids),
  compares: () => ['mappedId', 'suggestedId'],
  onDrift: (_, key, field, now) => {
    // Another suggestion than the one that was looked at needs a new look.
    if (field === 'suggestedId') return 'changed';
    const value = now.get('mapValue', key.id);
    return value && value.mappedId !== value.suggestedId && isPersons(value) ? 'conflict' : 'mine';
  },
  apply: (rows, { ids }, { by, at }) =>
    eachRow(rows, 'mapValue', ids, (value): MapValueRow | RefusedStep => {
      if (value.suggestedId === null) return { refused: 'not_offered', message: `Nothing is suggested for “${value.text}”.` };
      if (value.mappedId === value.suggestedId && value.how === 'person') return value;
      const certainty = value.mappedId === null || value.mappedId === value.suggestedId ? value.certainty : null;
      return { ...value, mappedId: value.suggestedId, how: 'person', certainty, ignored: false, by, at };
    }),
};

/** Takes texts out of the list of what is to be mapped, or back into it. */
export const ignoreValues: Command<'value.ignore.v1'> = {
  name: 'value.ignore.v1',
  how: 'mapping',
  needs: ({ ids }, rows) => rightsFor(ids, rows),
  touches: ({ ids }) => keysOf('mapValue', ids),
  compares: () => [],
  apply: (rows, { ids, ignored }) =>
    eachRow(rows, 'mapValue', ids, (value) => (value.ignored === ignored ? value : { ...value, ignored })),
};

/** Marks texts whose value of the ATS is the only one that can be meant. */
export const markValuesUnique: Command<'value.unique.v1'> = {
  name: 'value.unique.v1',
  how: 'mapping',
  needs: ({ ids }, rows) => rightsFor(ids, rows),
  touches: ({ ids }) => keysOf('mapValue', ids),
  compares: () => [],
  apply: (rows, { ids, unique }) =>
    eachRow(rows, 'mapValue', ids, (value) => (value.unique === unique ? value : { ...value, unique })),
};
