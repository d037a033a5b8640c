import { afterAll, beforeAll, expect, test } from 'vitest';
import { exportReport, listReportFiles, readReportFile } from '#contract/reports/report-files.ts';
import type { ConfigurationBody } from '#contract/rows/report-rows.ts';
import { labelsFrom } from '#domain/fields/labels.ts';
import { fieldNames } from '#domain/job-list/field-names.ts';
import { arrange } from '#domain/lists/arrange.ts';
import { labelOf, type Report } from '#domain/reports/kit/report.ts';
import { type ReportId, reportIds } from '#domain/reports/kit/report-ids.ts';
import { reportSheet } from '#domain/reports/kit/report-sheet.ts';
import { savedRows, usualBody } from '#domain/reports/kit/saved-report.ts';
import { reports } from '#domain/reports/reports.ts';
import { isSendable } from '#domain/reports/schedules/sendable.ts';
import { fieldNameIn } from '#src/features/reports/kit/field-name.ts';
import { clockAt } from '#src/ui/form/zoned-time.ts';
import { csvOf, xlsxOf } from '#src/workers/sheet/write-sheet.ts';
import { type Agency, startAgency } from './table/agency.ts';
import { type Cells, csvCells, excelCells, type LabeledColumn, screenCells } from './table/cells.ts';
import { type Device, openDevice } from './table/device.ts';
import { serviceCounts } from './table/service-counts.ts';
import { serviceScreens } from './table/service-screens.ts';

// For every report: the number on the dashboard, the rows on the screen, and those in its CSV and Excel files are the same. The screen
// of a device report is its pure definition over the rows that a device has synced from the same database.

type Name = keyof typeof reportIds;
type AnyRow = Readonly<Record<string, unknown>>;
/** Counts of rows; null where there is no such place. */
type Line = { readonly report: string } & { readonly [place in (typeof places)[number]]: number | null };
const places = ['dashboard', 'screen', 'service', 'csv', 'xlsx'] as const;

/** The zone of people who have not chosen one. */
const zone = 'America/New_York';
const table: Line[] = [];
const padded = (cell: string, at: number) => (at === 0 ? cell.padEnd(32) : cell.padStart(10));
const words = (line: Line) => `\n${[line.report, ...places.map((place) => String(line[place] ?? '–'))].map(padded).join('')}`;
let agency: Agency;
let device: Device;
beforeAll(async () => {
  agency = await startAgency();
  device = await openDevice(agency, zone);
}, 180_000);
afterAll(async () => {
  device?.close();
  await agency?.close();
  if (process.env['REPORT_TABLE'] === '1') console.log(['report', ...places].map(padded).join(''), ...table.map(words));
});

/** Filters without which a page shows nothing. */
const filters: { readonly [name in Name]?: string } = { customersByTask: 'crawler=1' };

/** What the agency, whose industry is healthcare, calls fields. */
const nameOf = fieldNameIn(fieldNames(labelsFrom({ own: [], general: [], targetId: null, industryId: 2 })));

/** Every column under the name that the screen gives it. */
const columnsOf = (report: Report<AnyRow>): LabeledColumn[] =>
  report.columns.map((column) => ({ key: column.key, label: labelOf(column.label, nameOf), type: column.type }));
const reportOf = (id: ReportId) => reports.find((one) => one.id === id) as Report<AnyRow> | undefined;
/** Every column, also those that are hidden at first. */
const bodyOf = (report: Report<AnyRow>, query: string): ConfigurationBody => ({
  ...usualBody(report),
  query,
  columns: report.columns.map(({ key }) => key),
});

/** The rows of a report’s screen, in its order. */
async function onScreen(name: Name, report: Report<AnyRow>, query: string): Promise<readonly AnyRow[]> {
  const keys = report.columns.map(({ key }) => key);
  if (name === 'jobs') return device.jobs(query, keys);
  const screens = { ...serviceScreens(agency), ...device };
  const rows = (await screens[name]()) as readonly object[] as readonly AnyRow[];
  if (report.answeredBy === 'device' && name.startsWith('map') && name !== 'mapSummary') return rows;
  const { key: sort, descending } = report.sort;
  return query === '' || report.answeredBy === 'service'
    ? arrange(rows, { search: '', searchIn: [], sort, descending })
    : savedRows(report, bodyOf(report, query), rows, (instant) => clockAt(instant, zone).day);
}

type Files = { readonly csv: Cells; readonly xlsx: Cells };

