import { Navigate, useParams } from 'react-router-dom';
import type { MapKind } from '#contract/rows/rows.ts';
import { openJobsWithText } from '#domain/job-list/job-query.ts';
import { type Report, reportSizes } from '#domain/reports/kit/report.ts';
import { mappedTextLine } from '#domain/reports/mapping/mapped-lines.ts';
import {
  type MappedTextLine,
  mapDegreesReport,
  mapDetailReport,
  mapShiftsReport,
  mapSpecialtiesReport,
} from '#domain/reports/mapping/mapped-texts.ts';
import { jobsPath } from '#src/entities/job/jobs-path.ts';
import { OfTarget, TargetPick } from '#src/entities/mapping/target-choice.tsx';
import { useMapTable } from '#src/entities/mapping/use-map-table.ts';
import type { TargetChoice } from '#src/entities/mapping/use-target-choice.ts';
import { useCollection } from '#src/sync/hooks/use-collection.ts';
import { relisted } from '#src/ui/list/use-list.ts';
import { pathTo } from '#src/ui/screen/path-to.ts';
import { ReportPage } from '../kit/report-page.tsx';

/** `/report_mapdetail`: each vendor client with the client it is mapped to. */
export function MapDetailReport() {
  const { source, target, fname } = useParams();
  if (!source) return <MapReport kind="facility" report={mapDetailReport} />;
  const named = { source: source === '-1' ? '' : source, target: target ?? '', q: fname ?? '' };
  const asked = Object.entries(named).filter(([, value]) => value !== '');
  return <Navigate to={pathTo('/report_mapdetail/:source?/:target?/:fname?', {}, Object.fromEntries(asked))} replace />;
}

/** `/report_mapcert`, `/report_mapspec`, `/report_mapshift`. */
export const MapDegreeReport = () => <MapReport kind="degree" report={mapDegreesReport} />;
export const MapSpecialtyReport = () => <MapReport kind="specialty" report={mapSpecialtiesReport} />;
export const MapShiftReport = () => <MapReport kind="shift" report={mapShiftsReport} />;

type Asked = { readonly kind: MapKind; readonly report: Report<MappedTextLine> };

const MapReport = (asked: Asked) => (
  <OfTarget isForTexts>{(choice) => <Rows key={choice.target.id} {...asked} choice={choice} />}</OfTarget>
);

function Rows({ kind, report, choice }: Asked & { readonly choice: TargetChoice }) {
  const targetId = choice.target.id;
  const { rows: sources } = useCollection('source');
  const found = useMapTable({ kind, targetId, sizes: reportSizes, sort: 'source' });
  const list = relisted(found, (row) =>
    mappedTextLine(row, targetId, row.openJobs === 0 ? null : jobsPath(openJobsWithText(kind, row.id), targetId)),
  );
  return (
    <ReportPage
      report={report}
      list={list}
      rowKey={({ id }) => id}
      choices={{ source: sources.map(({ id, name }) => ({ value: String(id), label: name })) }}
      actions={<TargetPick choice={choice} />}
    />
  );
}
