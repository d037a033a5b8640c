import { describe, expect, test } from 'vitest';
import type { ColumnMapping } from '#contract/collecting/column-mapping.ts';
import type { Learned } from '#domain/file-columns/propose-columns.ts';
import { proposeColumns } from '#domain/file-columns/propose-columns.ts';
import { aliasesWith } from './field-aliases.ts';

type More = { readonly chosen?: ColumnMapping; readonly learned?: Learned };

function proposed(table: Readonly<Record<string, readonly string[]>>, more: More = {}) {
  const columns = Object.entries(table).map(([column, cells]) => ({ column, cells }));
  return proposeColumns(columns, { names: aliasesWith(), dateOrder: 'MDY', today: '2026-11-23', ...more });
}

const one = (column: string, cells: readonly string[], more?: More) => proposed({ [column]: cells }, more)[0];

describe('[P23] a column is read into the field that its name or its values speak for', () => {
  test.each([
    // The header, some values, the field that is read, and why.
    ['billRate', ['81.50'], 'billRate', 'name'],
    ['Bill Rate', ['81.50'], 'billRate', 'name'],
    ['Agency Regular Bill Rate', ['81.50'], 'billRate', 'alias'],
    ['Hourly Bill Rate', ['81.50'], 'billRate', 'similar'],
    ['Org Job Id', ['2578540'], 'providerJobId', 'alias'],
    ['Job Req #', ['R-17'], 'providerJobId', 'similar'],
    ['Facility/Hospital Name', ['Mercy'], 'facility', 'similar'],
    ['Client City', ['Reno'], 'city', 'alias'],
    ['Worksite City', ['Reno'], 'city', 'similar'],
    ['Assignment Start Date', ['1/20/2027'], 'startDate', 'similar'],
    ['Start Dt', ['1/20/2027'], 'startDate', 'similar'],
    ['# Openings', ['3'], 'positions', 'alias'],
    ['Employment', ['Contract (Travel only)'], 'workType', 'alias'],
    ['Type', ['Per Diem', 'Travel'], 'workType', 'alias'],
    ['Where', ['TX', 'NV', 'CA'], 'state', 'values'],
    ['Where', ['Reno, NV', 'Tampa, FL'], 'place', 'values'],
    ['When', ['07:00PM - 07:30AM', 'Nights'], 'shift', 'values'],
    ['Range', ['07:30 to 19:45', '8am - 6pm'], 'shift', 'values'],
    ['Who', ['RN', 'LPN'], 'degree', 'values'],
  ])('%s with %j: %s by %s', (header, values, field, why) => {
    const column = one(header, values);
    expect(column).toMatchObject({ field, why, suggested: null, samples: values });
    expect(column?.certainty).toBeGreaterThanOrEqual(50);
  });

  test.each([
    // The header, some values, what is only suggested, and what it seems to be.
    ['Type', ['Clinical', 'Clinical'], null, 'always “Clinical”'],
    ['Resume', ['TRUE', 'FALSE'], null, 'yes or no'],
    ['Rate', ['81.50', '79.00'], 'billRate', 'amounts of money'],
    ['Weekend Bill Rate', ['90', '91'], null, 'numbers'],
    ['Submission Deadline Date', ['1/20/2027', '1/21/2027'], 'startDate', 'dates'],
    ['max_salary', ['70.35', '66'], null, 'pay'],
    ['Picture', ['https://vms.example/1.png', 'https://vms.example/2.png'], 'jobUrl', 'web addresses'],
    ['company_id', ['16223627', '16223628'], null, 'IDs'],
    ['Hours', ['12', '8'], null, 'numbers'],
    ['lat', ['33.5610035', '31.174247'], null, 'map coordinates'],
    ['Key', ['AB-1001', 'AB-1002'], 'providerJobId', 'IDs'],
    ['Remarks', ['', 'N/A'], null, 'always empty'],
    ['Recruiter Email', ['ann@vms.example', 'bob@vms.example'], null, 'email addresses'],
    ['Start', ['07:00', '07:30', '19:00', '7:00 AM', '15:00'], 'startDate', 'times of day'],
  ])('%s with %j is not read; it may be %s and seems to be %s', (header, values, suggested, seems) => {
    expect(one(header, values)).toMatchObject({ field: null, suggested, seems });
  });

  test('each field is proposed once beside the columns whose names are known', () => {
    const columns = proposed({
      State: ['TX', 'NV'],
      Region: ['TX', 'NV'],
      'Licensed in': ['TX', 'NV'],
      'Facility State Code': ['TX', 'NV'],
    });
    // The names of the first two are known: the second is read where the first is empty.
    expect(columns.map(({ field }) => field)).toEqual(['state', 'state', null, null]);
  });

  test('what a person chose goes before what was learned, and that before the name', () => {
    const learned = { mapping: { 'Bill Rate': 'payPerHour', Type: 'title', Notes: null }, sameFile: true } as const;
    const table = { 'Bill Rate': ['70'], Type: ['Clinical'], Notes: ['Call first'], City: ['Reno'] };
    const columns = proposed(table, { learned, chosen: { Type: null } });
    expect(columns.map(({ field, why, certainty }) => [field, why, certainty])).toEqual([
      ['payPerHour', 'learned', 100],
      [null, 'chosen', 100],
      [null, 'learned', 100],
      ['city', 'name', 100],
    ]);
    expect(one('Type', ['Clinical'], { learned: { ...learned, sameFile: false } })?.certainty).toBe(95);
  });

  test('certainty falls with the share of values that cannot be read', () => {
    expect(one('State', ['TX', 'NV'])?.certainty).toBe(100);
    expect(one('State', ['TX', 'Willits'])?.certainty).toBe(80);
  });

  test('a weekly gross is named by the columns that give it', () => {
    const rates = ['66.7368', '72.54', '50.778', '69.42', '80', '91.25'];
    const hours = ['40', '36', '40', '36', '48', '36'];
    const total = (row: string, n: number) => String(Number(row) * Number(hours[n]));
    const columns = proposed({ '$/hr': rates, Sum: rates.map(total), 'Hrs/Wk': hours });
    expect(columns.map(({ seems }) => seems)).toEqual(['numbers', 'weekly gross: $/hr × Hrs/Wk', 'numbers']);
    const fixed = proposed({ '$/hr': rates, Sum: rates.map((rate) => String(Number(rate) * 40)) });
    expect(fixed[1]?.seems).toBe('weekly gross: $/hr × 40');
    const shifts = proposed({
      'Shift/Wk': ['5', '5', '5', '5', '5'],
      'Hrs/Shift': ['8', '8', '8', '8', '8'],
      Sum: Array(5).fill('40'),
    });
    expect(shifts[2]?.seems).toBe('always “40”');
  });
});
