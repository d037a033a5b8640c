import { describe, expect, test } from 'vitest';
import type { JobRow } from '#contract/rows/jobs.ts';
import type { AtsValueRow } from '#contract/rows/rows.ts';
import { aFieldMapping, fieldsOf } from '#tests/support/factories/field-mapping-factory.ts';
import { aJob } from '#tests/support/factories/job-factory.ts';
import type { MappedJob } from './mapped-fields.ts';

const ats = { id: 1, targetId: 1, parentId: null, address: '1 Main St', city: 'Reno', state: 'NV', zip: null, active: true };
const facility: AtsValueRow = { ...ats, kind: 'facility', extId: '1004', name: 'Fairhaven Hospital' };
const degree: AtsValueRow = { ...ats, kind: 'degree', extId: '1', name: 'Registered Nurse' };
const specialty: AtsValueRow = { ...ats, kind: 'specialty', extId: '101', name: 'ICU' };
const unmapped = { facility: null, degree: null, specialty: null, shift: null };
const mapped = { ...unmapped, facility, degree, specialty };
const firstSeenAt = '2026-11-01T08:00:00.000Z';

const full: Partial<JobRow> = {
  title: 'RN ICU',
  source: 'Medloop',
  providerJobId: 'P-1',
  status: 'Open',
  workType: 1,
  positions: 2,
  startDate: '2026-12-07',
  endDate: '2027-03-08',
  durationDays: 91,
  hoursPerWeek: 36,
  billRate: 78.5,
  payPerHour: 50,
  shift: 'Nights',
  description: 'Intensive care',
  note: 'Call first',
  firstSeenAt,
};
const fullSent = {
  title: 'RN ICU',
  clientCorporation: { id: 1004 },
  startDate: Date.parse('2026-12-07T12:00:00Z'),
  dateEnd: Date.parse('2027-03-08T12:00:00Z'),
  employmentType: 'Contract',
  numOpenings: 2,
  description: 'Intensive care',
  durationWeeks: 13,
  hoursPerWeek: 36,
  clientBillRate: 78.5,
  payRate: 50,
  salaryUnit: 'Per Hour',
  source: 'Medloop',
  address: { address1: '1 Main St', city: 'Reno', state: 'NV', zip: null, countryID: 1 },
  customText1: 'Nights',
  customText2: 'P-1',
  isOpen: true,
  reasonClosed: null,
  categories: ['1'],
  specialties: ['101'],
};
const once = { dateAdded: Date.parse(firstSeenAt), onSite: 'On-Site', willRelocateInt: 0, status: 'Accepting Candidates' };
const bare = { title: null, startDate: null, endDate: null, positions: null, description: null, durationDays: null, shift: null };

describe('the lines that a Bullhorn target begins with', () => {
  test.each<[string, Partial<JobRow>, MappedJob['mapped'], object]>([
    ['a full job', {}, mapped, {}],
    ['no title: degree and specialty', { title: null }, mapped, { title: 'Registered Nurse ICU' }],
    ['no title, degree alone', { title: null }, { ...mapped, specialty: null }, { title: 'Registered Nurse', specialties: [] }],
    ['a long title is cut', { title: 'x'.repeat(120) }, mapped, { title: 'x'.repeat(100) }],
    ['an empty description is one', { description: '' }, mapped, { description: '' }],
    ['the note instead of a description', { description: null }, mapped, { description: 'Call first' }],
    ['a permanent job', { workType: 2 }, mapped, { employmentType: 'Direct Hire' }],
    ['a per diem job', { workType: 3 }, mapped, { employmentType: 'Per Diem' }],
    ['canceled', { status: 'Cancelled' }, mapped, { isOpen: false, reasonClosed: 'Cancelled by source' }],
    ['filled', { status: 'Filled' }, mapped, { isOpen: false, reasonClosed: 'Filled' }],
    ['on hold', { status: 'On Hold' }, mapped, { isOpen: false, reasonClosed: 'On Hold' }],
    ['closed', { status: 'Closed' }, mapped, { isOpen: false, reasonClosed: 'Closed' }],
    [
      'a bare job that is mapped to nothing',
      { ...bare, note: null },
      unmapped,
      {
        title: 'Job order',
        clientCorporation: null,
        startDate: Date.parse(firstSeenAt),
        dateEnd: null,
        numOpenings: 1,
        description: '',
        durationWeeks: null,
        address: null,
        customText1: null,
        categories: [],
        specialties: [],
      },
    ],
  ])('%s', (_, over, to, differs) => {
    const { values, followed, closing } = fieldsOf({ job: aJob({ ...full, ...over }), mapped: to });
    expect(values).toEqual({ ...fullSent, ...once, ...differs });
    expect([...followed].sort()).toEqual(Object.keys(fullSent).sort());
    expect([...closing].sort()).toEqual(['isOpen', 'reasonClosed']);
  });
});

describe('a line', () => {
  const of = (over: Parameters<typeof aFieldMapping>[0], job: Partial<JobRow> = {}) =>
    fieldsOf({ job: aJob({ ...full, ...job }), mapped }, [aFieldMapping(over)]);

  test.each<[string, Parameters<typeof aFieldMapping>[0], unknown]>([
    ['copies a value', { jobField: 'unit', option: 0 }, '4W'],
    ['gives the mapped ID', { jobField: 'facility', option: 1 }, '1004'],
    ['gives the mapped name', { jobField: 'facility', option: 2 }, 'Fairhaven Hospital'],
    ['gives the unmapped name where nothing is mapped', { jobField: 'shift', option: 3 }, 'Nights'],
    ['gives a text with fields', { option: 5, value: '[Title] at [Mapped Facility]' }, 'RN ICU at Fairhaven Hospital'],
    ['calculates', { option: 5, value: '=[Bill Rate] * 2', fieldType: 'number' }, 157],
    ['gives a number to a text field that wants one', { option: 5, value: '7', valueType: 2 }, 7],
    ['gives the parts of a text as a list', { jobField: 'unit', option: 7 }, ['4W']],
    ['gives its value where the condition is met', { option: 4, condition: '[State] equal "NV"', value: 'West' }, 'West'],
  ])('%s', (_, over, value) => {
    expect(of({ atsField: 'field', ...over }, { unit: '4W', state: 'NV' }).values).toEqual({ field: value });
  });

  test.each<[string, Parameters<typeof aFieldMapping>[0], string]>([
    ['of another work type', { workType: 3 }, 'Not for jobs of this work type'],
    ['whose condition is not met', { condition: '[Title] equal "LPN"' }, 'The condition is not met'],
    ['that reads nothing', { jobField: 'unit' }, 'Empty'],
    ['that is no number', { fieldType: 'number' }, '“RN ICU” is not a number'],
    ['that divides by nothing', { option: 5, value: '=1 / [Minimum]' }, 'The value cannot be read'],
  ])('%s is left out and says why', (_, over, why) => {
    const { values, trace } = of(over, { unit: null });
    expect(values).toEqual({ title: null });
    expect(trace[0]?.skipped).toContain(why);
  });

  test('that is too long is cut and says so', () => {
    expect(of({ maxLength: 2 }).trace).toMatchObject([{ read: 'RN ICU', value: 'RN', cut: true, skipped: null }]);
  });

  test('after one that gave the value is not used', () => {
    const lines = [aFieldMapping(), aFieldMapping({ id: 2, position: 2, option: 5, value: 'Other' })];
    const { values, trace } = fieldsOf({ job: aJob(full), mapped }, lines);
    expect(values).toEqual({ title: 'RN ICU' });
    expect(trace[1]?.skipped).toBe('An earlier line gave the value');
  });
});
