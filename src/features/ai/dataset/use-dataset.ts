import { useDeferredValue, useMemo } from 'react';
import { datasetSizes } from '#contract/ai/dataset.ts';
import type { DatasetRow } from '#contract/rows/dataset-row.ts';
import { type DatasetCounts, datasetCounts, datasetRows } from '#domain/ai/dataset/dataset-page.ts';
import { isDisputed } from '#domain/ai/dataset/row-state.ts';
import { useSession } from '#src/entities/session/session.ts';
import { useCollection } from '#src/sync/hooks/use-collection.ts';
import { type ListAddress, useListAddress } from '#src/ui/list/list-address.ts';
import { pagesOf } from '#src/ui/list/use-list.ts';

export type Dataset = {
  readonly ready: boolean;
  readonly all: readonly DatasetRow[];
  /** Rows of the filter, in the order in which they are labeled, and those of the page. */
  readonly found: readonly DatasetRow[];
  readonly page: readonly DatasetRow[];
  readonly disputed: readonly DatasetRow[];
  readonly counts: DatasetCounts;
  readonly address: ListAddress<'id'>;
  readonly sizes: readonly number[];
};

const filters = ['what', 'shown', 'job', 'kind'];
/** The documented default of the page size is 10; the kit's is the first of 20 or more. */
const usualSize = 10;

/** The dataset of the customer on screen, from the rows on this device. The filter is in the address. */
export function useDataset(): Dataset {
  const { role } = useSession();
  const { ready, rows } = useCollection('datasetRow');
  const own = useListAddress({ sort: 'id' as const, filters, sizes: datasetSizes });
  const size = new URLSearchParams(window.location.search).has('size') ? own.size : usualSize;
  const address = { ...own, size };
  const [what, shown, job, kind] = filters.map((name) => own.filter(name));
  const asked = useDeferredValue(own.search);
  const found = useMemo(() => {
    const question = {
      showShifts: what === 'shifts',
      showBillRate: what === 'rates',
      hideClassified: shown !== 'all',
      jobId: 0,
      workType: Number(kind) || 0,
    };
    const words = asked.trim().toLowerCase();
    const number = (job ?? '').trim().toLowerCase();
    const fits = ({ description, providerJobId }: DatasetRow) =>
      (words === '' || description.toLowerCase().includes(words)) &&
      (number === '' || (providerJobId ?? '').toLowerCase().includes(number));
    return datasetRows(rows, question, role.userId).filter(fits);
  }, [rows, what, shown, job, kind, asked, role.userId]);
  const at = Math.min(own.page, pagesOf(found.length, size));
  const counts = useMemo(() => datasetCounts(rows), [rows]);
  const disputed = useMemo(() => rows.filter(isDisputed), [rows]);
  return {
    ready,
    all: rows,
    found,
    page: found.slice((at - 1) * size, at * size),
    disputed,
    counts,
    address: { ...address, page: at },
    sizes: datasetSizes,
  };
}
