import type { AcceptedRate, JobRow } from '#contract/rows/jobs.ts';
import { sameJson } from '#domain/json/same-json.ts';
import { rateFloorKey } from '#domain/posting/rate-floor.ts';
import { jobActions } from '#domain/staging/job-actions.ts';
import { type Before, type Change, command } from '../kit/command.ts';
import { eachRow, keysOf, type RefusedStep } from '../kit/each-row.ts';
import { imagesOf } from '../kit/images-of.ts';
import { jobChange } from './job-change.ts';

/** The common part of accepting rates below the floor and of taking that back. */
const acceptance = {
  ...jobChange,
  heading: 'rateFloor',
  needs: () => ['jobs.post'] as const,
  touches: ({ ids }: { readonly ids: readonly number[] }) => keysOf('job', ids),
} as const;

/** Accepts the present rates of jobs below the floor, so that they are posted. With `accepted`, what was accepted before. */
export const acceptRate = command('job.acceptRate.v1', {
  ...acceptance,
  describe: ({ ids }, names) => ['acceptRate', { jobs: names.of('job', ids) }],
  reads: () => [rateFloorKey],
  // A person accepts the rates that they saw.
  compares: ({ accepted }) => (accepted ? [] : ['billRate', 'payPerHour']),
  compared: { billRate: { jobField: 'billRate' }, payPerHour: { jobField: 'payPerHour' } },
  onDrift: () => 'conflict',
  apply: (rows, { ids, accepted }, { by, at }) =>
    eachRow(rows, 'job', ids, (job): JobRow | RefusedStep => {
      if (accepted) return withAccepted(job, accepted[job.id] ?? null);
      const why = jobActions.acceptRate.whyNot(job, { floor: rows.get('rateFloor', rateFloorKey.id) ?? null });
      // Accepted already, by an earlier run of this command or by another person: nothing to do.
      if (why !== null) return (job.acceptedRate ?? null) === null ? { refused: 'not_offered', message: why } : job;
      return withAccepted(job, { billRate: job.billRate, payPerHour: job.payPerHour, by, at });
    }),
  inverse: (_, before) => restored(before),
});

/** Applies the floor to jobs again whose rates a person accepted. */
export const requireFloor = command('job.requireFloor.v1', {
  ...acceptance,
  describe: ({ ids }, names) => ['requireFloor', { jobs: names.of('job', ids) }],
  compares: () => [],
  compared: {},
  onDrift: 'overwrite',
  apply: (rows, { ids }) => eachRow(rows, 'job', ids, (job) => withAccepted(job, null)),
  inverse: (_, before) => restored(before),
});

const withAccepted = (job: JobRow, acceptedRate: AcceptedRate | null): JobRow =>
  sameJson(job.acceptedRate ?? null, acceptedRate) ? job : { ...job, acceptedRate };

/** The changes that restore what was accepted before. */
function restored(before: readonly Before[]): readonly Change[] {
  const images = imagesOf('job', before).flatMap(({ id, fields }) =>
    'acceptedRate' in fields ? [{ id, was: fields.acceptedRate ?? null }] : [],
  );
  const cleared = images.flatMap(({ id, was }) => (was === null ? [id] : []));
  const accepted = images.flatMap(({ id, was }) => (was === null ? [] : [[id, was] as const]));
  const clear: Change = { name: 'job.requireFloor.v1', args: { ids: cleared } };
  const accept: Change = {
    name: 'job.acceptRate.v1',
    args: { ids: accepted.map(([id]) => id), accepted: Object.fromEntries(accepted) },
  };
  return [...(cleared.length > 0 ? [clear] : []), ...(accepted.length > 0 ? [accept] : [])];
}
