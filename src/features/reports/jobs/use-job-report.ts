import { useMemo } from 'react';
import { jobValues } from '#contract/rows/jobs.ts';
import { jobQuerySchema } from '#domain/job-list/job-query.ts';
import { statusLabel } from '#domain/job-list/job-states.ts';
import { dayNumber } from '#domain/query/day-number.ts';
import { jobFilterAt } from '#domain/reports/jobs/job-report-filter.ts';
import { jobReportSort, jobReportWhere } from '#domain/reports/jobs/job-report-query.ts';
import { type JobReportLine, jobsReport } from '#domain/reports/jobs/jobs-report.ts';
import { type Report, type ReportChoice, reportSizes } from '#domain/reports/kit/report.ts';
import { useJobSource } from '#src/entities/job/use-job-grid.ts';
import { useFieldNames } from '#src/entities/label/use-field-names.ts';
import { useTarget } from '#src/entities/mapping/use-target.ts';
import { useSurroundings } from '#src/entities/rule/use-surroundings.ts';
import { useSinceYouLeft } from '#src/entities/session/last-visit.ts';
import { useSession } from '#src/entities/session/session.ts';
import { useCollection } from '#src/sync/hooks/use-collection.ts';
import { localToday } from '#src/ui/format/local-today.ts';
import { useFormat } from '#src/ui/format/use-format.tsx';
import { type ListAddress, useListAddress } from '#src/ui/list/list-address.ts';
import { answeredList, type PagedList } from '#src/ui/list/use-list.ts';
import { useShownColumns } from '../kit/use-shown-columns.ts';
import { allJobLines, useJobLines } from './use-job-lines.ts';

type Address = ListAddress<string>;

/** The jobs report as its address says: its rows, and the values that its filters offer. */
export function useJobReport() {
  const report = useReport();
  const { workTypes } = useFieldNames();
  const address = useRuledAddress();
  const keys = [...new Set(['currency', ...useShownColumns(report).map(({ key }) => key)])];
  const where = useWhere(address);
  const column = report.columns.some(({ key }) => key === address.sort) ? address.sort : report.sort.key;
  const jobs = useJobSource(where, jobReportSort(column, address.descending));
  useSurroundings(jobs.client);
  const { client, source, isWhole, sorting } = jobs;
  const from = (address.page - 1) * address.size;
  const lines = useJobLines(jobs, from, Math.min(source.rowCount, from + address.size), keys, workTypes);
  const answer = isWhole && !sorting && lines !== null ? { rows: lines, found: source.dataCount } : null;
  const all = async () => {
    const rows = await allJobLines(client, keys, workTypes);
    return { rows, found: rows.length };
  };
  const list: PagedList<JobReportLine> = { ...answeredList(address, reportSizes, answer, all), whole: null };
  const dates = address.filter('newjobs') === '10';
  // The dates belong to the jobs between two dates.
  const filters = dates ? report.filters : report.filters.filter(({ name }) => name !== 'dates');
  return { report: { ...report, filters }, list, choices: useChoices(), near: jobs.news?.near ?? null };
}

/** The report as the user sees it: only those who may open jobs get links to them. */
function useReport(): Report<JobReportLine> {
  const { may } = useSession();
  const opens = may('staging.read');
  return useMemo(() => {
    const [first, ...others] = jobsReport.columns.map(({ to, ...column }) => ({ ...column, ...(to && opens && { to }) }));
    return first ? { ...jobsReport, columns: [first, ...others] } : jobsReport;
  }, [opens]);
}

/** The address with the rules of the documented filter: a status that cannot be asked for reads as the one that is. */
function useRuledAddress(): Address {
  const address = useListAddress<string>({
    sort: jobsReport.sort.key,
    filters: jobsReport.filters.map(({ name }) => name),
    sizes: reportSizes,
  });
  const { jstatus = 0 } = jobFilterAt(address.filter);
  return { ...address, filter: (name) => (name === 'jstatus' ? (jstatus === 0 ? '' : String(jstatus)) : address.filter(name)) };
}

/** The condition of the jobs that filters and search find. The search reads the query language of the staging grid. */
function useWhere({ filter, search }: Address) {
  const { timeZone } = useFormat().preferences;
  const today = localToday(timeZone);
  const { userId } = useSession().role;
  const { sinceMs } = useSinceYouLeft();
  const { ready, target } = useTarget(Number(filter('tid')) || null);
  const names = useFieldNames();
  const schema = useMemo(
    () => jobQuerySchema(target, dayNumber(today) ?? 0, new Map(), { userId, sinceMs }, names),
    [target, today, userId, sinceMs, names],
  );
  // What is unmapped or may be posted depends on the target.
  if (!ready) return undefined;
  return jobReportWhere(filter, search, { schema, today, timeZone });
}

function useChoices(): Record<string, readonly ReportChoice[]> {
  const { rows: sources } = useCollection('source');
  const { rows: targets } = useCollection('target');
  const named = ({ id, name }: { id: number; name: string }) => ({ value: String(id), label: name });
  return {
    source: sources.map(named),
    tid: targets.map(named),
    vendorStatus: jobValues.status.options.map((status) => ({ value: status, label: statusLabel(status) })),
  };
}
