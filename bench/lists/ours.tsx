import { MantineProvider } from '@mantine/core';
import { flushSync } from 'react-dom';
import { createRoot } from 'react-dom/client';
import { MemoryRouter } from 'react-router-dom';
import type { CustomerRow } from '#contract/people/customer-list.ts';
import type { TableList } from '#src/ui/list/use-list.ts';
import { columnsOf } from '#src/ui/table/column.ts';
import { DataTable } from '#src/ui/table/data-table.tsx';
import { shownColumns } from './shown-columns.ts';

const col = columnsOf<CustomerRow>();
const columns = shownColumns.map(({ key, label }) => col(key, label));

/** The product's table with one page of the list. Unlike a grid, it draws every row of the page. */
export async function openOurTable(stage: HTMLElement, rows: readonly CustomerRow[]) {
  const root = createRoot(stage);
  const list: TableList<CustomerRow> = {
    rows,
    whole: rows,
    sort: 'name',
    descending: false,
    sortBy: () => undefined,
  } as unknown as TableList<CustomerRow>;
  flushSync(() =>
    root.render(
      <MantineProvider>
        <MemoryRouter>
          <DataTable list={list} label="Customers" columns={columns} rowKey={({ id }) => id} />
        </MemoryRouter>
      </MantineProvider>,
    ),
  );
  return {
    close: () => root.unmount(),
    names: () => [...stage.querySelectorAll('tbody tr')].map((row) => row.querySelector('td')?.textContent ?? ''),
  };
}
