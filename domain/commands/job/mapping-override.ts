import type { JobRow } from '#contract/rows/jobs.ts';
import type { MapKind } from '#contract/rows/rows.ts';
import { withFlag } from '#domain/jobs/flags.ts';
import { mapFields, mapKinds } from '#domain/jobs/mapping-of.ts';
import type { Before, Change } from '../kit/command.ts';
import { imagesOf } from '../kit/images-of.ts';
import { jobChange } from './job-change.ts';

/** The common part of changes of a job's mapping overrides. */
export const mappingOverride = {
  ...jobChange,
  area: 'mapping',
  compared: {
    facilityMap: { jobField: 'facility' },
    degreeMap: { jobField: 'degree' },
    specialtyMap: { jobField: 'specialty' },
    shiftMap: { jobField: 'shift' },
  },
  conflictDefault: 'mine',
  history: 'mapping',
} as const;

/** Sets or clears a job's override of one kind and its documented bit. */
export function withOwnMapping(job: JobRow, kind: MapKind, mappedId: string | null): JobRow {
  const { own, flag } = mapFields[kind];
  return { ...job, [own]: mappedId, chgMap: withFlag(job.chgMap, flag, mappedId !== null) };
}

/** The changes that restore the overrides that jobs had. */
export const remapped = (before: readonly Before[]): Change[] =>
  imagesOf('job', before).flatMap(({ id, fields }) =>
    mapKinds.flatMap((kind): Change[] => {
      const mappedId = fields[mapFields[kind].own];
      return mappedId === undefined ? [] : [{ name: 'job.map.v1', args: { id, kind, mappedId } }];
    }),
  );
