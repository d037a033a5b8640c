import { Link } from 'react-router-dom';
import { useGridAnswer } from '#src/entities/job/use-grid-answer.ts';
import { OfTarget, TargetPick } from '#src/entities/mapping/target-choice.tsx';
import type { TargetChoice } from '#src/entities/mapping/use-target-choice.ts';
import { useCollection } from '#src/sync/hooks/use-collection.ts';
import { useList } from '#src/ui/list/use-list.ts';
import { ListPage } from '#src/ui/page/list-page.tsx';
import { pathTo } from '#src/ui/screen/path-to.ts';
import { columnsOf } from '#src/ui/table/column.ts';
import { DataTable } from '#src/ui/table/data-table.tsx';

type Line = { id: number; source: string; unmapped: number; mapped: number; waitingJobs: number };

const col = columnsOf<Line>();
const columns = [
  col('source', 'Source'),
  col('unmapped', 'Unmapped facilities', { align: 'end' }),
  col('waitingJobs', 'Open jobs waiting', { align: 'end' }),
  col('mapped', 'Mapped facilities', { align: 'end' }),
];

/** `/report_mapsummary`: how much of each source is mapped. */
export const MapSummaryReport = () => <OfTarget>{(choice) => <Summary choice={choice} />}</OfTarget>;

function Summary({ choice }: { choice: TargetChoice }) {
  const { rows: sources } = useCollection('source');
  const asked = { kind: 'facility', targetId: choice.target.id } as const;
  const { answer } = useGridAnswer(asked, (client, question) => client.mapTally(question));
  const lines = answer?.map(({ sourceId, ...tally }): Line => {
    const source = sources.find(({ id }) => id === sourceId);
    return { id: sourceId, source: source?.name ?? String(sourceId), ...tally };
  });
  const mapThem = ({ id, unmapped }: Line) => mapLink(choice.target.id, id, unmapped);
  const list = useList(lines, { sort: 'source', searchIn: ['source'] });
  return (
    <ListPage title="Map summary" noun="source" list={list} actions={<TargetPick choice={choice} />}>
      <DataTable
        list={list}
        label="Sources"
        columns={columns}
        rowKey={(line) => line.id}
        openPath={({ id }) => `/report_mapdetail/${id}`}
        control={mapThem}
      />
    </ListPage>
  );
}

function mapLink(targetId: number, sourceId: number, unmapped: number) {
  if (unmapped === 0) return null;
  return (
    <Link to={pathTo('/mapfacility/:pg?/:target?/:source?/:fname?', {}, { target: targetId, source: sourceId })}>
      Map facilities
    </Link>
  );
}
