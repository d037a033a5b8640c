import { describe, expect, test } from 'vitest';
import type { CollectedJob } from '#domain/jobs/collected-job.ts';
import { type AliasOverrides, aliasesWith } from './field-aliases.ts';
import { type MapContext, mapRecord } from './map-record.ts';
import { planColumns } from './record-reader.ts';

const usual: MapContext = { today: '2025-01-10', dateOrder: 'MDY', durationUnit: 'weeks', currency: 'USD', workType: 1 };

function map(record: Record<string, string>, context: Partial<MapContext> = {}, overrides: AliasOverrides = {}) {
  const entries = new Map(Object.entries(record));
  return mapRecord(entries, planColumns([...entries.keys()], aliasesWith(overrides)), { ...usual, ...context });
}

function job(record: Record<string, string>, context: Partial<MapContext> = {}, overrides: AliasOverrides = {}): CollectedJob {
  const mapped = map(record, context, overrides);
  if ('refused' in mapped) throw new Error(JSON.stringify(mapped.refused));
  return mapped.ok;
}

function problems(record: Record<string, string>, context: Partial<MapContext> = {}) {
  const mapped = map(record, context);
  return 'refused' in mapped ? mapped.refused : [];
}

describe('feeds with column names of their own', () => {
  test('JobRobotix: a title that is a link, dates as day and month', () => {
    const read = job(
      {
        referencenumber: 'JR-1',
        title: '<a href="/1">ICU <b>nurse</b></a>',
        FacilityName: 'Mercy Hospital',
        BillRate: '$88.00/hr',
        PayRate: '61',
        SourceName: 'AYA',
        UnitDescription: 'ICU',
        startdate: '27/08/2024',
        enddate: '26/11/2024',
        HotJob: 'true',
        Discipline: 'RN',
        zipcode: '2101',
        jobType: 'Nursing',
        shift: '3x12 Nights',
      },
      { dateOrder: 'DMY' },
    );
    expect(read).toMatchObject({
      providerJobId: 'JR-1',
      title: 'ICU nurse',
      startDate: '2024-08-27',
      durationDays: 91,
      hot: true,
      zip: '02101',
      billRate: 88,
      payPerHour: 61,
      vms: 'AYA',
      hoursPerShift: 12,
      shiftsPerWeek: 3,
      extra: { jobType: 'Nursing' },
    });
  });

  test('StaffingEngine: labels of an email, one line for the place and one for both dates', () => {
    const read = job({
      'Job ID': '32646',
      Openings: '1',
      'Job Type': 'permanent',
      'Profession/ Speciality': 'RN/ Cath Lab',
      Client: 'Baylor Lakeway',
      Location: 'Lakeway, Texas, 78738',
      Shift: '12 hr days',
      'Shifts Per Week': '3',
      'Start and End Date': '03/13/2025 - ',
      'Agency Regular Bill Rate': '0.00',
      'Agency >40 Bill Rate': '0.00',
    });
    expect(read).toMatchObject({
      workType: 2,
      degree: 'RN',
      specialty: 'Cath Lab',
      facility: 'Baylor Lakeway',
      city: 'Lakeway',
      state: 'TX',
      zip: '78738',
      hoursPerShift: 12,
      shiftsPerWeek: 3,
      startDate: '2025-03-13',
      endDate: null,
      billRate: 0,
      otRate: 0,
    });
  });

  test('LaborEdge: a length with a unit, pay as a range, times in two columns', () => {
    const read = job({
      id: '991',
      jobTitle: 'RN ICU',
      clientName: 'Mercy',
      clientCity: 'Tulsa',
      clientStateCode: 'OK',
      profession: 'RN',
      specialty: 'ICU',
      duration: '13',
      durationType: 'WEEK',
      startDate: '2025-02-03',
      shiftStartTime1: '07:00 PM',
      shiftEndTime1: '07:30 AM',
      shiftsPerWeek1: '3',
      scheduledHrs1: '36',
      noOfOpenings: '2',
      hourlyPayRange: '$40.50 - $44.00',
      featuredJob: 'false',
      jobStatus: 'OPEN',
    });
    expect(read).toMatchObject({
      endDate: '2025-05-05',
      durationDays: 91,
      shift: '07:00 PM - 07:30 AM',
      shiftStart: '19:00',
      shiftEnd: '07:30',
      hoursPerShift: 12.5,
      hoursPerWeek: 36,
      positions: 2,
      payPerHour: 40.5,
      extra: { hourlyPayRange: '$40.50 - $44.00' },
    });
  });
});

