import { expect, test } from 'vitest';
import { PremapLine } from '#contract/mapping/premap.ts';
import type { AtsValueRow } from '#contract/rows/rows.ts';
import { aValue } from '#tests/support/factories/job-factory.ts';
import { checkedLines, premapOf, premapped } from './premap.ts';

const place = { address: null, city: null, state: null, zip: null };
const term = (
  id: number,
  kind: 'degree' | 'specialty',
  name: string,
  parentId: string | null = null,
  active = true,
): AtsValueRow => ({
  ...place,
  id,
  targetId: 1,
  kind,
  extId: `E${id}`,
  name,
  parentId,
  active,
});
const lists = {
  values: [
    term(1, 'degree', 'Registered Nurse'),
    term(2, 'degree', 'Physical Therapist'),
    term(3, 'specialty', 'Home Health', 'E1'),
    term(4, 'specialty', 'Home Health', 'E2'),
    term(5, 'degree', 'Old Degree', null, false),
  ],
  specialtyDependsOnDegree: true,
};
const line = (over: Partial<PremapLine>) => PremapLine.parse(over);
const problem = (over: Partial<PremapLine>) => checkedLines([line(over)], lists)[0]?.problem ?? null;
const at = '2026-11-21T00:00:00.000Z';

test('[M15] a line says what to fix: names that the ATS does not list, removed names, and empty lines', () => {
  expect(problem({ jrDegree: 'RN', atsDegree: 'registered nurse' })).toBeNull();
  expect(problem({ jrDegree: 'RN', atsDegree: 'Old Degree' })).toBe('The ATS has no degree “Old Degree”.');
  expect(problem({ jrDegree: 'PT', jrSpecialty: 'HH', atsDegree: 'Physical Therapist', atsSpecialty: 'ICU' })).toBe(
    'The ATS has no specialty “ICU” under “Physical Therapist”.',
  );
  expect(problem({ jrDegree: 'RN' })).toBe('Enter its value in the ATS, or exclude the row.');
  expect(problem({ atsDegree: 'Registered Nurse' })).toBe('Enter a degree or a specialty.');
  expect(problem({ jrDegree: 'RN', exclude: true })).toBeNull();
  const [, again] = checkedLines([line({ jrDegree: 'RN', exclude: true }), line({ jrDegree: ' rn ', exclude: true })], lists);
  expect(again?.problem).toMatch(/earlier row/);
});

test('[M15] a specialty is found under its degree, so one name can mean two values', () => {
  const pairs = [
    line({ jrDegree: 'RN', jrSpecialty: 'HH', atsDegree: 'Registered Nurse', atsSpecialty: 'Home Health' }),
    line({ jrDegree: 'PT', jrSpecialty: 'HH', atsDegree: 'Physical Therapist', atsSpecialty: 'Home Health' }),
  ];
  const premap = premapOf(pairs, lists);
  const mapped = (within: string) => premapped(premap, aValue(1, 'specialty', { text: 'hh', within }), 'Ann', at).mappedId;
  expect([mapped('RN'), mapped('PT'), mapped('OT')]).toEqual(['E3', 'E4', null]);
  expect(premapped(premap, aValue(2, 'degree', { text: ' rn' }), 'Ann', at)).toMatchObject({
    mappedId: 'E1',
    how: 'person',
    by: 'Ann',
  });
});

test('[M15] an excluded text is ignored; a person’s choice and other kinds of text stay', () => {
  const premap = premapOf(
    [line({ jrDegree: 'Sitter', exclude: true }), line({ jrDegree: 'RN', atsDegree: 'Registered Nurse' })],
    lists,
  );
  expect(premapped(premap, aValue(1, 'degree', { text: 'sitter' }), 'Ann', at)).toMatchObject({ ignored: true, mappedId: null });
  const chosen = aValue(2, 'degree', { text: 'RN', mappedId: 'E2', how: 'person', by: 'Ben' });
  expect(premapped(premap, chosen, 'Ann', at)).toBe(chosen);
  const facility = aValue(3, 'facility', { text: 'RN' });
  expect(premapped(premap, facility, 'Ann', at)).toBe(facility);
});

test('[M15] the lists are read once, however many lines there are; the first value with the name or id is found', () => {
  let reads = 0;
  const counted = (value: AtsValueRow): AtsValueRow => ({
    ...value,
    get name() {
      reads += 1;
      return value.name;
    },
  });
  const values = [term(1, 'degree', 'E2'), term(2, 'degree', 'CNA'), term(3, 'degree', 'cna')].map(counted);
  const lines = Array.from({ length: 500 }, (_, n) => line({ jrDegree: `D${n}`, atsDegree: n % 2 === 0 ? 'E2' : 'Cna' }));
  const premap = premapOf(lines, { values, specialtyDependsOnDegree: false });
  expect([premap.degrees.get('d0'), premap.degrees.get('d1'), premap.degrees.size]).toEqual(['E1', 'E2', 500]);
  expect(reads).toBeLessThanOrEqual(2 * values.length);
});
