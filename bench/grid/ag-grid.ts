import {
  ClientSideRowModelApiModule,
  ClientSideRowModelModule,
  ColumnApiModule,
  createGrid,
  ExternalFilterModule,
  type GridApi,
  type GridOptions,
  ModuleRegistry,
  NumberFilterModule,
  RowApiModule,
  TextFilterModule,
} from 'ag-grid-community';
import type { Peer } from './peer.ts';
import { nearTest } from './places.ts';
import { type SampleJob, sampleSchema, shownKeys } from './sample-jobs.ts';

ModuleRegistry.registerModules([
  ClientSideRowModelModule,
  ClientSideRowModelApiModule,
  ColumnApiModule,
  RowApiModule,
  TextFilterModule,
  NumberFilterModule,
  ExternalFilterModule,
]);

/** AG Grid Community with the visible columns first, compact rows, and no animation. It fills a block of its own: in a flex box it collapses. */
export function openAgGrid(
  stage: HTMLElement,
  jobs: readonly SampleJob[],
  more: GridOptions<SampleJob> = {},
): GridApi<SampleJob> {
  const types = new Map(sampleSchema.columns.map((column) => [column.key, column.type]));
  const keys = [...shownKeys, ...[...types.keys()].filter((key) => !shownKeys.includes(key))];
  const host = document.createElement('div');
  stage.replaceChildren(host);
  return createGrid<SampleJob>(host, {
    rowData: [...jobs],
    getRowId: ({ data }) => String(data.id),
    columnDefs: keys.map((key) => ({
      field: key,
      width: 120,
      hide: !shownKeys.includes(key),
      filter: types.get(key) === 'text' ? 'agTextColumnFilter' : 'agNumberColumnFilter',
    })),
    rowHeight: 28,
    headerHeight: 36,
    animateRows: false,
    ...more,
  });
}

/** Its client-side row model. The sort order is set beforehand, over no rows, so that a query filters and sorts only once. */
export function agGrid(stage: HTMLElement, jobs: readonly SampleJob[]): Peer {
  let isNear: ((zip: string) => boolean) | null = null;
  const api = openAgGrid(stage, jobs, {
    isExternalFilterPresent: () => isNear !== null,
    doesExternalFilterPass: ({ data }) => data === undefined || isNear?.(String(data['zip'])) !== false,
  });
  return {
    name: 'AG Grid community',
    prepare({ sort }) {
      api.setFilterModel({ status: { filterType: 'text', type: 'contains', filter: 'no job says this' } });
      api.applyColumnState({
        defaultState: { sort: null },
        state: sort.map(({ key, descending }, sortIndex) => ({ colId: key, sort: descending ? 'desc' : 'asc', sortIndex })),
      });
    },
    run(query) {
      isNear = query.near ? nearTest(query.near) : null;
      api.setFilterModel({
        ...Object.fromEntries(query.contains.map(([key, filter]) => [key, { filterType: 'text', type: 'contains', filter }])),
        // Its range filter excludes the bounds; the other engines include them.
        ...Object.fromEntries(
          query.between.map(([key, from, to]) => [
            key,
            { filterType: 'number', type: 'inRange', filter: from - 0.001, filterTo: to + 0.001 },
          ]),
        ),
      });
      return api.getDisplayedRowCount();
    },
    change(job) {
      api.applyTransaction({ update: [job] });
      return api.getDisplayedRowCount();
    },
    ids() {
      const ids: number[] = [];
      api.forEachNodeAfterFilterAndSort((node) => ids.push(Number(node.data?.id)));
      return ids;
    },
  };
}
