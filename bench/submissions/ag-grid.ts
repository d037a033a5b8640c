import {
  ClientSideRowModelApiModule,
  ClientSideRowModelModule,
  ColumnApiModule,
  createGrid,
  ExternalFilterModule,
  type GridOptions,
  ModuleRegistry,
  RowApiModule,
} from 'ag-grid-community';
import type { Submission } from '#contract/submissions/submissions.ts';
import { searchIn } from './rows.ts';
import { shownColumns } from './shown-columns.ts';

ModuleRegistry.registerModules([
  ClientSideRowModelModule,
  ClientSideRowModelApiModule,
  ColumnApiModule,
  ExternalFilterModule,
  RowApiModule,
]);

/** AG Grid community with the same columns and rows. It draws only the rows in sight. */
export async function openAgGrid(stage: HTMLElement, rows: readonly Submission[]) {
  let words: string[] = [];
  const options: GridOptions<Submission> = {
    rowData: [...rows],
    getRowId: ({ data }) => String(data.id),
    columnDefs: shownColumns.map(({ key, label }) => ({ field: key, headerName: label, width: 130 })),
    rowHeight: 36,
    headerHeight: 36,
    animateRows: false,
    isExternalFilterPresent: () => words.length > 0,
    doesExternalFilterPass: ({ data }) =>
      data !== undefined && words.every((word) => searchIn.some((key) => data[key].toLowerCase().includes(word))),
  };
  const ready = new Promise<void>((done) => {
    options.onFirstDataRendered = () => done();
  });
  const api = createGrid(stage, options);
  await ready;
  return {
    show(search: string, sort: keyof Submission, descending: boolean) {
      words = search.toLowerCase().split(/\s+/).filter(Boolean);
      api.applyColumnState({ state: [{ colId: sort, sort: descending ? 'desc' : 'asc' }], defaultState: { sort: null } });
      api.onFilterChanged();
    },
    close: () => api.destroy(),
    drawn: () => stage.querySelectorAll('.ag-row').length,
    ids() {
      const ids: number[] = [];
      api.forEachNodeAfterFilterAndSort(({ data }) => ids.push(data?.id ?? 0));
      return ids;
    },
  };
}
