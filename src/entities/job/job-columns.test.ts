import { expect, test } from 'vitest';
import { ConfigurationBody } from '#contract/rows/report-rows.ts';
import { defaultNames } from '#domain/job-list/field-names.ts';
import { createFormat } from '#src/ui/format/create-format.ts';
import { defaultFormat } from '#src/ui/format/format.ts';
import type { Cell, RowView } from '#src/ui/grid/model/grid-source.ts';
import { AskedColumns } from '#src/workers/grid/asked-columns.ts';
import { jobGridSchema } from '#src/workers/grid/job-grid-schema.ts';
import { MapLookup } from '#src/workers/grid/map-lookup.ts';
import { aJob } from '#tests/support/factories/job-factory.ts';
import { jobColumns, readAmount } from './job-columns.tsx';
import { jobPresets } from './job-layouts.ts';

const columns = jobColumns({
  names: defaultNames,
  format: createFormat(defaultFormat),
  nowMs: Date.parse('2026-11-21T12:00:00.000Z'),
  mayEdit: true,
  mayMap: () => true,
  isNeeded: () => true,
  onEdit: () => undefined,
});
const column = (key: string) => columns.find((one) => one.key === key);
const view = (over: Parameters<typeof aJob>[0]): RowView => {
  const job = aJob(over) as unknown as Record<string, Cell>;
  return { id: 7, get: (key) => job[key] ?? null };
};

test('a blank amount is 0, a negative one is refused with a reason, and commas group thousands', () => {
  expect(readAmount('  ', 'billRate')).toEqual({ ok: true, value: 0 });
  expect(readAmount('1,250.50', 'permFee')).toEqual({ ok: true, value: 1250.5 });
  expect(readAmount('-1', 'billRate')).toMatchObject({ ok: false, problem: 'Enter 0 or more.' });
  expect(readAmount('abc', 'billRate').ok).toBe(false);
  expect(readAmount('101', 'feePercentage').ok).toBe(false);
  expect(readAmount('7.5', 'durationDays').ok).toBe(false);
});

test('every column reads and sorts by columns that the grid holds, or reads once they are asked for', () => {
  const more = new AskedColumns(new MapLookup());
  const isReadOnceAsked = (key: string): boolean => {
    more.ask('window', [key]);
    return more.columns.length === 1;
  };
  const held = new Set([...jobGridSchema.columns, ...(jobGridSchema.derived ?? [])].map(({ key }) => key));
  const asked = columns.flatMap(({ reads, sortBy }) => [...reads, ...(sortBy ? [sortBy] : [])]);
  expect(asked.filter((key) => !held.has(key) && !isReadOnceAsked(key))).toEqual([]);
  expect(columns.length).toBeGreaterThan(60);
});

test('every column of a preset exists, and each preset shows a column once', () => {
  for (const { layout } of jobPresets) {
    expect(layout.shown.filter((key) => !column(key))).toEqual([]);
    expect(new Set(layout.shown).size).toBe(layout.shown.length);
  }
});

test('only fields with their own lock can be edited', () => {
  const editable = columns.filter(({ edit }) => edit).map(({ key }) => key);
  expect(editable.sort()).toEqual(
    [
      'billRate',
      'durationDays',
      'feePercentage',
      'guaranteedHours',
      'localRate',
      'minBillRate',
      'otRate',
      'permFee',
      'startDate',
    ].sort(),
  );
});

test('while start or duration is typed, the resulting end date is shown', () => {
  const row = view({ startDate: '2026-12-01', durationDays: 91 });
  expect(column('durationDays')?.edit?.effect?.(row, '7')).toBe('Ends 12/08/2026');
  expect(column('startDate')?.edit?.effect?.(row, '2027-01-01')).toBe('Ends 04/02/2027');
  expect(column('durationDays')?.edit?.effect?.(row, 'x')).toBeNull();
});

test('an unknown value is a dash, and zero is zero', () => {
  expect(column('billRate')?.text(view({ billRate: null }))).toBe('—');
  expect(column('billRate')?.text(view({ billRate: 0 }))).toBe('0.00');
});

test('a mapped field shows its ATS value and the vendor’s text', () => {
  const row = (name: string | null): RowView => ({
    id: 1,
    get: (key) => ({ facility: 'MERCY GEN', facilityName: name })[key] ?? null,
  });
  expect(column('facility')?.text(row('Mercy General'))).toBe('Mercy General (MERCY GEN)');
  expect(column('facility')?.text(row(null))).toBe('MERCY GEN (not mapped)');
});

test('a saved view has room for every column', () => {
  expect(ConfigurationBody.shape.columns.safeParse(columns.map(({ key }) => key)).success).toBe(true);
});
