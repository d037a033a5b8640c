import { describe, expect, test } from 'vitest';
import type { JobRow } from '#contract/rows/jobs.ts';
import type { AtsValueRow, MapKind } from '#contract/rows/rows.ts';
import { targetKinds } from '#domain/targets/target-kinds.ts';
import { fieldsOf } from '#tests/support/factories/field-mapping-factory.ts';
import { aJob } from '#tests/support/factories/job-factory.ts';
import { hasFieldMapping } from './has-field-mapping.ts';
import { kindLines, requiredFields, usuallyMapped } from './kind-lines.ts';
import { lineProblems } from './line-problems.ts';
import { rootOf } from './mapped-fields.ts';

const value = (kind: MapKind, extId: string, name: string): AtsValueRow => ({
  id: 1,
  targetId: 1,
  parentId: null,
  active: true,
  kind,
  extId,
  name,
  address: '1 Main St',
  city: 'Reno',
  state: 'NV',
  zip: '89501',
});
const mapped = {
  facility: value('facility', '5501', 'Tide'),
  degree: value('degree', 'RN', 'Registered Nurse'),
  specialty: value('specialty', 'MS', 'Med Surg'),
  shift: value('shift', 'N12', 'Nights'),
};
const unmapped = { facility: null, degree: null, specialty: null, shift: null };
const full: Partial<JobRow> = {
  title: 'RN ICU',
  status: 'Open',
  workType: 1,
  positions: 2,
  startDate: '2026-12-07',
  endDate: '2027-03-08',
  durationDays: 87,
  hoursPerWeek: 36,
  shiftsPerWeek: 3,
  hoursPerShift: 12,
  billRate: 78.5,
  payPerHour: 50,
  shift: 'Night',
  description: null,
  note: 'Call first',
  city: 'Sparks',
  state: 'CA',
  zip: '90001',
  providerJobId: 'P-1',
};
const bare: Partial<JobRow> = {
  title: null,
  startDate: null,
  endDate: null,
  positions: null,
  durationDays: null,
  description: null,
  note: null,
  hoursPerWeek: null,
  shiftsPerWeek: null,
  hoursPerShift: null,
  billRate: null,
  payPerHour: null,
  shift: null,
  city: null,
  state: null,
  zip: null,
  status: 'Filled',
};
const gives = (typeId: number, job: Partial<JobRow>, to = {}) =>
  fieldsOf({ job: aJob(job), mapped: { ...mapped, ...to } }, kindLines(typeId), typeId);

const crelate = {
  Name: 'RN ICU',
  CompanyId: '5501',
  JobTitleId: 'MS',
  NumberOfOpenings: 2,
  Description: 'Call first',
  StartDate: '2026-12-07',
  BillRate: 78.5,
  PayRate: 50,
  IsOnHold: false,
  AddressBusiness_Line1: '1 Main St',
  AddressBusiness_City: 'Reno',
  AddressBusiness_State: 'NV',
  AddressBusiness_ZipCode: '89501',
};
const salesforce = {
  Name: 'RN ICU',
  Client__c: '5501',
  Degree__c: 'Registered Nurse',
  Specialty__c: 'Med Surg',
  Shift__c: 'Nights',
  Start_Date__c: '2026-12-07',
  End_Date__c: '2027-03-08',
  Openings__c: 2,
  Bill_Rate__c: 78.5,
  Pay_Rate__c: 50,
  Hours_Per_Week__c: 36,
  Description__c: 'Call first',
  City__c: 'Sparks',
  State__c: 'CA',
  VMS_Job_ID__c: 'P-1',
  Is_Open__c: true,
  Status__c: 'Open',
};
const travelNurse = {
  title: 'RN ICU',
  city: 'Reno',
  state: 'NV',
  postalCode: '89501',
  license: 'RN',
  specialty: 'MS',
  shift: 'Nights',
  shiftsPerWeek: 3,
  hoursPerShift: 12,
  durationLength: 12,
  durationUnit: 'week',
  startDate: '2026-12-07T12:00:00Z',
  description: 'Call first',
};
const ctm = {
  clientid: '5501',
  nursetype: 'RN',
  specialty: 'MS',
  shiftId: 'N12',
  date_start: '2026-12-07',
  date_end: '2027-03-08',
};

