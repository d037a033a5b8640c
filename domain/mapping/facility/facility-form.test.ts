import { expect, test } from 'vitest';
import { FacilityForm } from '#contract/mapping/facility-add.ts';
import { facilityProblems } from './facility-form.ts';

const place = { Facility: 'Mercy General', State: 'CA', Location: 'Sacramento' };
const free = { hasRegions: false, requiredFields: [] };
const problems = (
  style: 'recruiting' | 'offering' | 'plain',
  over: object,
  demands: Parameters<typeof facilityProblems>[2] = free,
) => Object.keys(facilityProblems(style, FacilityForm.parse({ ...place, ...over }), demands)).sort();

test('every style asks for name, state and city, and for no longer address than 80 characters', () => {
  for (const style of ['recruiting', 'offering', 'plain'] as const) {
    expect(problems(style, { Facility: ' ', State: '', Location: '' })).toEqual(
      expect.arrayContaining(['Facility', 'Location', 'State']),
    );
    expect(problems(style, { Address: 'x'.repeat(81) })).toContain('Address');
  }
  expect(problems('plain', { Address: 'x'.repeat(80) })).toEqual([]);
});

test('a recruiting cloud asks for a contact, a region where it has any, and its own required fields', () => {
  expect(problems('recruiting', {})).toEqual(['ContactFirstName']);
  const demands = { hasRegions: true, requiredFields: [{ name: 'customText1', label: 'Segment' }] };
  expect(problems('recruiting', { ContactFirstName: 'Ann' }, demands)).toEqual(['CustomFields.customText1', 'Region']);
  expect(
    problems('recruiting', { ContactFirstName: 'Ann', Region: 'West', CustomFields: { customText1: 'Acute' } }, demands),
  ).toEqual([]);
});

test('an offering-style target asks for job types and either all offerings or whole ones', () => {
  const rest = { Address: '4001 J St', Status: 'Active', Zip: '95819', JobTypes: ['1'] };
  expect(problems('offering', { Status: '' })).toEqual(['Address', 'JobTypes', 'Offerings', 'Status', 'Zip']);
  expect(problems('offering', { ...rest, AllOfferings: true })).toEqual([]);
  expect(problems('offering', { ...rest, Offerings: [{ offering: 'NURSING', clientType: '1', vendorSystem: '5' }] })).toEqual([]);
  expect(problems('offering', { ...rest, Offerings: [{ offering: 'Allied', clientType: '1', vendorSystem: '' }] })).toEqual([
    'Offerings.0.subOffering',
    'Offerings.0.vendorSystem',
  ]);
});
