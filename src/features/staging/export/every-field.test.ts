import { expect, test } from 'vitest';
import type { FieldValue, JobRow } from '#contract/rows/jobs.ts';
import { fields } from '#domain/fields/catalogue.ts';
import { fieldColumns } from '#domain/fields/field-columns.ts';
import { defaultNames } from '#domain/job-list/field-names.ts';
import { jobQuerySchema } from '#domain/job-list/job-query.ts';
import { withFlag } from '#domain/jobs/flags.ts';
import type { SingleChip } from '#domain/query/chip.ts';
import { conditionOf } from '#domain/query/condition-of.ts';
import { parseQuery } from '#domain/query/parse-query.ts';
import { printQuery } from '#domain/query/print-query.ts';
import { applyRules } from '#domain/rules/apply-rules.ts';
import { prepareRules } from '#domain/rules/prepare-rules.ts';
import { jobColumns } from '#src/entities/job/job-columns.tsx';
import type { Store } from '#src/store/store.ts';
import { blockFromRows } from '#src/store/tables/blocks.ts';
import type { Row } from '#src/store/tables/tables.ts';
import { createFormat } from '#src/ui/format/create-format.ts';
import { defaultFormat } from '#src/ui/format/format.ts';
import { withAskedColumns } from '#src/workers/grid/asked-grid.ts';
import { createGrid, type GridNews } from '#src/workers/grid/grid-api.ts';
import { openDeviceStore } from '#tests/doubles/sync/device-store.ts';
import { storeKey } from '#tests/doubles/sync/tab.ts';
import { aJob } from '#tests/support/factories/job-factory.ts';
import { aStoredRule } from '#tests/support/factories/rule-factory.ts';
import { viewSheet } from './view-sheet.ts';

const today = '2026-11-21';
const format = createFormat(defaultFormat);
const schema = jobQuerySchema(null, 20_000);
const columns = jobColumns({
  names: defaultNames,
  format,
  nowMs: 0,
  mayEdit: true,
  mayMap: () => true,
  isNeeded: () => true,
  onEdit: () => undefined,
});

/** A value of each type as a rule's text, and as the job then has it. */
const samples = {
  text: ['Two words, 5 "x"', 'Two words, 5 "x"'],
  lookup: ['Two words', 'Two words'],
  number: ['1234.5', 1234.5],
  money: ['1234.5', 1234.5],
  date: ['12/24/2026', '2026-12-24'],
  'yes-no': ['yes', true],
} as const;
const written = fields.filter(({ home }) => home === 'extra');

/** One job for each field, in which a rule wrote that field. Rules on collection write neither fields for the ATS alone nor the vendor's status text. */
const jobs: JobRow[] = written.map(({ id, key, type, time, writable }) => {
  const job = aJob({ id: 1000 + id, providerJobId: `HV-${id}` });
  const [operand, value] = samples[type];
  if (time === 'exportOnly' || !writable) return { ...job, extra: { [key]: value } };
  const rule = aStoredRule({
    id,
    actionType: 9,
    fieldId: id,
    operand,
  });
  const rules = prepareRules([rule], { moment: 'collection', today, supplementsOf: () => undefined });
  return applyRules(job, rules).job;
});

async function gridOf(rows: readonly JobRow[]) {
  const store = await openDeviceStore();
  await store.write(async (tx) => {
    const [first, last] = [rows[0]?.id ?? 0, rows.at(-1)?.id ?? 0];
    await tx.put('blocks', [blockFromRows('job', 1, rows as unknown as Row[])]);
    await tx.put('layouts', [
      { collection: 'job', live: [{ no: 1, first, last, rows: rows.length }], shadow: [], retired: [], complete: true },
    ]);
  });
  let told: GridNews | null = null;
  const grid = withAskedColumns(createGrid(async () => ({ ...store, close: () => undefined })));
  await grid.open(storeKey, (news) => {
    told = news;
  });
  while (!(told as GridNews | null)?.ready) await new Promise((done) => setTimeout(done, 5));
  return { store, grid };
}

const put = (store: Store, row: JobRow) =>
  store.write(async (tx) => {
    await tx.put('fresh', [{ collection: 'job', id: row.id, rev: 2, row: row as unknown as Row }]);
    tx.changed('job', [row.id]);
  });

