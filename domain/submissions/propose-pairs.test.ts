import { expect, test } from 'vitest';
import { degreeFinder, proposerToJr, proposerToTarget } from './propose-pairs.ts';

const terms = (...names: string[]) => names.map((name, i) => ({ id: i + 1, name }));
const jr = {
  degrees: terms('RN', 'LPN/LVN', 'CNA', 'Physical Therapist Assistant', 'Allied Health'),
  specialties: terms('ICU', 'Med Surg', 'Labor and Delivery', 'Physical Therapist Assistant', 'Emergency Department'),
};
const nameOf = ({ degreeId, specialtyId }: { degreeId: number; specialtyId: number }) =>
  `${jr.degrees[degreeId - 1]?.name} | ${jr.specialties[specialtyId - 1]?.name}`;

test('the words of a target mean the pair of Jobdock’s own list, with a certainty', () => {
  const propose = proposerToJr(jr);
  const found = propose({ degree: 'RN', specialty: 'L&D RN' });
  expect(found && nameOf(found)).toBe('RN | Labor and Delivery');
  expect(found?.certainty).toBeGreaterThanOrEqual(95);
});

test('a specialty that names a degree of its own has that degree, whatever group it is listed in', () => {
  const found = proposerToJr(jr)({ degree: '**Allied', specialty: 'PTA' });
  expect(found && nameOf(found)).toBe('Physical Therapist Assistant | Physical Therapist Assistant');
});

test('nothing is proposed for words that the list does not have', () => {
  expect(proposerToJr(jr)({ degree: 'RN', specialty: 'Zzyzx' })).toBeNull();
  expect(proposerToJr(jr)({ degree: 'Zzyzx', specialty: 'ICU' })).toBeNull();
  expect(proposerToJr({ degrees: [], specialties: [] })({ degree: 'RN', specialty: 'ICU' })).toBeNull();
});

test('the step to a target takes the degree that its specialty belongs to, and finds one where it belongs to none', () => {
  const degrees = terms('Registered Nurse', 'LPN / LVN');
  const belongs = proposerToTarget({
    degrees,
    specialties: [{ id: 7, name: 'Intensive Care', degreeId: 1, degree: 'Registered Nurse' }],
  });
  expect(belongs({ degree: 'RN', specialty: 'ICU' })).toMatchObject({ degreeId: 1, specialtyId: 7 });
  const free = proposerToTarget({ degrees, specialties: [{ id: 8, name: 'Intensive Care', degreeId: 0, degree: '' }] });
  expect(free({ degree: 'LPN/LVN', specialty: 'ICU' })).toMatchObject({ degreeId: 2, specialtyId: 8 });
  expect(free({ degree: 'CNA', specialty: 'Med Surg' })).toBeNull();
  expect(degreeFinder(degrees)('RN')).toMatchObject({ id: 1 });
  expect(degreeFinder(degrees)('Physicist')).toBeNull();
});

test('the certainty of a pair is never more than that of its less certain part', () => {
  const whole = proposerToJr(jr)({ degree: 'RN', specialty: 'ICU' })?.certainty ?? 0;
  const doubtful = proposerToJr(jr)({ degree: 'Nurse', specialty: 'ICU' })?.certainty ?? 0;
  expect(whole).toBeGreaterThan(doubtful);
});