describe('the lines that a target begins with', () => {
  test.each<[string, number, object]>([
    ['Crelate', 22, crelate],
    ['Salesforce', 9, salesforce],
    ['TravelNurseSource', 40, travelNurse],
    ['CTM', 2, ctm],
  ])('%s gets every value of a full job', (_, typeId, values) => {
    expect(gives(typeId, full).values).toEqual(values);
  });

  test.each<[string, number, object]>([
    ['Crelate', 22, { Name: 'Job order', NumberOfOpenings: 1, Description: '', IsOnHold: true }],
    ['Salesforce', 9, { Name: 'Job order', Openings__c: 1, VMS_Job_ID__c: 'P-1', Is_Open__c: false, Status__c: 'Filled' }],
    ['TravelNurseSource', 40, { title: 'Job order', description: '' }],
    ['CTM', 2, {}],
  ])('%s gets nulls for what a bare, unmapped job lacks', (_, typeId, values) => {
    const given = gives(typeId, { ...bare, providerJobId: 'P-1' }, unmapped).values;
    expect(Object.fromEntries(Object.entries(given).filter(([, each]) => each !== null))).toEqual(values);
  });

  test('a job without a title is named by what it is mapped to; the site’s place is the job’s own without a facility', () => {
    expect(gives(9, { ...full, title: null }).values).toMatchObject({ Name: 'Registered Nurse Med Surg' });
    expect(gives(9, { ...full, title: 'x'.repeat(120) }).values).toMatchObject({ Name: 'x'.repeat(80) });
    expect(gives(40, full, { facility: null }).values).toMatchObject({ city: 'Sparks', state: 'CA', postalCode: '90001' });
    expect(gives(40, full, { shift: null }).values).toMatchObject({ shift: 'Night' });
  });

  test.each([
    ['Crelate', 22, ['IsOnHold']],
    ['Salesforce', 9, ['Is_Open__c', 'Status__c']],
    ['TravelNurseSource', 40, []],
    ['CTM', 2, []],
  ])('%s gets its closing fields once the job is over', (_, typeId, closing) => {
    expect(gives(typeId, full).closing).toEqual(closing);
  });

  test('every kind that has lines is named as one, and its lines have no problem and fill what the ATS needs', () => {
    const kinds = targetKinds.filter(({ id }) => kindLines(id).length > 0).map(({ id }) => id);
    expect(kinds).toEqual([2, 8, 9, 22, 40]);
    expect(targetKinds.filter(({ id }) => hasFieldMapping(id)).map(({ id }) => id)).toEqual(kinds);
    for (const typeId of kinds) {
      const lines = kindLines(typeId);
      expect(lines.flatMap((line) => lineProblems(line, { typeId, atsFields: null }))).toEqual([]);
      expect(lines.map(({ atsField }) => rootOf(atsField))).toEqual(expect.arrayContaining([...requiredFields(typeId)]));
    }
  });
});

test('a new target maps only the values that its job orders take from lists', () => {
  const idOf = (adapter: string) => targetKinds.find((kind) => kind.adapter === adapter)?.id ?? 0;
  expect(usuallyMapped(idOf('bullhorn'))).toEqual(['facility', 'degree', 'specialty']);
  expect(usuallyMapped(idOf('ctm'))).toEqual(['facility', 'degree', 'specialty']);
  expect(usuallyMapped(idOf('salesforce'))).toEqual(['facility', 'degree', 'specialty']);
  expect(usuallyMapped(idOf('crelate'))).toEqual(['facility', 'specialty']);
  expect(usuallyMapped(idOf('travelNurseSource'))).toEqual(['degree', 'specialty']);
  expect(usuallyMapped(idOf('laborEdge'))).toEqual([]);
});
