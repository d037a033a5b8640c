import { Button } from '@mantine/core';
import Papa from 'papaparse';
import { Link, Navigate, useParams } from 'react-router-dom';
import type { MapKind, TargetRow } from '#contract/rows/rows.ts';
import { useGridClient } from '#src/entities/job/use-job-grid.ts';
import { JobsLink } from '#src/entities/mapping/map-columns.tsx';
import { MapFilters } from '#src/entities/mapping/map-filters.tsx';
import { OfTarget, TargetPick } from '#src/entities/mapping/target-choice.tsx';
import { type MapTableList, useMapTable } from '#src/entities/mapping/use-map-table.ts';
import type { TargetChoice } from '#src/entities/mapping/use-target-choice.ts';
import { columnsOf, type RowsColumn, RowsTable } from '#src/ui/list/rows-table.tsx';
import { ListPage } from '#src/ui/page/list-page.tsx';
import { saveFile } from '#src/ui/save-file.ts';
import { pathTo } from '#src/ui/screen/path-to.ts';
import { toast } from '#src/ui/toast/toasts.tsx';
import type { MapTableRow } from '#src/workers/grid/map-table.ts';

/** Page sizes of report grids; 10000 stands for all. An export is as long. */
const sizes = [100, 200, 300, 500, 10_000];
const exported = 10_000;

type Report = {
  readonly title: string;
  readonly kind: MapKind;
  readonly noun: string;
  readonly columns: (target: TargetRow) => readonly RowsColumn<MapTableRow>[];
};

const col = columnsOf<MapTableRow>();
const jobs = (kind: MapKind, target: TargetRow) =>
  col('openJobs', 'Open jobs', { align: 'end', cell: (row) => <JobsLink row={row} kind={kind} target={target} /> });

const detail: Report = {
  title: 'Map detail',
  kind: 'facility',
  noun: 'client',
  columns: (target) => [
    col('text', 'Client', { cell: (row) => <Link to={mapLink(row, target)}>{row.text}</Link> }),
    col('source', 'Source'),
    jobs('facility', target),
    col('mapName', 'Mapped client', { cell: Mapped }),
    col('mapAddress', 'Address'),
    col('mapCity', 'City'),
    col('mapState', 'State'),
    col('mapZip', 'Zip'),
  ],
};
const degrees: Report = {
  title: 'Mapped degrees',
  kind: 'degree',
  noun: 'degree',
  columns: (target) => [
    col('text', 'Degree'),
    col('source', 'Source'),
    jobs('degree', target),
    col('mapName', 'Mapped degree', { cell: Mapped }),
  ],
};
const specialties: Report = {
  title: 'Mapped specialties',
  kind: 'specialty',
  noun: 'specialty',
  columns: (target) => [
    col('text', 'Specialty'),
    col('within', 'Degree'),
    col('source', 'Source'),
    jobs('specialty', target),
    col('mapName', 'Mapped specialty', { cell: Mapped }),
    col('mapParent', 'Mapped degree'),
  ],
};
const shifts: Report = {
  title: 'Mapped shifts',
  kind: 'shift',
  noun: 'shift',
  columns: (target) => [
    col('text', 'Shift'),
    col('source', 'Source'),
    jobs('shift', target),
    col('mapName', 'Mapped shift', { cell: Mapped }),
  ],
};

/** `/report_mapdetail`: each client of the vendors, and what it is mapped to. */
export function MapDetailReport() {
  const { source, target, fname } = useParams();
  if (!source) return <MapReport report={detail} />;
  const named = { source: source === '-1' ? '' : source, target: target ?? '', q: fname ?? '' };
  const asked = Object.entries(named).filter(([, value]) => value !== '');
  return <Navigate to={pathTo('/report_mapdetail/:source?/:target?/:fname?', {}, Object.fromEntries(asked))} replace />;
}

/** `/report_mapcert`, `/report_mapspec`, `/report_mapshift`. */
export const MapDegreeReport = () => <MapReport report={degrees} />;
export const MapSpecialtyReport = () => <MapReport report={specialties} />;
export const MapShiftReport = () => <MapReport report={shifts} />;

const MapReport = ({ report }: { report: Report }) => (
  <OfTarget>{(choice) => <Rows key={choice.target.id} report={report} choice={choice} />}</OfTarget>
);

function Rows({ report, choice }: { report: Report; choice: TargetChoice }) {
  const { title, kind, noun } = report;
  const columns = report.columns(choice.target);
  const list = useMapTable({ kind, targetId: choice.target.id, sizes, sort: 'source' });
  return (
    <ListPage
      title={title}
      noun={noun}
      {...(noun === 'specialty' && { plural: 'specialties' })}
      list={list}
      filters={<MapFilters list={list} />}
      actions={
        <>
          <TargetPick choice={choice} />
          <SaveCsv title={title} list={list} columns={columns} />
        </>
      }
    >
      <RowsTable list={list} label={title} columns={columns} rowKey={(row) => row.id} />
    </ListPage>
  );
}

type SaveProps = { title: string; list: MapTableList; columns: readonly RowsColumn<MapTableRow>[] };

/** The rows that the filters find, as a file that a spreadsheet opens. */
function SaveCsv({ title, list, columns }: SaveProps) {
  const client = useGridClient();
  const save = async () => {
    const { rows, found } = await client.mapTable({ ...list.question, page: 1, size: exported });
    const data = rows.map((row) => columns.map(({ key }) => (key === 'mapName' ? mappedName(row) : row[key])));
    const fields = columns.map(({ label }) => label);
    const name = `${title.toLowerCase().replaceAll(' ', '-')}.csv`;
    saveFile(name, 'text/csv', Papa.unparse({ fields, data }, { escapeFormulae: true }));
    if (found > exported)
      toast.info({
        title: `The file has the first ${exported.toLocaleString('en-US')} of ${found.toLocaleString('en-US')} rows`,
      });
  };
  return (
    <Button size="xs" variant="default" onClick={() => void save()}>
      Save as CSV
    </Button>
  );
}

const mappedName = ({ value, mapName }: MapTableRow) => (value.mappedId === null ? null : mapName);

function Mapped(row: MapTableRow) {
  return mappedName(row) ?? <span className="muted">{row.heap === 'ignored' ? 'Ignored' : 'Not mapped'}</span>;
}

/** The documented address of one facility on the mapping screen. */
const mapLink = ({ sourceId, text }: MapTableRow, target: TargetRow) =>
  `/mapfacility/1/${target.id}/${sourceId}/${encodeURIComponent(text)}`;
