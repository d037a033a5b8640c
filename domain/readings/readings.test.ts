import { describe, expect, test } from 'vitest';
import type { JobRow } from '#contract/rows/jobs.ts';
import { withEdit, withoutEdit } from '#domain/jobs/overrides.ts';
import { aJob } from '#tests/support/factories/job-factory.ts';
import { flag } from '../jobs/flags.ts';
import { readerOf, withReadFlag } from '../jobs/read-flag.ts';
import { withReadings } from './readings.ts';

const reader = { modelOf: () => undefined };
const said = 'Shift: 7p-7a. Bill rate: $78.50/hr';
const nothing = { shift: null, shiftStart: null, billRate: null, minBillRate: null, hoursPerShift: null, shiftsPerWeek: null };

describe('values from a description', () => {
  test('fill what the feed leaves open, each with its evidence', () => {
    const { given, wants } = withReadings({ ...nothing, description: said }, null, reader);
    expect(wants).toBe(true);
    expect(given).toMatchObject({ shift: '7p-7a', shiftStart: '19:00', hoursPerShift: 12, billRate: 78.5 });
    expect(given.readings?.shift?.fields).toEqual(['shift', 'shiftStart', 'shiftEnd', 'hoursPerShift']);
  });

  test('never replace a value of the feed, not even a zero, and leave its other half alone', () => {
    const own = { ...nothing, billRate: 0, shift: 'Days', description: said };
    expect(withReadings(own, null, reader)).toEqual({ given: own, wants: false });
    const part = withReadings({ ...nothing, hoursPerShift: 10, minBillRate: 60, description: said }, null, reader).given;
    expect(part).toMatchObject({ hoursPerShift: 10, minBillRate: 60, billRate: 78.5 });
  });

  test('of a model go before those of the built-in reader, value by value', () => {
    const rate = { rate: 80, minRate: null, substring: '80' };
    const model = { modelOf: () => ({ shift: null, rate, model: 'm-1' }) };
    const { given } = withReadings({ ...nothing, description: said }, null, model);
    expect(given).toMatchObject({ billRate: 80, shiftStart: '19:00' });
    expect([given.readings?.rate?.by, given.readings?.shift?.by]).toEqual(['m-1', 'Built-in reader']);
  });

  test('go away with the words, with the reader, or with a value of the feed', () => {
    const { given } = withReadings({ ...nothing, description: said }, null, reader);
    const held: JobRow = { ...aJob(nothing), ...(given as Partial<JobRow>), description: said };
    for (const { given: gone } of [
      withReadings({ ...nothing, description: 'TBD' }, held, reader),
      withReadings({ ...nothing, description: said }, held, null),
      withReadings({}, { ...held, description: 'TBD' }, reader),
    ])
      expect(gone).toMatchObject({ shift: null, shiftStart: null, hoursPerShift: null, billRate: null, readings: null });
    const fed = withReadings({ ...nothing, billRate: 95, description: said }, held, reader).given;
    expect(fed).toMatchObject({ billRate: 95, readings: { rate: null } });
    expect(withReadings({}, held, reader).given).toMatchObject({ billRate: 78.5, shiftStart: '19:00' });
  });
});

test('the flag "rate from note" is on exactly while the read rate is the one that counts', () => {
  const rate = { by: 'Built-in reader', certainty: 99, substring: '$78.50', fields: ['billRate'] };
  const read = withReadFlag(aJob({ billRate: 78.5, readings: { shift: null, rate } }), null);
  expect(read.chgMap & flag.rateFromNote).toBe(flag.rateFromNote);
  const hand = { by: 'Ana', at: '2026-11-28T00:00:00.000Z' };
  const edited = withEdit(read, 'billRate', 90, hand);
  expect(edited.chgMap).toBe(flag.billRateManual);
  expect(withoutEdit(edited, 'billRate', hand)).toEqual(read);
  expect(withReadFlag({ ...read, readings: null }, read).chgMap).toBe(0);
  // A rule may set it for a job of which nothing was read.
  expect(withReadFlag(aJob({ chgMap: flag.rateFromNote }), null).chgMap).toBe(flag.rateFromNote);
  expect([readerOf(read, 'billRate'), readerOf(read, 'rateFromNote'), readerOf(read, 'shift')]).toEqual([
    'Built-in reader',
    'Built-in reader',
    undefined,
  ]);
});
