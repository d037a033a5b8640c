import { Link, Navigate, useParams } from 'react-router-dom';
import type { MapKind, TargetRow } from '#contract/rows/rows.ts';
import { fieldLabel } from '#src/entities/job/job-fields.ts';
import { JobsLink } from '#src/entities/mapping/map-columns.tsx';
import { MapFilters } from '#src/entities/mapping/map-filters.tsx';
import { OfTarget, TargetPick } from '#src/entities/mapping/target-choice.tsx';
import { useMapTable } from '#src/entities/mapping/use-map-table.ts';
import type { TargetChoice } from '#src/entities/mapping/use-target-choice.ts';
import { ExportButton } from '#src/ui/export/export-button.tsx';
import { ListPage } from '#src/ui/page/list-page.tsx';
import { pathTo } from '#src/ui/screen/path-to.ts';
import { type Column, columnsOf } from '#src/ui/table/column.ts';
import { DataTable } from '#src/ui/table/data-table.tsx';
import type { MapTableRow } from '#src/workers/grid/map-table.ts';

/** Page sizes of report grids; 10000 means all. */
const sizes = [100, 200, 300, 500, 10_000];

type Report = {
  readonly title: string;
  readonly kind: MapKind;
  readonly noun: string;
  readonly columns: (target: TargetRow) => readonly Column<MapTableRow>[];
};

const col = columnsOf<MapTableRow>();
const mappedName = ({ value, mapName }: MapTableRow) => (value.mappedId === null ? null : mapName);
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
    col('mapName', 'Mapped client', { cell: Mapped, text: mappedName }),
    col('mapAddress', fieldLabel('address')),
    col('mapCity', fieldLabel('city')),
    col('mapState', fieldLabel('state')),
    col('mapZip', fieldLabel('zip')),
  ],
};
const degrees: Report = {
  title: 'Mapped degrees',
  kind: 'degree',
  noun: 'degree',
  columns: (target) => [
    col('text', fieldLabel('degree')),
    col('source', 'Source'),
    jobs('degree', target),
    col('mapName', `Mapped ${fieldLabel('degree').toLowerCase()}`, { cell: Mapped, text: mappedName }),
  ],
};
const specialties: Report = {
  title: 'Mapped specialties',
  kind: 'specialty',
  noun: 'specialty',
  columns: (target) => [
    col('text', fieldLabel('specialty')),
    col('within', fieldLabel('degree')),
    col('source', 'Source'),
    jobs('specialty', target),
    col('mapName', `Mapped ${fieldLabel('specialty').toLowerCase()}`, { cell: Mapped, text: mappedName }),
    col('mapParent', `Mapped ${fieldLabel('degree').toLowerCase()}`),
  ],
};
const shifts: Report = {
  title: 'Mapped shifts',
  kind: 'shift',
  noun: 'shift',
  columns: (target) => [
    col('text', fieldLabel('shift')),
    col('source', 'Source'),
    jobs('shift', target),
    col('mapName', `Mapped ${fieldLabel('shift').toLowerCase()}`, { cell: Mapped, text: mappedName }),
  ],
};

/** `/report_mapdetail`: each vendor client with the client it is mapped to. */
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
          <ExportButton title={title} list={list} columns={columns} />
        </>
      }
    >
      <DataTable list={list} label={title} columns={columns} rowKey={(row) => row.id} />
    </ListPage>
  );
}

function Mapped(row: MapTableRow) {
  return mappedName(row) ?? <span className="muted">{row.bucket === 'ignored' ? 'Ignored' : 'Not mapped'}</span>;
}

/** The documented URL of one facility on the mapping screen. */
const mapLink = ({ sourceId, text }: MapTableRow, target: TargetRow) =>
  `/mapfacility/1/${target.id}/${sourceId}/${encodeURIComponent(text)}`;
