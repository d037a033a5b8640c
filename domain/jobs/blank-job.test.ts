import { expect, test } from 'vitest';
import { blankCollected, blankJob } from './blank-job.ts';
import { ingest } from './ingest.ts';

const place = { taskId: 3, sourceId: 4, source: 'Harbor VMS', providerJobId: 'P-1' };
const values = { facilityValueId: null, degreeValueId: null, specialtyValueId: null, shiftValueId: null };

/** PostgreSQL keeps the names of a document by their length, then by their bytes. */
const stored = (names: readonly string[]) => names.toSorted((a, b) => a.length - b.length || (a < b ? -1 : 1));

test('the names of a job without values stand in the order in which they are stored', () => {
  for (const names of [Object.keys(blankJob), Object.keys(blankCollected)]) expect(names).toEqual(stored(names));
});

test('a new job keeps that order', () => {
  const given = { title: 'ICU nurse', billRate: 90, startDate: '2026-12-01', durationDays: 91, status: 'Filled' } as const;
  const { row } = ingest(null, given, { id: 7, ...place, ...values }, '2026-11-26T08:00:00.000Z');
  expect(row).toMatchObject({ ...given, ...place, endDate: expect.any(String) });
  expect(Object.keys(row)).toEqual(stored(Object.keys(row)));
});
