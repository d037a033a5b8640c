import type { MapKind } from '#contract/rows/rows.ts';
import { mapFields } from '#domain/jobs/mapping-of.ts';
import { command } from '../kit/command.ts';
import { eachRow, keysOf } from '../kit/each-row.ts';
import { mapRight } from '../kit/map-right.ts';
import { mappingOverride, remapped, withOwnMapping } from './mapping-override.ts';

const { degree, specialty } = mapFields;

/** Degree and specialty are compared as one unit, because a specialty may have no meaning without its degree [S5]. */
const unitOf = (kind: MapKind) =>
  kind === 'degree' || kind === 'specialty' ? [degree.own, specialty.own] : [mapFields[kind].own];

/** Maps one text for one job only, or removes that mapping so that the job uses the shared one. */
export const mapJob = command('job.map.v1', {
  ...mappingOverride,
  heading: 'override',
  writes: ({ kind }) => kind,
  describe: ({ id, kind, mappedId }, names) => [mappedId === null ? 'unmapJob' : 'mapJob', { kind, job: names.of('job', [id]) }],
  needs: ({ kind }) => [mapRight[kind]],
  touches: ({ id }) => keysOf('job', [id]),
  // The shared text determines the target whose list is used.
  reads: ({ id, kind }, rows) => {
    const valueId = rows.get('job', id)?.[mapFields[kind].value] ?? null;
    return valueId === null ? [] : [{ collection: 'mapValue', id: valueId }];
  },
  chooses: ({ id, kind, mappedId }, rows) => {
    const valueId = rows.get('job', id)?.[mapFields[kind].value] ?? null;
    const targetId = valueId === null ? null : (rows.get('mapValue', valueId)?.targetId ?? null);
    return mappedId === null ? null : { targetId, kind, extId: mappedId };
  },
  compares: ({ kind }) => unitOf(kind),
  // Only people set overrides, so any value other than the wanted one was set by a person.
  onDrift: ({ kind, mappedId }, key, field, now) =>
    field === mapFields[kind].own && now.get('job', key.id)?.[mapFields[kind].own] === mappedId ? 'overwrite' : 'conflict',
  apply: (rows, { id, kind, mappedId }) =>
    eachRow(rows, 'job', [id], (job) => (job[mapFields[kind].own] === mappedId ? job : withOwnMapping(job, kind, mappedId))),
  inverse: (_, before) => remapped(before),
});
