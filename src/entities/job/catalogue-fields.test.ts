import { expect, test } from 'vitest';
import { fields } from '#domain/fields/catalogue.ts';
import { fieldColumns } from '#domain/fields/field-columns.ts';
import { catalogueFields } from '#domain/job-list/catalogue-fields.ts';
import { defaultNames } from '#domain/job-list/field-names.ts';
import { jobFields } from '#domain/job-list/job-fields.ts';
import { jobQuerySchema } from '#domain/job-list/job-query.ts';
import { flag } from '#domain/jobs/flags.ts';
import { mapKinds } from '#domain/jobs/mapping-of.ts';
import { parseQuery } from '#domain/query/parse-query.ts';
import { printQuery } from '#domain/query/print-query.ts';
import { fieldNamed } from '#domain/query/query-schema.ts';
import { createFormat } from '#src/ui/format/create-format.ts';
import { defaultFormat } from '#src/ui/format/format.ts';
import type { Cell, RowView } from '#src/ui/grid/model/grid-source.ts';
import { fieldText, jobColumns } from './job-columns.tsx';

const schema = jobQuerySchema(null, 20_000);
const format = createFormat(defaultFormat);
const columns = jobColumns({
  names: defaultNames,
  format,
  nowMs: 0,
  mayEdit: false,
  mayMap: () => true,
  isNeeded: () => true,
  onEdit: () => undefined,
});

test('every field of the catalog, except a local variable, and every flag has exactly one column', () => {
  const keys = columns.map(({ key }) => key);
  expect(new Set(keys).size).toBe(keys.length);
  const wanted = fields.filter(({ home }) => home !== 'variable').map(({ key }) => key);
  const found = fieldColumns.filter(({ key }) => keys.includes(key)).map(({ field }) => field);
  expect(found.sort()).toEqual([...new Set([...wanted, ...Object.keys(flag)])].sort());
});

test('every column of a field has exactly one key in queries, and no field answers to the name of another', () => {
  const own = ({ key }: { key: string }) => schema.fields.filter((field) => fieldNamed(schema, key) === field);
  for (const column of fieldColumns) {
    expect(
      own(column).map(({ key }) => key),
      column.key,
    ).toEqual([column.source]);
  }
  const names = schema.fields.flatMap(({ key, aliases = [] }) => [
    ...new Set([key, ...aliases].map((name) => name.toLowerCase())),
  ]);
  expect(names.filter((name, at) => names.indexOf(name) !== at)).toEqual([]);
});

test('what a query had meant before the fields had columns, it means still', () => {
  const fieldOf = (query: string) => parseQuery(query, schema).chips.map((chip) => 'field' in chip && chip.field);
  expect(fieldOf('local:>70 department:icu cert:>90 mappedfacility:mercy hours:36')).toEqual([
    'localRate',
    'unit',
    'facilityCertainty',
    'facilityName',
    'hoursPerWeek',
  ]);
  expect(fieldOf('localField:yes departmentField:icu')).toEqual(['localField', 'departmentField']);
});

test('a part of a query for any field is printed so that it is read as the same', () => {
  const values = { text: 'two words', number: '>70', date: '2026-12-01', flag: 'yes' };
  for (const { key, type } of schema.fields) {
    const value = type === 'text' ? `"${values.text}"` : values[type];
    const { chips, problems } = parseQuery(`${key}:${value}`, schema);
    expect(problems, key).toEqual([]);
    const again = parseQuery(printQuery(chips, schema), schema).chips;
    expect(again.map((chip) => ({ ...chip, from: 0, to: 0 }))).toEqual(chips.map((chip) => ({ ...chip, from: 0, to: 0 })));
  }
});

test('values of each type are shown as the field means them', () => {
  const text = (key: string, value: Cell) => {
    const column = columns.find((one) => one.key === key);
    const row: RowView = { id: 1, get: (asked) => (asked === column?.sortBy ? value : null) };
    return column?.text(row);
  };
  expect(text('signOnBonus', 1500)).toBe('1,500.00');
  expect(text('traumaLevel', 'Level II')).toBe('Level II');
  expect(text('facilityBeds', 1200)).toBe('1,200');
  expect(text('submitBy', '2026-12-24')).toBe('12/24/2026');
  expect(text('teachingHospital', true)).toBe('Yes');
  expect(text('teachingHospital', false)).toBe('No');
  expect(text('mappedFacility', 'Mercy General')).toBe('Mercy General');
  expect(text('customField7', null)).toBe('—');
});

test('money adds up in groups and is at the right; texts and dates do neither', () => {
  const of = (key: string) => {
    const column = columns.find((one) => one.key === key);
    return [column?.align, column?.sumText !== undefined, column?.groupBy?.key];
  };
  expect(of('signOnBonus')).toEqual(['end', true, 'signOnBonus']);
  expect(of('latitude')).toEqual(['end', false, 'latitude']);
  expect(of('submitBy')).toEqual([undefined, false, 'submitBy']);
  expect(of('mappedShiftId')).toEqual([undefined, false, 'shiftMapId']);
});

test('the usual fields and those of the catalog are different ones, and both are formatted by one function', () => {
  const usual = new Set<string>([...jobFields.map(({ key }) => key), ...mapKinds]);
  expect(catalogueFields.filter(({ key }) => usual.has(key))).toEqual([]);
  const view: RowView = { id: 1, get: (key) => (key === 'otRate2' ? 12 : null) };
  for (const field of catalogueFields.filter(({ key }) => key === 'otRate2'))
    expect(fieldText(view, field, { format, names: defaultNames })).toBe('12.00');
});
