import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import type { PostReceipt } from '#contract/rows/jobs.ts';
import { jobConditions } from '#domain/staging/job-conditions.ts';
import { aJob, aTarget, mappedValues } from '#tests/support/factories/job-factory.ts';
import { createGridEngine } from '../../columns/grid-engine.ts';
import { AskedColumns } from '../asked-columns.ts';
import { gridRow } from '../job-columns.ts';
import { jobGridSchema } from '../job-grid-schema.ts';
import { MapLookup } from '../map-lookup.ts';
import { SameOrderMarks } from './same-order-marks.ts';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

const receipt: PostReceipt = {
  targetId: 2,
  state: 'done',
  reference: 'r',
  externalId: '9',
  words: null,
  at: '2026-11-01T00:00:00.000Z',
  tries: 1,
};

test('an order that is posted to one target from the other source is still to be chosen for another target', () => {
  const lookup = new MapLookup();
  lookup.setValues([...mappedValues().values()]);
  const engine = createGridEngine(jobGridSchema);
  for (const kind of ['facility', 'degree', 'specialty', 'shift'] as const) engine.setLookup(kind, lookup.all(kind));
  const jobs = [
    aJob({ id: 1, providerJobId: 'HV-204417' }),
    aJob({ id: 2, providerJobId: 'MSP-204417', sourceId: 4, source: 'Medefis', posts: [receipt], postState: 'done' }),
  ];
  const ground = { marks: new Map(), floor: null };
  const asked = new AskedColumns(lookup);
  engine.upsert(jobs.map((job) => gridRow(job, ground, asked)));
  const marks = new SameOrderMarks({ engine, lookups: { targetIds: [1, 2] } }, () => undefined);
  marks.soon();
  vi.runAllTimers();
  expect([1, 2].map((id) => marks.of(id))).toEqual([
    { alsoFrom: 'Medefis', sameOrderState: '[1:choose][2:posted]' },
    { alsoFrom: 'Harbor VMS', sameOrderState: '[1:choose][2:chosen]' },
  ]);
  engine.upsert(jobs.map((job) => gridRow(job, ground, asked, marks.of(job.id))));
  const waiting = (id: number) => {
    const target = aTarget({ id });
    return [engine.idsWhere(jobConditions(target).postable, 9), engine.idsWhere(jobConditions(target).recreatable, 9)];
  };
  expect(waiting(1)).toEqual([[], []]);
  expect(waiting(2)).toEqual([[], [2]]);
  marks.close();
});
