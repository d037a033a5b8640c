import type { ConfigurationBody } from '#contract/rows/report-rows.ts';
import { type MapKind, type MapValueRow, type TargetRow } from '#contract/rows/rows.ts';
import { withExpiry } from '#domain/crawlers/password-expiry.ts';
import { fitsTable, mapRow, mapRowOrder, mapStates, mapTallies } from '#domain/mapping/table/map-rows.ts';
import { withMembers } from '#domain/mapping/table/source-ids.ts';
import { taskReportLines } from '#domain/reports/collecting/task-lines.ts';
import type { Report } from '#domain/reports/kit/report.ts';
import { type ReportId, reportIds } from '#domain/reports/kit/report-ids.ts';
import { readFilters } from '#domain/reports/kit/saved-filters.ts';
import { savedRows } from '#domain/reports/kit/saved-report.ts';
import { mapSummaryLines } from '#domain/reports/mapping/map-summary.ts';
import { mappedKinds, mappedTextLine } from '#domain/reports/mapping/mapped-lines.ts';
import { ruleReportLines } from '#domain/reports/rules/rule-report.ts';
import { actionLabels } from '#domain/rules/action-labels.ts';
import { mappingTargets } from '#domain/targets/home-target.ts';
import { publicCrawlers } from '#server/collecting/crawlers/crawlers.ts';
import type { Db } from '#server/kit/db/connection.ts';
import { rowsOf } from '#server/kit/db/rows.ts';
import type { Call } from '#server/kit/http/handle.ts';
import { openJobsOf } from '#server/mapping/values/moved-jobs.ts';
import { dayIn } from '#server/people/customers/disable-date.ts';
import { labelsOf, rulesOf, seesRule } from '#server/rules/ruling/read-rules.ts';
import type { Line } from './report-answers.ts';

type Asked = { readonly cust: number; readonly call: Call; readonly zone: string };
type Lines = (asked: Asked) => Promise<readonly Line[]>;

/** The rows of reports that devices put together from rows which the service has as well, before filters, search and order. */
const linesOf: { readonly [id in ReportId]?: Lines } = {
  [reportIds.rules]: async ({ cust, call: { services, actor } }) => {
    const rules = (await rulesOf(services.db, cust)).filter(seesRule(actor));
    return ruleReportLines(rules, (type) => actionLabels[type], await labelsOf(services.db, cust));
  },
  [reportIds.customerTasks]: async ({ cust, zone, call: { services } }) => {
    const today = dayIn(zone, services.now());
    const tasks = await rowsOf(services.db, cust, 'task');
    return taskReportLines(
      tasks.map((task) => withExpiry(task, today)),
      await publicCrawlers(services.db),
    );
  },
  [reportIds.mapSummary]: async ({ cust, call: { services } }) => {
    const { db } = services;
    const target = mappingTarget(await rowsOf(db, cust, 'target'));
    if (!target) return [];
    const jobs = await openJobsOf(db, cust, 'facility');
    const tallies = mapTallies(await textsOf(db, cust, 'facility', target), (id) => jobs.get(id) ?? 0);
    return mapSummaryLines(await rowsOf(db, cust, 'source'), tallies, target.id);
  },
};

/**
 * The rows of a report that devices answer, as they show a saved view of it; on the first target that takes mappings, where it has a
 * choice. Null for a report that is put together in another way.
 */
export async function storedRows(report: Report<Line>, body: ConfigurationBody, asked: Asked): Promise<readonly Line[] | null> {
  const kind = mappedKinds[report.path];
  if (kind) return mappedTexts(report, kind, body, asked);
  const lines = await linesOf[report.id]?.(asked);
  return lines ? savedRows(report, body, lines, (instant) => dayIn(asked.zone, new Date(instant))) : null;
}

/** The target of a screen of mappings that names none. */
const mappingTarget = (targets: readonly TargetRow[]): TargetRow | undefined => {
  const mapped = mappingTargets(targets);
  return mapped.find(({ disabled }) => !disabled) ?? mapped[0];
};

async function textsOf(db: Db, cust: number, kind: MapKind, target: TargetRow): Promise<MapValueRow[]> {
  const values = await rowsOf(db, cust, 'mapValue');
  return values.filter((value) => value.kind === kind && value.targetId === target.id);
}

/** Vendors' texts of one kind. Their search and order are those of the mapping tables. */
async function mappedTexts(
  report: Report<Line>,
  kind: MapKind,
  { query, sort }: ConfigurationBody,
  { cust, call: { services } }: Asked,
): Promise<readonly Line[]> {
  const { db } = services;
  const target = mappingTarget(await rowsOf(db, cust, 'target'));
  if (!target) return [];
  const saved = new Map(readFilters(query).map(({ name, value }) => [name, value]));
  const sources = await rowsOf(db, cust, 'source');
  const ats = new Map((await rowsOf(db, cust, 'atsValue')).map((row) => [`${row.kind}/${row.extId}`, row]));
  const openJobs = await openJobsOf(db, cust, kind);
  const fits = fitsTable({
    state: mapStates.find((state) => state === saved.get('state')) ?? 'all',
    sourceIds: withMembers(sources, Number(saved.get('source')) || null),
    typed: saved.get('q') ?? '',
    within: null,
  });
  const ground = {
    sources: new Map(sources.map(({ id, name }) => [id, name])),
    ats: (of: MapKind, id: string) => ats.get(`${of}/${id}`),
  };
  const rows = (await textsOf(db, cust, kind, target))
    .filter(fits)
    .map((value) => mapRow(value, { ...ground, effect: { openJobs: openJobs.get(value.id) ?? 0, postedJobs: 0 } }));
  const order = sort.find(({ key }) => report.columns.some((column) => column.key === key)) ?? report.sort;
  rows.sort(mapRowOrder(order.key as keyof (typeof rows)[number], order.descending));
  return rows.map((row) => mappedTextLine(row, target.id, null));
}
