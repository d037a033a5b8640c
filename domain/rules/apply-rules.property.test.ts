import fc from 'fast-check';
import { expect, test } from 'vitest';
import { JobRow } from '#contract/rows/jobs.ts';
import { anyJob, anyRules, pay, supplementRows, today } from '#tests/support/factories/any-rule.ts';
import { ingest } from '../jobs/ingest.ts';
import { supplementOf } from './actions/supplement.ts';
import { applyRules } from './apply-rules.ts';
import { prepareRules } from './prepare-rules.ts';
import { withoutRules } from './without-rules.ts';

const runs = { seed: 52, numRuns: 250 };
const burdens = supplementOf(['Burden'], supplementRows);
const ports = {
  moment: 'collection',
  today,
  pay,
  supplementsOf: (name: string) => (name === 'Burdens' ? burdens : undefined),
} as const;

test('[R16] running rules twice gives the same result as once, and nothing to write', { timeout: 60_000 }, () => {
  let changed = 0;
  fc.assert(
    fc.property(anyJob, anyRules(6), (job, rules) => {
      const prepared = prepareRules(rules, ports);
      const once = applyRules(job, prepared);
      const twice = applyRules(once.job, prepared);
      changed += once.changes.length;
      expect(twice.written).toBe(false);
      expect(twice.job).toBe(once.job);
      expect(twice.changes).toEqual([]);
      expect(JobRow.parse(once.job)).toEqual(once.job);
    }),
    runs,
  );
  expect(changed).toBeGreaterThan(100);
});

test('[R16] removing rules leaves the job as it was without them', { timeout: 60_000 }, () => {
  fc.assert(
    fc.property(anyJob, anyRules(6), (job, rules) => {
      const plain = applyRules(job, prepareRules([], ports)).job;
      const ruled = applyRules(job, prepareRules(rules, ports)).job;
      expect(withoutRules(applyRules(ruled, prepareRules([], ports)).job)).toEqual(plain);
    }),
    runs,
  );
});

test('[R12] a locked field never changes; the lock remembers what the rules would write', { timeout: 60_000 }, () => {
  let blocked = 0;
  fc.assert(
    fc.property(anyJob, anyRules(6), (job, rules) => {
      const { job: after, trace } = applyRules(job, prepareRules(rules, ports), { trace: true });
      blocked += trace.flatMap((entry) => entry.blocked).length;
      for (const [field, lock] of Object.entries(job.locks)) {
        // The end date follows a locked start or duration, whatever else changes.
        if (field !== 'endDate') expect(after[field as 'billRate']).toBe(job[field as 'billRate']);
        const given = after.locks[field];
        expect(given?.by).toBe(lock.by);
        if (given?.was !== lock.was) expect(after.ruled[field]).toMatchObject({ was: lock.was });
      }
    }),
    runs,
  );
  expect(blocked).toBeGreaterThan(8);
});

test('the trace changes nothing: the result is the same with and without it', { timeout: 60_000 }, () => {
  fc.assert(
    fc.property(anyJob, anyRules(6), (job, rules) => {
      const prepared = prepareRules(rules, ports);
      const traced = applyRules(job, prepared, { trace: true });
      expect(applyRules(job, prepared)).toEqual({ ...traced, trace: [] });
      expect(traced.trace.filter((entry) => entry.fired).map((entry) => entry.rule.id)).toEqual(traced.fired);
      expect(traced.trace.length).toBe(rules.length);
    }),
    runs,
  );
});

test('[R17] a value that collection changes below a rule is the rule’s input at the next run', { timeout: 60_000 }, () => {
  fc.assert(
    fc.property(anyJob, anyRules(4), anyJob, (job, rules, other) => {
      const prepared = prepareRules(rules, ports);
      const given = { city: other.city, billRate: other.billRate, degree: other.degree };
      const collected = (from: JobRow) => applyRules(ingest(from, given, from, from.changedAt).row, prepared).job;
      const fresh = collected(job);
      const again = collected(applyRules(job, prepared).job);
      expect({ ...again, changedAt: '' }).toEqual({ ...fresh, changedAt: '' });
    }),
    runs,
  );
});
