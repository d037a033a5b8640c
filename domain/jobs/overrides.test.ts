import { expect, test } from 'vitest';
import { aJob } from '#tests/support/factories/job-factory.ts';
import { flag } from './flags.ts';
import { withEdit, withManualCancel, withoutEdit, withoutManualCancel } from './overrides.ts';

const ann = { by: 'Ann', at: '2026-11-02T00:00:00.000Z' };
const ben = { by: 'Ben', at: '2026-11-03T00:00:00.000Z' };

test('an edit locks the field, remembers the collected value and sets the documented bit', () => {
  const edited = withEdit(aJob(), 'billRate', 99, ann);
  expect(edited).toMatchObject({ billRate: 99, chgMap: flag.billRateManual, locks: { billRate: { ...ann, was: 92.5 } } });
});

test('a second edit keeps the collected value, not the value of the first edit', () => {
  const edited = withEdit(withEdit(aJob(), 'billRate', 99, ann), 'billRate', 101, ben);
  expect(edited.locks['billRate']).toEqual({ ...ben, was: 92.5 });
});

test('a lock on a blank value remembers the blank', () => {
  const twice = withEdit(withEdit(aJob({ otRate: null }), 'otRate', 120, ann), 'otRate', 130, ben);
  expect(withoutEdit(twice, 'otRate', ann)).toMatchObject({ otRate: null, chgMap: 0, locks: {} });
});

test('removing the lock restores the value and clears the bit', () => {
  expect(withoutEdit(withEdit(aJob(), 'billRate', 99, ann), 'billRate', ben)).toEqual(aJob());
});

test('removing a missing lock changes nothing', () => {
  const job = aJob();
  expect(withoutEdit(job, 'billRate', ann)).toBe(job);
});

test('an edit of start date or duration recomputes the end date', () => {
  const moved = withEdit(aJob(), 'startDate', '2026-12-15', ann);
  expect(moved.endDate).toBe('2027-03-16');
  expect(withEdit(moved, 'durationDays', 7, ann).endDate).toBe('2026-12-22');
});

test('the end date follows the remaining lock and returns to the vendor’s value once both are removed', () => {
  const job = aJob({ endDate: '2027-04-01' }); // from the vendor, not the sum
  const both = withEdit(withEdit(job, 'startDate', '2026-12-15', ann), 'durationDays', 7, ann);
  const one = withoutEdit(both, 'startDate', ben);
  expect(one.endDate).toBe('2026-12-08');
  expect(withoutEdit(one, 'durationDays', ben)).toEqual(job);
});

test('a blank duration leaves the vendor’s end date', () => {
  expect(withEdit(aJob({ endDate: '2027-04-01' }), 'durationDays', null, ann).endDate).toBe('2027-04-01');
});

test('cancelling and reopening manually restores the job', () => {
  const cancelled = withManualCancel(aJob({ status: 'On Hold' }), ann);
  expect(cancelled).toMatchObject({ status: 'Cancelled', chgMap: flag.manuallyCancelled });
  expect(withoutManualCancel(cancelled)).toEqual(aJob({ status: 'On Hold' }));
});