/** The files that the device makes of these rows. */
async function deviceFiles(report: Report<AnyRow>, rows: readonly AnyRow[]): Promise<Files> {
  const columns = columnsOf(report);
  const origin = {
    customer: 'North',
    person: 'The chief',
    filters: [],
    search: '',
    asOf: null,
    madeAt: new Date().toISOString(),
    timeZone: zone,
  };
  const sheet = reportSheet(report, columns, rows, origin, (instant, at) => Object.values(clockAt(instant, at)).join('T'));
  const [csv, xlsx] = [await csvOf(sheet).text(), await (await xlsxOf(sheet)).arrayBuffer()];
  return { csv: csvCells(csv), xlsx: await excelCells(new Uint8Array(xlsx), columns) };
}

/** The files that the service makes in the background, as they are downloaded. */
async function serviceFiles(report: Report<AnyRow>, query: string): Promise<Files> {
  const { service, tokens, makeFiles } = agency;
  const token = report.audience === 'admin' ? tokens.administrator : tokens.chief;
  const asked = { cust: 'me', reportId: report.id, body: bodyOf(report, query) } as const;
  for (const kind of [1, 2] as const) await service.call(exportReport, { ...asked, kind }, token);
  await makeFiles();
  const [xlsx, csv] = (await service.call(listReportFiles, { cust: 'me' }, token)).rows;
  const bytes = async (id = 0) => {
    const { response } = await service.send(readReportFile, { cust: 'me', id }, token);
    expect([report.title, response.statusCode]).toEqual([report.title, 200]);
    return response.rawPayload;
  };
  const columns = columnsOf(report);
  return {
    csv: csvCells((await bytes(csv?.id)).toString('utf8')),
    xlsx: await excelCells(await bytes(xlsx?.id), columns),
  };
}

/** The rows below the labels. */
const below = (cells: Cells | undefined): number | null => (cells ? cells.length - 1 : null);

/** Holds screen, service and files of one report to the same rows, and adds its line to the table. */
async function hold(name: Name, query: string, dashboard: { words: string; count: number } | null): Promise<readonly AnyRow[]> {
  const report = reportOf(reportIds[name]);
  if (!report) throw new Error(`${name} is not in the list of reports`);
  const rows = await onScreen(name, report, query);
  const shown = screenCells(rows, columnsOf(report), zone);
  const counts = serviceCounts(agency, device.targetId);
  const service = query === '' && name in counts ? ((await counts[name as keyof typeof counts]()) ?? null) : null;
  const isByService = isSendable({ reportId: report.id, body: bodyOf(report, query) });
  const files = [
    ...(report.answeredBy === 'device' ? [await deviceFiles(report, rows)] : []),
    ...(isByService ? [await serviceFiles(report, query)] : []),
  ];
  const [first] = files;
  table.push({
    report: dashboard ? `${report.title}: ${dashboard.words}` : report.title,
    dashboard: dashboard?.count ?? null,
    screen: rows.length,
    service: service ?? (isByService ? below(files.at(-1)?.csv) : null),
    csv: below(first?.csv),
    xlsx: below(first?.xlsx),
  });
  expect(files.length).toBeGreaterThan(0);
  for (const { csv, xlsx } of files) {
    expect(csv).toEqual(shown);
    expect(xlsx).toEqual(shown);
  }
  if (service !== null) expect([report.title, service]).toEqual([report.title, rows.length]);
  if (dashboard) expect([report.title, dashboard]).toEqual([report.title, { ...dashboard, count: rows.length }]);
  return rows;
}

const names = Object.keys(reportIds) as Name[];
test.each(names.filter((name) => name !== 'myReports'))('%s has the same rows on the screen and in its files', async (name) => {
  const rows = await hold(name, filters[name] ?? '', null);
  expect(rows.length).toBeGreaterThan(0);
});

test('my reports are the views of the person, on the device and for documented clients; its page makes no files', async () => {
  const views = await device.myReports();
  const service = await serviceCounts(agency, device.targetId).myReports();
  table.push({ report: 'My reports', dashboard: null, screen: views.length, service, csv: null, xlsx: null });
  expect(views.map((view) => view.name)).toEqual(['Our rules']);
  expect(service).toBe(1);
});

test('the numbers of the dashboard about jobs and tasks are the numbers of rows of their report', async () => {
  const { all, open, statuses, states, tasksToSee } = await device.figures();
  await hold('jobs', '', { words: 'all', count: all });
  await hold('jobs', 'jstatus=2', { words: 'open', count: open });
  for (const { value, count } of statuses)
    if (typeof value === 'string') await hold('jobs', `vendorStatus=${encodeURIComponent(value)}`, { words: value, count });
  expect(tasksToSee).toBeGreaterThan(0);
  await hold('customerTasks', 'alarm=yes', { words: 'need attention', count: tasksToSee });
  expect(states.length).toBeGreaterThan(5);
  for (const { key, jobs } of states)
    expect([key, (await device.jobs(`jstatus=2&state=${key}`, ['state'])).length]).toEqual([key, jobs]);
});
