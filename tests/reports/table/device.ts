import type { MapKind } from '#contract/rows/rows.ts';
import { readPaySettings } from '#contract/rules/pay.ts';
import { withExpiry } from '#domain/crawlers/password-expiry.ts';
import { labelOfField } from '#domain/fields/label-words.ts';
import { labelsFrom, noLabels } from '#domain/fields/labels.ts';
import { fieldNames } from '#domain/job-list/field-names.ts';
import { jobQuerySchema } from '#domain/job-list/job-query.ts';
import { paySetupOf } from '#domain/pay/pay.ts';
import { inZone } from '#domain/query/condition.ts';
import { conditionOf } from '#domain/query/condition-of.ts';
import { dayNumber } from '#domain/query/day-number.ts';
import { taskReportLines } from '#domain/reports/collecting/task-lines.ts';
import { jobFilterAt } from '#domain/reports/jobs/job-report-filter.ts';
import { jobsReport } from '#domain/reports/jobs/jobs-report.ts';
import { readFilters } from '#domain/reports/kit/saved-filters.ts';
import { mapSummaryLines } from '#domain/reports/mapping/map-summary.ts';
import { mappedTextLine } from '#domain/reports/mapping/mapped-lines.ts';
import { ruleReportLines } from '#domain/reports/rules/rule-report.ts';
import { filterChips } from '#domain/staging/documented-filter.ts';
import { firstTarget } from '#domain/targets/target-kinds.ts';
import { needsLook } from '#domain/tasks/task-status.ts';
import { actionLabel } from '#src/entities/rule/action-types.ts';
import { placesOf } from '#src/features/reports/dashboard/map/places.ts';
import { countedWork, openJobs } from '#src/features/reports/dashboard/work-figures.ts';
import { allJobLines } from '#src/features/reports/jobs/use-job-lines.ts';
import { scan } from '#src/store/rows.ts';
import { withAskedColumns } from '#src/workers/grid/asked-grid.ts';
import { createGrid, type GridNews } from '#src/workers/grid/grid-api.ts';
import { storeKey } from '#tests/doubles/sync/tab.ts';
import { realDevice } from '../../sync/real-device.ts';
import type { Agency } from './agency.ts';

/** More texts than the agency has. */
const all = {
  state: 'all',
  sourceIds: null,
  typed: '',
  within: null,
  sort: 'source',
  descending: false,
  page: 1,
  size: 10_000,
} as const;

/** What the agency, whose industry is healthcare, calls fields. */
const names = fieldNames(labelsFrom({ own: [], general: [], targetId: null, industryId: 2 }));

/** A device of the agency’s administrator: the rows of its reports and the figures of its dashboard, from its own copy. */
export async function openDevice({ service, tokens: { chief } }: Agency, zone: string) {
  const { store, engine } = await realDevice(service, 18, 'chief');
  const today = '2026-11-25';
  const grid = withAskedColumns(createGrid(async () => ({ ...store, close: () => undefined })));
  await new Promise<void>((resolve) => void grid.open(storeKey, (news: GridNews) => news.ready && resolve()));
  // As the jobs report does it: calculated fields depend on the customer’s day and pay setup.
  grid.surround({ today, pay: paySetupOf(await service.call(readPaySettings, { cust: 'me' }, chief)) });
  const [tasks, crawlers, sources, targets, rules, views] = await Promise.all([
    scan(store, 'task').then((rows) => rows.map((row) => withExpiry(row, today))),
    scan(store, 'crawler'),
    scan(store, 'source'),
    scan(store, 'target'),
    scan(store, 'rule'),
    scan(store, 'reportConfiguration'),
  ]);
  const target = firstTarget(targets) ?? null;
  const targetId = target?.id ?? 0;
  const schema = jobQuerySchema(target, dayNumber(today) ?? 0);
  const texts = async (kind: MapKind) =>
    (await grid.mapTable({ ...all, kind, targetId })).rows.map((row) => mappedTextLine(row, targetId, null));

  return {
    targetId,
    mapSummary: async () => mapSummaryLines(sources, grid.mapTally({ kind: 'facility', targetId }), targetId),
    mapDetail: () => texts('facility'),
    mapDegrees: () => texts('degree'),
    mapSpecialties: () => texts('specialty'),
    mapShifts: () => texts('shift'),
    rules: async () =>
      ruleReportLines(
        rules.filter(({ purged }) => !purged),
        actionLabel,
        labelOfField(names.labels),
      ),
    customerTasks: async () => taskReportLines(tasks, crawlers),
    myReports: async () => views.filter(({ purged, ownerId }) => !purged && ownerId === service.people.chief),

    /** The rows that the jobs report shows for the filters of an address, in these columns. */
    async jobs(query: string, keys: readonly string[]) {
      const filters = new Map(readFilters(query).map(({ name, value }) => [name, value]));
      const chips = filterChips(jobFilterAt((name) => filters.get(name) ?? ''));
      const order = [
        { key: jobsReport.sort.key, descending: jobsReport.sort.descending },
        { key: 'providerJobId', descending: false },
      ];
      await grid.show(inZone(conditionOf(chips, schema, today), zone), order);
      return allJobLines({ allIds: async () => grid.allIds(), cellsOf: grid.cellsOf }, keys, names.workTypes);
    },

    /** What the dashboard says of jobs and tasks, with the filters of the report that shows the same rows. */
    async figures() {
      const asked = countedWork(target, noLabels, dayNumber(today) ?? 0);
      const counts = await grid.counts(asked.map(({ where }) => where));
      const count = (name: string) => counts[asked.findIndex(({ key }) => key === name)] ?? 0;
      return {
        all: count('all'),
        open: count('open'),
        statuses: await grid.facets('status', '', 20),
        states: placesOf(grid.tally(openJobs, 'state', 'positions')).filter(({ jobs, kind }) => jobs > 0 && kind === 'state'),
        tasksToSee: tasks.filter(needsLook).length,
      };
    },
    close() {
      grid.close();
      engine.stop();
    },
  };
}
export type Device = Awaited<ReturnType<typeof openDevice>>;
