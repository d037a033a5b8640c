import { ClientSideRowModelModule, createGrid, type GridOptions, ModuleRegistry, RowApiModule } from 'ag-grid-community';
import type { CustomerRow } from '#contract/people/customer-list.ts';
import { shownColumns } from './shown-columns.ts';

ModuleRegistry.registerModules([ClientSideRowModelModule, RowApiModule]);

/** AG Grid community with the columns of our list, compact rows and no animation. It draws only the rows in sight. */
export async function openAgGrid(stage: HTMLElement, rows: readonly CustomerRow[]) {
  const options: GridOptions<CustomerRow> = {
    rowData: [...rows],
    getRowId: ({ data }) => String(data.id),
    columnDefs: shownColumns.map(({ key, label }) => ({ field: key, headerName: label, width: 120 })),
    rowHeight: 36,
    headerHeight: 36,
    animateRows: false,
  };
  const ready = new Promise<void>((done) => {
    options.onFirstDataRendered = () => done();
  });
  const api = createGrid(stage, options);
  await ready;
  return {
    close: () => api.destroy(),
    names() {
      const names: string[] = [];
      api.forEachNode(({ data }) => names.push(data?.name ?? ''));
      return names;
    },
  };
}
