import { expect, test } from 'vitest';
import { FacilityForm } from '#contract/mapping/facility-add.ts';
import { facilityProblems } from './facility-form.ts';

const place = { name: 'Mercy General', state: 'CA', city: 'Sacramento' };
const free = { hasRegions: false, requiredFields: [] };
const problems = (
  style: 'recruiting' | 'offering' | 'plain',
  over: object,
  demands: Parameters<typeof facilityProblems>[2] = free,
) => Object.keys(facilityProblems(style, FacilityForm.parse({ ...place, ...over }), demands)).sort();

test('every style requires name, state and city, and an address of at most 80 characters', () => {
  for (const style of ['recruiting', 'offering', 'plain'] as const) {
    expect(problems(style, { name: ' ', state: '', city: '' })).toEqual(expect.arrayContaining(['name', 'city', 'state']));
    expect(problems(style, { address: 'x'.repeat(81) })).toContain('address');
  }
  expect(problems('plain', { address: 'x'.repeat(80) })).toEqual([]);
});

test('a recruiting cloud asks for a contact, a region where it has any, and its own required fields', () => {
  expect(problems('recruiting', {})).toEqual(['contactFirstName']);
  const demands = { hasRegions: true, requiredFields: [{ name: 'customText1', label: 'Segment' }] };
  expect(problems('recruiting', { contactFirstName: 'Ann' }, demands)).toEqual(['customFields.customText1', 'region']);
  expect(
    problems('recruiting', { contactFirstName: 'Ann', region: 'West', customFields: { customText1: 'Acute' } }, demands),
  ).toEqual([]);
});

test('an offering-style target asks for job types and either all offerings or whole ones', () => {
  const rest = { address: '4001 J St', status: 'Active', zip: '95819', jobTypes: ['1'] };
  expect(problems('offering', { status: '' })).toEqual(['address', 'jobTypes', 'offerings', 'status', 'zip']);
  expect(problems('offering', { ...rest, allOfferings: true })).toEqual([]);
  expect(problems('offering', { ...rest, offerings: [{ offering: 'NURSING', clientType: '1', vendorSystem: '5' }] })).toEqual([]);
  expect(problems('offering', { ...rest, offerings: [{ offering: 'Allied', clientType: '1', vendorSystem: '' }] })).toEqual([
    'offerings.0.subOffering',
    'offerings.0.vendorSystem',
  ]);
});
