import { Navigate, useParams, useSearchParams } from 'react-router-dom';
import { filtersInPath } from '#domain/reports/jobs/job-report-filter.ts';
import { NearNote } from '#src/entities/job/near-note.tsx';
import { useCollection } from '#src/sync/hooks/use-collection.ts';
import { Waiting } from '#src/ui/page/waiting.tsx';
import { pathTo } from '#src/ui/screen/path-to.ts';
import { ReportPage } from '../kit/report-page.tsx';
import { useJobReport } from './use-job-report.ts';

/** `/report_jobs/:source?/:state?/:status?`: every collected job. The parts of the path become filters. */
export function JobsReport() {
  const path = useParams();
  const [params] = useSearchParams();
  const { ready, rows: sources } = useCollection('source');
  if (!path['source']) return <Jobs />;
  if (!ready) return <Waiting />;
  const idOf = (name: string) => sources.find((source) => source.name === name)?.id ?? null;
  const filters = filtersInPath(path, params.get('posted'), idOf);
  return <Navigate to={pathTo('/report_jobs/:source?/:state?/:status?', {}, filters)} replace />;
}

function Jobs() {
  const { report, list, choices, near } = useJobReport();
  return (
    <ReportPage report={report} list={list} choices={choices} rowKey={({ id }) => String(id)} below={<NearNote near={near} />} />
  );
}
