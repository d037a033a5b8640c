import { expect, test } from 'vitest';
import { blank } from '#src/ui/format/format.ts';
import type { GridColumn } from '#src/ui/grid/model/grid-column.ts';
import { csvOf } from '#src/workers/sheet/write-sheet.ts';
import { type ViewRows, viewSheet } from './view-sheet.ts';

const column = (key: string, over: Partial<GridColumn> = {}): GridColumn => ({
  key,
  label: key.toUpperCase(),
  group: 'All',
  width: 100,
  reads: [key],
  cell: () => null,
  text: (row) => `shown ${JSON.stringify(row.get(key))}`,
  ...over,
});

const jobs = (count: number, gone: readonly number[] = []): ViewRows => ({
  allIds: async () => Int32Array.from({ length: count }, (_, i) => i + 1),
  cellsOf: async (ids) => ({
    id: ids.map((id) => (gone.includes(id) ? null : id)),
    facility: ids.map((id) => (id === 2 ? '=1+1' : `Mercy ${id}`)),
    billRate: ids.map((id) => (id === 3 ? null : id * 10)),
  }),
});

test('a file has the columns shown, in their order: amounts as numbers, the rest as the grid shows it', async () => {
  const columns = [
    column('billRate', { sumText: String, text: () => blank }),
    column('facility', { text: (row) => (row.get('facility') as string | null) ?? '' }),
  ];
  const sheet = await viewSheet(jobs(3), columns);
  expect(sheet).toEqual({
    labels: ['BILLRATE', 'FACILITY'],
    rows: [
      [10, 'Mercy 1'],
      [20, '=1+1'],
      ['', 'Mercy 3'],
    ],
  });
  expect((await csvOf(sheet).text()).split('\r\n')[2]).toBe(`20,"'=1+1"`);
});

test('all rows are read, part by part, and a job that is removed meanwhile is left out', async () => {
  const { rows } = await viewSheet(jobs(4500, [2001]), [column('facility')]);
  expect(rows).toHaveLength(4499);
  expect(rows.at(-1)).toEqual(['shown "Mercy 4500"']);
});
