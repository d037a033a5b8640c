import {
  columnFilteringFeature,
  constructTable,
  createColumnHelper,
  createFilteredRowModel,
  createSortedRowModel,
  type FilterFn,
  filterFn_betweenInclusive,
  filterFn_includesString,
  rowSortingFeature,
  sortFn_basic,
  tableFeatures,
} from '@tanstack/table-core';
import { storeReactivityBindings } from '@tanstack/table-core/store-reactivity-bindings';
import type { Peer } from './peer.ts';
import { nearTest } from './places.ts';
import { type SampleJob, sampleSchema } from './sample-jobs.ts';

const features = tableFeatures({
  coreReactivityFeature: storeReactivityBindings(),
  columnFilteringFeature,
  filteredRowModel: createFilteredRowModel(),
  rowSortingFeature,
  sortedRowModel: createSortedRowModel(),
});

/** Its own kinds of filter know no distance. */
const byDistance: FilterFn<typeof features, SampleJob> = (row, id, test) => test(String(row.getValue(id)));

/** TanStack Table's filtered and sorted row models, with its basic comparison. */
export function tanstack(jobs: readonly SampleJob[]): Peer {
  const helper = createColumnHelper<typeof features, SampleJob>();
  const columns = sampleSchema.columns.map(({ key, type }) =>
    helper.accessor((row): unknown => row[key], {
      id: key,
      filterFn: key === 'zip' ? byDistance : type === 'text' ? filterFn_includesString : filterFn_betweenInclusive,
      sortFn: sortFn_basic,
    }),
  );
  let data = [...jobs];
  const table = constructTable({ features, columns, data, getRowId: (row) => String(row.id) });
  table.getRowModel();
  return {
    name: 'TanStack Table 9',
    prepare: () => undefined,
    run(query) {
      table.setColumnFilters([
        ...query.contains.map(([id, value]) => ({ id, value })),
        ...query.between.map(([id, from, to]) => ({ id, value: [from, to] })),
        ...(query.near ? [{ id: 'zip', value: nearTest(query.near) }] : []),
      ]);
      table.setSorting(query.sort.map(({ key, descending }) => ({ id: key, desc: descending })));
      return table.getRowModel().rows.length;
    },
    change(job) {
      data = data.with(job.id - 1, job);
      table.setOptions((options) => ({ ...options, data }));
      return table.getRowModel().rows.length;
    },
    ids: () => table.getRowModel().rows.map((row) => row.original.id),
  };
}
