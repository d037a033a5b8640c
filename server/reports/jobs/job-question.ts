import { no, ok, type Result } from '#contract/kit/result.ts';
import type { ConfigurationBody, ReportConfigurationRow } from '#contract/rows/report-rows.ts';
import { reportBase } from '#contract/rows/report-rows.ts';
import type { TargetRow } from '#contract/rows/rows.ts';
import type { JobQuestion } from '#domain/job-list/job-list.ts';
import { jobQuerySchema } from '#domain/job-list/job-query.ts';
import { baseOf, conditionAt } from '#domain/job-list/staging-views.ts';
import { dayNumber } from '#domain/query/day-number.ts';
import { asksDevice, jobReportSort, jobReportWhere } from '#domain/reports/jobs/job-report-query.ts';
import { jobsReport } from '#domain/reports/jobs/jobs-report.ts';
import { stagingColumns, stagingSort } from '#domain/reports/jobs/staging-list.ts';
import { readFilters } from '#domain/reports/kit/saved-filters.ts';
import { savedReport } from '#domain/reports/kit/saved-report.ts';
import { firstTarget } from '#domain/targets/target-kinds.ts';
import { dayIn } from '#server/people/customers/disable-date.ts';

/** Who asks, at which moment, on which clock, and the targets of the customer. */
type At = {
  readonly userId: number;
  readonly now: Date;
  readonly zone: string;
  readonly targets: readonly TargetRow[];
};

/**
 * What a saved view of the jobs report or of the staging grid asks for, for its person at a moment: the jobs, order and columns that a
 * device shows them. Refused with a sentence for a query about what came since they left, which only a device knows.
 */
export function jobQuestion({ body }: Pick<ReportConfigurationRow, 'body'>, at: At): Result<JobQuestion, string> {
  const isReport = body.base === reportBase;
  const saved = new Map(readFilters(isReport ? body.query : '').map(({ name, value }) => [name, value]));
  const target = targetOf(at.targets, Number(saved.get('tid')) || null);
  const today = dayIn(at.zone, at.now);
  const schemaSince = (sinceMs: number | null) =>
    jobQuerySchema(target, dayNumber(today) ?? 0, new Map(), { userId: at.userId, sinceMs });
  const search = isReport ? (saved.get('q') ?? '') : body.query;
  if (asksDevice(search, schemaSince(0)))
    return no('This view shows what came since you left, which only your device knows. Save it with dates instead.');
  const clock = { schema: schemaSince(null), today, timeZone: at.zone };
  const where = isReport
    ? jobReportWhere((name) => saved.get(name) ?? '', search, clock)
    : conditionAt({ view: baseOf(body), query: search }, { target, ...clock });
  return ok({ where, nowMs: at.now.getTime(), ...(isReport ? reportShape(body) : stagingShape(body)) });
}

/** The target whose mappings lists show: the named one, else the first that is in use, as on devices. */
const targetOf = (targets: readonly TargetRow[], id: number | null): TargetRow | null =>
  targets.find((row) => row.id === id) ?? firstTarget(targets) ?? null;

type Shape = Pick<JobQuestion, 'sort' | 'columns'>;

function reportShape(body: ConfigurationBody): Shape {
  const order = body.sort.find(({ key }) => jobsReport.columns.some((column) => column.key === key)) ?? jobsReport.sort;
  const { columns } = savedReport(jobsReport, body);
  return {
    sort: jobReportSort(order.key, order.descending),
    columns: columns.map(({ key }) => ({ key, from: key, as: 'value' })),
  };
}

const stagingShape = (body: ConfigurationBody): Shape => ({
  sort: stagingSort(body),
  columns: stagingColumns(body).shown.map(({ line }) => line),
});
