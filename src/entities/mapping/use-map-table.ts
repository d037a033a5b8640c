import { mapStates } from '#domain/mapping/table/map-rows.ts';
import { withMembers } from '#domain/mapping/table/source-ids.ts';
import { useGridAnswer } from '#src/entities/job/use-grid-answer.ts';
import { useGridClient } from '#src/entities/job/use-job-grid.ts';
import { useCollection } from '#src/sync/hooks/use-collection.ts';
import { useListAddress } from '#src/ui/list/list-address.ts';
import { allRows } from '#src/ui/list/pager.tsx';
import { answeredList, type PagedList } from '#src/ui/list/use-list.ts';
import type { MapSort, MapTableQuestion, MapTableRow } from '#src/workers/grid/map-table.ts';

type Asked = Pick<MapTableQuestion, 'kind' | 'targetId'> & {
  readonly sizes: readonly number[];
  readonly firstPage?: number;
  /** The default sort order. */
  readonly sort: MapSort;
};
export type MapTableList = PagedList<MapTableRow> & { readonly failed: boolean; readonly question: MapTableQuestion };

/** A page of vendor texts from this device, by the filters in the URL. Queried again after every change. */
export function useMapTable({ kind, targetId, sizes, sort, firstPage = 1 }: Asked): MapTableList {
  const address = useListAddress<keyof MapTableRow>({
    sort,
    descending: sort === 'openJobs',
    filters: ['state', 'source', 'within'],
    sizes,
    firstPage,
  });
  const { rows: sources } = useCollection('source');
  const question: MapTableQuestion = {
    kind,
    targetId,
    state: mapStates.find((state) => state === address.filter('state')) ?? 'all',
    sourceIds: withMembers(sources, Number(address.filter('source')) || null),
    typed: address.search,
    within: address.filter('within') || null,
    sort: address.sort === 'value' ? sort : address.sort,
    descending: address.descending,
    page: address.page,
    size: address.size,
  };
  const { answer, failed } = useGridAnswer(question, (client, asked) => client.mapTable(asked));
  const client = useGridClient();
  const all = () => client.mapTable({ ...question, page: 1, size: allRows });
  return { ...answeredList(address, sizes, answer, all), failed, question };
}