describe('rows with missing values', () => {
  test('[P16] the end is the start plus the duration, unless the row gives the end', () => {
    expect(job({ id: '1', 'Start Date': '1/20/2025', 'Wks/Contract': '13' }).endDate).toBe('2025-04-21');
    expect(job({ id: '1', 'Start Date': '1/20/2025', 'Wks/Contract': '13', 'End Date': '4/20/2025' }).endDate).toBe('2025-04-20');
  });
  test('[P7] ASAP is a flag and not a date; a month starts on its first day and keeps its words', () => {
    expect(job({ id: '1', 'Start Date': 'ASAP' })).toMatchObject({ startDate: null, asap: true });
    expect(job({ id: '1', 'Start Date': 'Feb 2025' })).toMatchObject({
      startDate: '2025-02-01',
      extra: { 'Start Date': 'Feb 2025' },
    });
  });
  test('a record without facility is still a job', () => {
    expect(job({ id: '1', city: 'Tampa', state: 'Florida' })).toMatchObject({ facility: null, state: 'FL' });
  });
  test('[P17] without an id the same row gets the same derived id, whatever its rate is', () => {
    const row = { facility: 'Mercy', specialty: 'ICU', shift: 'Nights', 'Bill Rate': '80' };
    const first = job(row);
    expect(first.idDerived).toBe(true);
    expect(job({ ...row, 'Bill Rate': '85', status: 'On hold' }).providerJobId).toBe(first.providerJobId);
    expect(job({ ...row, shift: 'Days' }).providerJobId).not.toBe(first.providerJobId);
  });
  test('[P11] a range of bill rates sets the upper and the lower rate', () => {
    expect(job({ id: '1', 'Bill Rate': '$70 - $80/hr' })).toMatchObject({ billRate: 80, minBillRate: 70 });
  });
  test('another column with a value replaces a zero', () => {
    expect(job({ id: '1', minBillRate: '0', bMinRate: '130' }).minBillRate).toBe(130);
    expect(job({ id: '1', minBillRate: '0', bMinRate: '0' }).minBillRate).toBe(0);
  });
  test('a hint that cannot be parsed stays in extra', () => {
    expect(job({ id: '1', category: 'Nursing', winterPlanNeed: '2025/26' })).toMatchObject({
      workType: 1,
      winterPlanNeed: false,
      extra: { category: 'Nursing', winterPlanNeed: '2025/26' },
    });
  });
  test('[P20] only web addresses become links', () => {
    expect(job({ id: '1', url: 'javascript:alert(1)' })).toMatchObject({ jobUrl: null, extra: { url: 'javascript:alert(1)' } });
    expect(job({ id: '1', url: 'https://vms.example/1' }).jobUrl).toBe('https://vms.example/1');
  });
  test('[P14] outside the United States and Canada, states and postal codes are kept as written', () => {
    expect(job({ id: '1', country: 'United Kingdom', state: 'Kent', zip: 'ME7 5NY' })).toMatchObject({
      state: 'Kent',
      zip: 'ME7 5NY',
    });
  });
  test('[P15] a customer adds its own columns and statuses', () => {
    const own = { facility: ['Campus'], unit: [] };
    const read = job(
      { id: '1', Campus: 'East', facility: 'West', unit: 'ICU', status: 'Purple' },
      { statuses: { purple: 'On Hold' } },
      own,
    );
    expect(read).toMatchObject({ facility: 'East', unit: null, status: 'On Hold', extra: { facility: 'West', unit: 'ICU' } });
  });
});

describe('[P18] an invalid value refuses the row and is named', () => {
  test.each([
    [{ 'Bill Rate': '-5' }, 'billRate', 'Bill Rate', 'An amount cannot be negative.'],
    [{ 'Bill Rate': '$2,450/wk' }, 'billRate', 'Bill Rate', 'This is per week; the field is per hour.'],
    [{ 'Start Date': '02/30/2025' }, 'startDate', 'Start Date', 'Month 2 of 2025 has 28 days, not 30.'],
    [{ 'Start Date': '3/3/2025', 'End Date': '2/3/2025' }, 'endDate', 'End Date', 'The end lies before the start, 2025-03-03.'],
    [{ state: 'Bavaria' }, 'state', 'state', 'This is no US state or Canadian province.'],
    [{ currency: 'dollars' }, 'currency', 'currency', 'This is no currency code.'],
  ])('%j', (values, field, column, problem) => {
    const [first, ...more] = problems({ id: '1', ...values });
    expect(more).toEqual([]);
    expect(first).toMatchObject({ field, column, problem });
    expect(first?.remedy).toMatch(/\w/);
  });
  test('a refused row still has the job’s id, if it can be read', () => {
    expect(map({ id: '7', 'Bill Rate': '-5' })).toMatchObject({ providerJobId: '7' });
    const { providerJobId } = job({ facility: 'Mercy', 'Bill Rate': '5' });
    expect(map({ facility: 'Mercy', 'Bill Rate': '-5' })).toMatchObject({ providerJobId });
    expect(map({ colour: 'red' })).toMatchObject({ providerJobId: null });
  });
  test('[P18] all problems of a row are reported at once', () => {
    expect(problems({ id: '1', 'Bill Rate': '-5', state: 'XX', zip: 'none such' }).map(({ field }) => field)).toEqual([
      'state',
      'billRate',
      'zip',
    ]);
  });
  test.each([
    [{ 'Perm Fee': '20%' }, 'permFee', 'This is a percentage; the field is a sum.'],
    [{ 'Hrs/Shift': '25' }, 'hoursPerShift', 'There are no more than 24 hours.'],
    [{ workType: 'Gig' }, 'workType', 'This work type is unknown.'],
    [{ positions: 'many' }, 'positions', 'This is not a whole number.'],
    [{ zip: 'none such' }, 'zip', 'This is no US or Canadian postal code.'],
  ])('[P22] %j in an optional field is a warning, and the job keeps the text', (values, field, problem) => {
    const mapped = map({ id: '1', state: 'TX', ...values });
    if ('refused' in mapped) throw new Error(JSON.stringify(mapped.refused));
    const [column, value] = Object.entries(values)[0] ?? [];
    expect(mapped.warnings).toMatchObject([{ field, column, value, problem }]);
    expect(mapped.ok.extra).toEqual({ [column ?? '']: value });
    expect(mapped.ok.state).toBe('TX');
  });
  test('[P19] a row without any known value is refused', () => {
    expect(problems({ colour: 'red' })[0]?.problem).toBe('Nothing in this row says which job it is.');
  });
});