/** The query for exactly this value of a field. */
function queryFor(field: string, value: FieldValue): string {
  const chip = ((): SingleChip => {
    if (typeof value === 'number') return { not: false, kind: 'number', field, spans: [{ op: '=', value }] };
    if (typeof value === 'boolean') return { not: !value, kind: 'yes', field };
    if (/^\d{4}-/.test(String(value)))
      return { not: false, kind: 'date', field, spans: [{ op: '=', value: { kind: 'on', day: String(value) } }] };
    return { not: false, kind: 'text', field, exact: true, values: [String(value)] };
  })();
  return printQuery([chip], schema);
}

test('a value that a rule wrote into any field is shown, found by its query, sorted first and exported as it is', async () => {
  const { grid } = await gridOf(jobs);
  for (const [at, field] of written.entries()) {
    const id = jobs[at]?.id ?? 0;
    const value = samples[field.type][1];
    expect(jobs[at]?.extra[field.key], field.key).toEqual(value);
    const column = columns.find(({ key }) => fieldColumns.some((one) => one.key === key && one.field === field.key));
    if (!column?.sortBy) throw new Error(`${field.key} has no column`);

    const { chips, problems } = parseQuery(queryFor(column.sortBy, value), schema);
    expect(problems).toEqual([]);
    const found = await grid.show(conditionOf(chips, schema, today), []);
    expect(found.count, field.key).toBe(1);
    const window = await grid.window(found.order, 0, 1, column.reads);
    expect([window?.ids, window?.cells[column.sortBy]]).toEqual([[id], [value]]);

    const sorted = await grid.show(null, [{ key: column.sortBy }]);
    expect((await grid.window(sorted.order, 0, 2, column.reads))?.ids[0], field.key).toBe(id);

    const sheet = await viewSheet({ allIds: async () => [id], cellsOf: grid.cellsOf }, [column]);
    const shown = column.text({ id, get: (key) => (key === column.sortBy ? value : null) });
    expect(sheet.rows, field.key).toEqual([[typeof value === 'number' ? value : shown]]);
  }
  grid.close();
});

test('a changed job has its new value at once, and a column that no one looks at any more is dropped', async () => {
  const { store, grid } = await gridOf(jobs.slice(0, 3));
  const cells = async (keys: readonly string[]) => (await grid.window(grid.news().order, 0, 3, ['id', ...keys]))?.cells;
  expect((await cells(['traumaLevel', 'hidden']))?.['traumaLevel']).toEqual([null, null, null]);
  const job = jobs[1] ?? aJob();
  await put(store, { ...job, chgMap: withFlag(job.chgMap, 'hidden', true), extra: { traumaLevel: 'Level II' } });
  await expect.poll(async () => (await cells(['traumaLevel', 'hidden']))?.['traumaLevel']).toEqual([null, 'Level II', null]);
  expect((await cells(['hidden', 'traumaLevel']))?.['hidden']).toEqual([false, true, false]);
  expect((await cells([]))?.['traumaLevel']).toBeUndefined();
  expect(grid.asked()).toEqual([]);
  grid.close();
});

test('calculated fields follow the day and the pay setup', async () => {
  const { grid } = await gridOf([aJob({ startDate: '2026-12-01', hoursPerWeek: 36, billRate: 100 })]);
  const cells = async () =>
    (await grid.window(grid.news().order, 0, 1, ['daysToStart', 'grossBillPerWeek', 'startWeekday', 'marginPerWeek']))?.cells;
  expect(await cells()).toMatchObject({ daysToStart: [null], grossBillPerWeek: [3600], startWeekday: ['Tuesday'] });
  grid.surround({ today, pay: null });
  await expect.poll(async () => (await cells())?.['daysToStart']).toEqual([10]);
  const pay = { calcType: 0, regularPayRate: 40, hoursPerWeek: 36, fees: [], degreePay: [], burdens: [] } as const;
  grid.surround({ today, pay });
  await expect.poll(async () => (await cells())?.['marginPerWeek']).toEqual([expect.any(Number)]);
  grid.close();
});
