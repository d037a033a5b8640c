import { mapFields, mapKinds } from '#domain/jobs/mapping-of.ts';
import { command } from '../kit/command.ts';
import { eachRow, keysOf } from '../kit/each-row.ts';
import { mappingOverride, remapped, withOwnMapping } from './mapping-override.ts';

/** Removes every mapping override of the jobs, so that they use the shared mapping of their texts again. */
export const clearOverrides = command('job.clearOverrides.v1', {
  ...mappingOverride,
  heading: 'clearOverrides',
  describe: ({ ids }, names) => ['clearOverrides', { jobs: names.of('job', ids) }],
  needs: () => ['map.all'],
  touches: ({ ids }) => keysOf('job', ids),
  compares: () => mapKinds.map((kind) => mapFields[kind].own),
  onDrift: (_, key, field, now) => (now.get('job', key.id)?.[field as 'facilityMap'] === null ? 'overwrite' : 'conflict'),
  apply: (rows, { ids }) =>
    eachRow(rows, 'job', ids, (job) => {
      const overridden = mapKinds.filter((kind) => job[mapFields[kind].own] !== null);
      if (overridden.length === 0) return job;
      return overridden.reduce((row, kind) => withOwnMapping(row, kind, null), job);
    }),
  inverse: (_, before) => remapped(before),
});
