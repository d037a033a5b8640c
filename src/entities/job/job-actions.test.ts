import { expect, test } from 'vitest';
import type { JobRow } from '#contract/rows/jobs.ts';
import { flag } from '#domain/jobs/flags.ts';
import { offeredActions } from '#domain/staging/job-actions.ts';
import { createGridEngine } from '#src/workers/columns/grid-engine.ts';
import { gridRow } from '#src/workers/grid/job-columns.ts';
import { jobGridSchema } from '#src/workers/grid/job-grid-schema.ts';
import { MapLookup } from '#src/workers/grid/map-lookup.ts';
import { aJob, aTarget, aValue, mappedValues } from '#tests/support/factories/job-factory.ts';
import { jobActions } from './job-actions.ts';
import { jobConditions } from './job-query.ts';

const values = new Map([...mappedValues(), [21, aValue(21, 'facility')] as const, [23, aValue(23, 'specialty')] as const]);

const aspects: Partial<JobRow>[][] = [
  [0, flag.onHold, flag.hidden, flag.manuallyCancelled, flag.onHold | flag.hidden, flag.billRateManual].map((chgMap) => ({
    chgMap,
  })),
  (['Open', 'Closed', 'Cancelled'] as const).map((status) => ({ status })),
  [{ facilityValueId: 11 }, { facilityValueId: 21 }, { facilityValueId: 21, facilityMap: 'A-own' }],
  [13, 23, null].map((specialtyValueId) => ({ specialtyValueId })),
  ([null, 'done', 'failed', 'sending', 'human'] as const).map((state) => ({
    postState: state,
    posts: state ? [{ targetId: 1, state, reference: 'r', externalId: null, words: null, at: '', tries: 1 }] : [],
  })),
];

/** One job for each combination of flags, status, mapping, and post state. */
const everyJob = (): JobRow[] =>
  aspects
    .reduce((mixed, aspect) => mixed.flatMap((job) => aspect.map((more) => ({ ...job, ...more }))), [{}])
    .map((over, i) => aJob({ ...over, id: i + 1 }));

test.each([
  ['a target that takes posts', aTarget()],
  ['a target whose specialties depend on the degree', aTarget({ specialtyDependsOnDegree: true })],
  ['a target that is switched off', aTarget({ disabled: true })],
])('for %s the bulk bar counts exactly the jobs that offer each action', (_, target) => {
  const jobs = everyJob();
  const lookup = new MapLookup();
  lookup.setValues([...values.values()]);
  lookup.addOverrides('facility', ['A-own']);
  const engine = createGridEngine(jobGridSchema);
  for (const kind of ['facility', 'degree', 'specialty', 'shift'] as const) engine.setLookup(kind, lookup.all(kind));
  engine.upsert(jobs.map((job) => gridRow(job, null)));
  const states = jobConditions(target);
  const context = { target, values, may: () => true };
  let offered = 0;
  for (const action of jobActions) {
    const one = jobs
      .filter((job) => offeredActions(job, context).some((a) => a.action === action.key && a.offered))
      .map((job) => job.id);
    offered += one.length;
    expect([action.key, engine.idsWhere(action.allowed(states), 9999).sort((a, b) => Number(a) - Number(b))]).toEqual([
      action.key,
      one,
    ]);
  }
  expect(offered).toBeGreaterThan(500);
});
