import { describe, expect, test } from 'vitest';
import { driftAlarm, driftOf } from './drift.ts';

const shape = (column: string, field: string | null, filled = 1) => ({ column, field, filled });
const before = [
  shape('Job ID', 'providerJobId'),
  shape('Facility', 'facility', 0.98),
  shape('Note', 'note', 0.1),
  shape('Extra', null),
];

describe('columns of a new file', () => {
  test('a first file drifts from nothing', () => {
    expect(driftOf([], before)).toEqual({ lost: [], added: [] });
  });

  test('a column that fills a field and is gone, or suddenly empty, is lost', () => {
    expect(
      driftOf(
        before,
        before.filter(({ column }) => column !== 'Facility'),
      ).lost,
    ).toEqual(['Facility']);
    expect(
      driftOf(
        before,
        before.map((one) => (one.column === 'Facility' ? { ...one, filled: 0 } : one)),
      ).lost,
    ).toEqual(['Facility']);
  });

  test('a column that fills nothing, or was mostly empty, is no loss', () => {
    expect(driftOf(before, before.slice(0, 2))).toEqual({ lost: [], added: [] });
  });

  test('a renamed column whose field is still filled is new, but nothing is lost', () => {
    const renamed = before.map((one) => (one.column === 'Facility' ? { ...one, column: 'Facility Name' } : one));
    expect(driftOf(before, renamed)).toEqual({ lost: [], added: ['Facility Name'] });
    expect(driftAlarm(driftOf(before, renamed), 'accept')).toBeNull();
  });

  test('the alarm names the lost columns and how to accept them', () => {
    expect(driftAlarm({ lost: ['Facility'], added: [] }, 'run the task again and accept it.')).toBe(
      'The column “Facility” is gone or empty in the new file, so that its jobs would lose values. Nothing was staged or canceled. Check the columns with the vendor; if the file is right, run the task again and accept it.',
    );
    expect(driftAlarm({ lost: ['A', 'B', 'C', 'D', 'E', 'F', 'G'], added: [] }, 'x')).toContain('“E” and 2 more are gone');
  });
});
