import { expect, test } from 'vitest';
import type { JobRow, Ruled } from '#contract/rows/jobs.ts';
import { fields } from '#domain/fields/catalogue.ts';
import { flag } from '#domain/jobs/flags.ts';
import { valueIn } from '#domain/rules/job-run.ts';
import type { Moment } from '#domain/rules/prepare-rules.ts';
import { withoutRules } from '#domain/rules/without-rules.ts';
import { blockFromRows } from '#src/store/tables/blocks.ts';
import { aJob } from '#tests/support/factories/job-factory.ts';
import { hasBit } from '../columns/bits/bitmap.ts';
import { StoredJobs } from './stored-jobs.ts';

const today = '2026-11-20';
const plain = fields.filter(({ home }) => home === 'job' || home === 'extra' || home === 'flag');
const extraKey = fields.find(({ home, type }) => home === 'extra' && type === 'text')?.key ?? '';
const lock = { by: 'Ann', at: '', was: null };
const ruled = (was: Ruled['was']): Ruled => ({ was, ruleId: 3, version: 1 });
const job = (id: number, more: Partial<JobRow>): JobRow => ({ ...aJob(more), id });

const jobs = [
  job(1, { state: 'TX', billRate: 60, extra: { [extraKey]: 'b' }, ruled: { billRate: ruled(55), [extraKey]: ruled('a') } }),
  job(2, { billRate: 70, extra: { [extraKey]: 'c' }, ruled: { [extraKey]: ruled(null), unit: ruled(null) }, unit: 'ICU' }),
  job(3, { billRate: 80, locks: { billRate: lock }, ruled: { billRate: ruled(50) } }),
  job(4, { chgMap: flag.onHold, ruled: { onHold: ruled(false) } }),
  job(5, { chgMap: 0, ruled: { onHold: ruled(false) } }),
  job(6, { chgMap: flag.hidden, ruled: { hidden: ruled(true) }, skipRuleId: 4 }),
  job(7, { state: null, billRate: null }),
];
const two = [blockFromRows('job', 1, jobs.slice(0, 3)), blockFromRows('job', 2, jobs.slice(3))];

/** The job as the plain evaluator sees it at a moment. */
const baseOf = (one: JobRow, moment: Moment) => withoutRules(moment === 'export' ? { ...one, ruled: {} } : one);

test.each(['collection', 'export'] as const)('on %s every field reads as in the whole job before any rule', (moment) => {
  const table = new StoredJobs(two).before(moment);
  for (const { key, home } of plain) {
    const value = table.valuesOf(key);
    const locked = table.lockedIn(key);
    for (const [row, one] of jobs.entries()) {
      const base = baseOf(one, moment);
      expect([one.id, key, value(row)]).toEqual([one.id, key, valueIn(base, key, { today, pay: null })]);
      const held = base.locks[key] !== undefined || (home === 'flag' && base.ruled[key] !== undefined);
      expect([one.id, key, locked ? hasBit(locked, row) : false]).toEqual([one.id, key, held]);
    }
  }
});

test('rows newer than their block replace its rows, and deleted rows are left out', () => {
  const stored = new StoredJobs(two, [
    { id: 2, row: job(2, { state: 'NV' }) },
    { id: 4, row: null },
    { id: 9, row: job(9, { state: 'CA' }) },
  ]);
  expect(stored.rows).toBe(7);
  const state = stored.before('collection').valuesOf('state');
  const states = Array.from({ length: stored.rows }, (_, row) => [stored.at(row).id, state(row)]);
  expect(states).toEqual([1, 3, 5, 6, 7, 2, 9].map((id) => [id, stored.withId(id)?.state]));
  expect(stored.withId(2)?.state).toBe('NV');
  expect(stored.withId(4)).toBeNull();
});
