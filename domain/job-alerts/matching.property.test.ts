import fc from 'fast-check';
import { expect, test } from 'vitest';
import { type AlertJob, jobsFor, mailAddressOf, suits } from './matching.ts';

const id = fc.constantFrom<string>('1', '2', '3');
const state = fc.constantFrom('', 'TX', 'tx', 'CA');
const city = fc.constantFrom('', 'Austin', ' austin', 'Reno');
const job = fc.record({
  id: fc.nat(1000),
  degreeId: fc.option(id),
  specialtyId: fc.option(id),
  city,
  state,
}) as fc.Arbitrary<AlertJob>;
const person = fc.record({ degreeIds: fc.array(id), specialtyIds: fc.array(id), city, state });
const by = fc.record({ byDegree: fc.boolean(), bySpecialty: fc.boolean(), byPlace: fc.boolean() });

test('a job suits exactly where each part that counts is the candidate’s', () => {
  fc.assert(
    fc.property(job, person, by, (one, who, match) => {
      const degree = one.degreeId !== null && who.degreeIds.includes(one.degreeId);
      const specialty = one.specialtyId !== null && who.specialtyIds.includes(one.specialtyId);
      const cities = [one.city, who.city].map((name) => name.trim().toUpperCase());
      const place =
        one.state !== '' &&
        one.state.toUpperCase() === who.state.toUpperCase() &&
        (cities.includes('') || cities[0] === cities[1]);
      const wanted = (degree || !match.byDegree) && (specialty || !match.bySpecialty) && (place || !match.byPlace);
      expect(suits(one, who, match)).toBe(wanted);
    }),
  );
});

test('to match by more never adds a job, and an email has the first ones of those that suit', () => {
  fc.assert(
    fc.property(fc.array(job), person, by, fc.integer({ min: 1, max: 5 }), (jobs, who, match, most) => {
      const all = jobsFor(jobs, who, match, most);
      const strict = jobsFor(jobs, who, { byDegree: true, bySpecialty: true, byPlace: true }, most);
      expect(strict.all).toBeLessThanOrEqual(all.all);
      expect(all.shown).toEqual(jobs.filter((one) => suits(one, who, match)).slice(0, most));
      expect(all.all).toBe(jobs.filter((one) => suits(one, who, match)).length);
    }),
  );
});

test.each([
  [{ city: 'St. Paul', state: 'MN' }, { city: 'saint paul', state: 'mn' }, true],
  [{ city: 'Fort Worth', state: 'TX' }, { city: 'Ft Worth', state: 'TX' }, true],
  [{ city: 'Winston-Salem', state: 'NC' }, { city: 'Winston Salem', state: 'NC' }, true],
  [{ city: 'Austin', state: 'TX' }, { city: 'Houston', state: 'TX' }, false],
  [{ city: 'Portland', state: 'OR' }, { city: 'Portland', state: 'ME' }, false],
  [{ city: '', state: 'TX' }, { city: 'Houston', state: 'TX' }, true],
  [{ city: 'Austin', state: 'TX' }, { city: '', state: 'TX' }, true],
  [{ city: 'Austin', state: '' }, { city: 'Austin', state: '' }, false],
])('%o and %o are the same place: %s', (one, other, isSame) => {
  const by = { byDegree: false, bySpecialty: false, byPlace: true };
  const ids = { degreeIds: [], specialtyIds: [] };
  expect(suits({ degreeId: null, specialtyId: null, ...one }, { ...ids, ...other }, by)).toBe(isSame);
});

test('an address counts without letter case, and what could name two readers or a header is none', () => {
  expect(mailAddressOf(' Ann@North.Example ')).toBe('ann@north.example');
  for (const bad of [
    '',
    'ann',
    'a@b',
    'a@b.example, c@d.example',
    'a@b.example\r\nBcc: c@d.example',
    '<a@b.example>',
    'a b@c.example',
    'a@b..example',
  ])
    expect(mailAddressOf(bad), bad).toBeUndefined();
  fc.assert(
    fc.property(fc.string({ unit: 'binary' }), (text) => {
      const address = mailAddressOf(text);
      expect(address === undefined || /^[^\s,;<>"]+@[^\s,;<>"@]+$/.test(address)).toBe(true);
      if (address !== undefined) expect(mailAddressOf(address)).toBe(address);
    }),
  );
});
