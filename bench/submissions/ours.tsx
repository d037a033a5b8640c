import { MantineProvider } from '@mantine/core';
import { flushSync } from 'react-dom';
import { createRoot } from 'react-dom/client';
import { MemoryRouter } from 'react-router-dom';
import type { Submission } from '#contract/submissions/submissions.ts';
import { arrange } from '#domain/lists/arrange.ts';
import type { TableList } from '#src/ui/list/use-list.ts';
import { columnsOf } from '#src/ui/table/column.ts';
import { DataTable } from '#src/ui/table/data-table.tsx';
import { searchIn } from './rows.ts';
import { shownColumns } from './shown-columns.ts';

const col = columnsOf<Submission>();
const columns = shownColumns.map(({ key, label }) => col(key, label));
/** The largest page of the list. */
const pageSize = 200;

/** The product's table of submissions: rows on the device, searched and sorted as its list does, one page drawn. */
export async function openOurs(stage: HTMLElement, rows: readonly Submission[]) {
  const root = createRoot(stage);
  let found: readonly Submission[] = [];
  const show = (search: string, sort: keyof Submission, descending: boolean) => {
    found = arrange(rows, { search, searchIn, sort, descending });
    const list = {
      rows: found.slice(0, pageSize),
      whole: rows,
      sort,
      descending,
      sortBy: () => undefined,
    } as unknown as TableList<Submission>;
    flushSync(() =>
      root.render(
        <MantineProvider>
          <MemoryRouter>
            <DataTable list={list} label="Submissions" columns={columns} rowKey={({ id }) => id} />
          </MemoryRouter>
        </MantineProvider>,
      ),
    );
  };
  show('', 'id', true);
  return {
    show,
    close: () => root.unmount(),
    drawn: () => stage.querySelectorAll('tbody tr').length,
    ids: () => found.map(({ id }) => id),
  };
}
