import type { RightName } from '#contract/kit/rights.ts';
import type { JobRow } from '#contract/rows/jobs.ts';
import type { MapKind } from '#contract/rows/rows.ts';
import { withFlag } from '../jobs/flags.ts';
import { mapFields, mapKinds } from '../jobs/mapping-of.ts';
import type { Command } from './command.ts';
import { eachRow, keysOf } from './each-row.ts';

/** The right that mapping a kind takes; degree and specialty share one, as documented. */
export const mapRight: Readonly<Record<MapKind, RightName>> = {
  facility: 'map.facility',
  degree: 'map.degree',
  specialty: 'map.degree',
  shift: 'map.shift',
};

/** Sets or clears a job's own mapping of one kind with its documented bit. */
function withOwnMapping(job: JobRow, kind: MapKind, mappedId: string | null): JobRow {
  const { own, flag } = mapFields[kind];
  return { ...job, [own]: mappedId, chgMap: withFlag(job.chgMap, flag, mappedId !== null) };
}

/** Degree and specialty are one unit, since a specialty may mean nothing without its degree [S5]. */
const unitOf = (kind: MapKind): readonly string[] =>
  kind === 'degree' || kind === 'specialty' ? [mapFields.degree.own, mapFields.specialty.own] : [mapFields[kind].own];

/** Maps one text for one job alone, or gives the job back to the shared mapping. */
export const mapJob: Command<'job.map.v1'> = {
  name: 'job.map.v1',
  how: 'mapping',
  needs: ({ kind }) => [mapRight[kind]],
  touches: ({ id }) => keysOf('job', [id]),
  compares: ({ kind }) => unitOf(kind),
  // Only people override single jobs, so any other value than mine is a person's.
  onDrift: ({ kind, mappedId }, key, field, now) =>
    field === mapFields[kind].own && now.get('job', key.id)?.[mapFields[kind].own] === mappedId ? 'mine' : 'conflict',
  apply: (rows, { id, kind, mappedId }, { at }) =>
    eachRow(rows, 'job', [id], (job) =>
      job[mapFields[kind].own] === mappedId ? job : { ...withOwnMapping(job, kind, mappedId), changedAt: at },
    ),
};

/** Removes every override of the jobs: they follow the shared mapping of their texts again. */
export const unbindJobs: Command<'job.unbind.v1'> = {
  name: 'job.unbind.v1',
  how: 'mapping',
  needs: () => ['map.all'],
  touches: ({ ids }) => keysOf('job', ids),
  compares: () => mapKinds.map((kind) => mapFields[kind].own),
  onDrift: (_, key, field, now) => (now.get('job', key.id)?.[field as 'facilityMap'] === null ? 'mine' : 'conflict'),
  apply: (rows, { ids }, { at }) =>
    eachRow(rows, 'job', ids, (job) => {
      const bound = mapKinds.filter((kind) => job[mapFields[kind].own] !== null);
      if (bound.length === 0) return job;
      return { ...bound.reduce((row, kind) => withOwnMapping(row, kind, null), job), changedAt: at };
    }),
};
