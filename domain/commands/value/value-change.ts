import type { CommandArgs } from '#contract/commands/commands.ts';
import type { RightName } from '#contract/kit/rights.ts';
import type { MapValueRow } from '#contract/rows/rows.ts';
import type { Before, Change, Choice, RowReader } from '../kit/command.ts';
import { keysOf } from '../kit/each-row.ts';
import { imagesOf } from '../kit/images-of.ts';
import { mapRight } from '../kit/map-right.ts';

type OverValues = { readonly ids: readonly number[] };

/** The common part of changes of vendor texts. */
export const valueChange = {
  area: 'mapping',
  shownOn: 'mapping',
  needs: ({ ids }: OverValues, rows: RowReader): readonly RightName[] => [
    ...new Set(ids.map((id) => mapRight[rows.get('mapValue', id)?.kind ?? 'facility'])),
  ],
  forbidden: 'standard',
  refs: [],
  touches: ({ ids }: OverValues) => keysOf('mapValue', ids),
  reads: () => [],
  chooses: 'nothing',
  conflictDefault: 'mine',
  history: 'mapping',
  sharesTransaction: true,
  whenStale: 'send',
  corrects: 'none',
} as const;

/** The same for changes that set a flag: nothing is compared, because the result is the same. */
export const valueFlag = { ...valueChange, compares: () => [], compared: {}, onDrift: 'overwrite' } as const;

/** Whether a person decided the mapping; only then it is protected from being overwritten. Unmapping manually also counts. */
export const isPersons = (value: MapValueRow): boolean => value.how === 'person' || (value.how === null && value.by !== null);

/** The ATS value chosen for texts of one list. Null if none of the texts exists. */
export function choiceFor(ids: readonly number[], extId: string | null, rows: RowReader): Choice | null {
  const value = ids.map((id) => rows.get('mapValue', id)).find((row) => row !== undefined);
  return value && extId !== null ? { targetId: value.targetId, kind: value.kind, extId } : null;
}

type EarlierMapping = CommandArgs<'value.restore.v1'>['mapping'];

/** One change for each earlier mapping, with all texts that had it. */
export function mappedAsBefore(before: readonly Before[]): Change[] {
  const groups = new Map<string, { ids: number[]; mapping: EarlierMapping }>();
  for (const { id, fields } of imagesOf('mapValue', before)) {
    const mapping = earlierMapping(fields);
    const key = JSON.stringify(mapping);
    const group = groups.get(key) ?? { ids: [], mapping };
    group.ids.push(id);
    groups.set(key, group);
  }
  return [...groups.values()].map((args) => ({ name: 'value.restore.v1', args }));
}

const earlierMapping = ({ mappedId, how, certainty, ignored, by, at }: Readonly<Partial<MapValueRow>>): EarlierMapping => ({
  ...(mappedId !== undefined && { mappedId }),
  ...(how !== undefined && { how }),
  ...(certainty !== undefined && { certainty }),
  ...(ignored !== undefined && { ignored }),
  ...(by !== undefined && { by: by === null ? null : 'sender' }),
  ...(by === null && at !== undefined && { at }),
});

/** One group for each earlier value of a flag, with all texts that had it. */
export const flagsBefore = (field: 'ignored' | 'unique', before: readonly Before[]): { ids: number[]; was: boolean }[] =>
  [true, false].flatMap((was) => {
    const ids = imagesOf('mapValue', before).flatMap(({ id, fields }) => (fields[field] === was ? [id] : []));
    return ids.length > 0 ? [{ ids, was }] : [];
  });
