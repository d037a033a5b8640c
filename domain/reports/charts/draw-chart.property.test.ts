import fc from 'fast-check';
import { expect, test } from 'vitest';
import type { TaskAuditLine, TaskStatusLine } from '../collecting/task-reports.ts';
import { taskAuditReport, taskStatusReport } from '../collecting/task-reports.ts';
import type { Report } from '../kit/report.ts';
import { keepsRow, readDays, textOf } from '../kit/report-filter.ts';
import { mapSummaryReport } from '../mapping/map-summary.ts';
import { customerRiskReport, customerSubscriptionReport } from '../people/customer-reports.ts';
import { loginHistoryReport } from '../people/people-reports.ts';
import { drawChart } from './draw-chart.ts';
import type { ChartOpens, DrawnChart } from './drawn-chart.ts';

const few = fc.nat({ max: 3 });
const name = fc.constantFrom('Medloop', 'Vizient', 'Night “feed”', 'a & b=c');
const customer = fc.constantFrom('Harborview Staffing', 'North');
const ofTask = {
  customerId: fc.nat(),
  customer,
  taskId: fc.nat(),
  task: name,
  source: name,
  crawler: name,
  isHere: fc.boolean(),
};
const failure = fc.record({ id: fc.nat(), at: fc.constant('2026-11-21T09:00:00.000Z'), error: fc.constant('timeout' as const) });
const recent = fc
  .tuple(fc.nat({ max: 50 }), fc.array(failure, { maxLength: 8 }))
  .map(([runs, failed]) => ({ runs, failed: failed.slice(0, runs).map((run, ago) => ({ ...run, ago })) }));

const auditLine: fc.Arbitrary<TaskAuditLine> = fc.record({
  ...ofTask,
  state: fc.constant('active' as const),
  stateName: fc.constant('Active'),
  runs: few,
  loginFailures: few,
  exceptions: few,
  lastExceptionAt: fc.constant(null),
  lastException: fc.constant(null),
  recent,
});
const statusLine: fc.Arbitrary<TaskStatusLine> = fc.record({
  ...ofTask,
  isActive: fc.boolean(),
  open: few,
  canceled: few,
  others: few,
  lastSuccessAt: fc.constant(null),
});
const mapLine = fc.record({
  id: fc.nat(),
  source: name,
  texts: few,
  unmapped: few,
  waitingJobs: few,
  mapped: few,
  mapTo: fc.constant(null),
});
const subscriptionLine = fc.record({
  customerId: fc.nat(),
  customer,
  plan: name,
  bought: few,
  active: fc.integer({ min: 3, max: 9 }),
  unpaid: few,
  changed: few,
  isPastDue: fc.boolean(),
  billingContact: name,
});
const riskLine = fc.record({
  key: fc.uuid(),
  customer: fc.oneof(customer, name),
  risk: fc.nat({ max: 100 }),
  signal: fc.constant('alarms' as const),
  signalName: fc.constantFrom('Alarms', 'Past due', 'None'),
  weight: few,
  evidence: fc.constant('3 tasks have an alarm.'),
  targets: fc.constant(''),
});
const login = fc.record({
  id: fc.uuid(),
  at: fc
    .date({ min: new Date('2026-09-01'), max: new Date('2026-11-27'), noInvalidDate: true })
    .map((date) => date.toISOString()),
  customerId: fc.nat(),
  company: customer,
  fullName: name,
  email: name,
  ipAddress: name,
  device: name,
  outcome: fc.constantFrom('password' as const, 'failed' as const, 'locked' as const),
  outcomeName: name,
});

const dayOf = (instant: string) => instant.slice(0, 10);
const noFilter = () => '';

/** The rows that the report keeps with further filters in its address. */
const kept = <T>(report: Report<T>, rows: readonly T[], filters: Readonly<Record<string, string>>): T[] =>
  rows.filter((row) =>
    Object.entries(filters).every(([key, value]) => {
      const filter = report.filters.find((one) => one.name === key);
      expect(filter, `the filter ${key}`).toBeDefined();
      // The service keeps the days that it is asked for.
      if (filter?.kind === 'days') return readDays(value)?.from === dayOf(textOf((row as { at?: unknown }).at));
      return filter !== undefined && keepsRow(filter, row, value, dayOf);
    }),
  );

const opensRows = <T>(report: Report<T>, rows: readonly T[], opens: ChartOpens): number | null =>
  opens !== null && 'filters' in opens ? kept(report, rows, opens.filters).length : null;

function draw<T>(report: Report<T>, rows: readonly T[], most: number): DrawnChart {
  if (!report.chart) throw new Error('no chart');
  return drawChart(report, report.chart, rows, { dayOf, filter: noFilter, most });
}

/** Holds a report's chart to its rows, whatever the rows are. */
function holds<T>(
  report: Report<T>,
  line: fc.Arbitrary<T>,
  more: (drawn: DrawnChart, rows: readonly T[]) => void = () => undefined,
): void {
  let opened = 0;
  let rested = 0;
  fc.assert(
    fc.property(fc.array(line, { maxLength: 40 }), fc.constantFrom(1, 2, 200), (rows, most) => {
      const drawn = draw(report, rows, most);
      const behind = drawn.bars.reduce((sum, bar) => sum + bar.rows, 0);
      expect(behind + (drawn.rest?.rows ?? 0) + (drawn.none?.rows ?? 0)).toBe(rows.length);
      if (drawn.rest) rested += 1;
      for (const bar of drawn.bars) {
        if (bar.opens !== null) expect(opensRows(report, rows, bar.opens)).toBe(bar.rows);
        expect(bar.cells).toHaveLength(drawn.columns.length);
        expect(new Set(bar.parts.map(({ key }) => key)).size).toBe(bar.parts.length);
        opened += bar.opens === null ? 0 : 1;
      }
      more(drawn, rows);
    }),
    { seed: 18, numRuns: 100 },
  );
  expect(opened).toBeGreaterThan(50);
  if (report.chart?.kind !== 'calendar') expect(rested).toBeGreaterThan(10);
}

const figures = ({ bars }: DrawnChart) => bars.flatMap(({ parts }) => parts).reduce((sum, { figure }) => sum + figure, 0);

test('jobs by status: bars, others and tasks without jobs are all rows, and figures add up to their columns', () => {
  holds(taskStatusReport, statusLine, (drawn, rows) => {
    if (drawn.rest) return;
    expect(figures(drawn)).toBe(rows.reduce((sum, { open, canceled, others }) => sum + open + canceled + others, 0));
    if (drawn.none) expect(kept(taskStatusReport, rows, { status: 'none' }).length).toBeGreaterThanOrEqual(drawn.none.rows);
  });
});

test('mapped facilities: bars and sources without facilities are all rows, and figures add up to their columns', () => {
  holds(mapSummaryReport, mapLine, (drawn, rows) => {
    if (drawn.rest) return;
    expect(figures(drawn)).toBe(rows.reduce((sum, { mapped, unmapped }) => sum + mapped + unmapped, 0));
  });
});

test('connections: what is bought and what is beyond add up to the active ones', () => {
  holds(customerSubscriptionReport, subscriptionLine, (drawn) => {
    for (const { parts, figure } of drawn.bars) expect(parts.reduce((sum, part) => sum + part.figure, 0)).toBe(figure);
  });
});

test('risk: a signal opens the rows of its customer and signal', () => {
  holds(customerRiskReport, riskLine, (drawn, rows) => {
    for (const bar of drawn.bars) {
      const opened = new Set(bar.parts.map(({ opens }) => JSON.stringify(opens)));
      const sums = [...opened].map((opens) => opensRows(customerRiskReport, rows, JSON.parse(opens) as ChartOpens) ?? 0);
      expect(sums.reduce((sum, count) => sum + count, 0)).toBeGreaterThanOrEqual(bar.parts.length);
    }
  });
});

test('last runs: every run that is known has a square, and every failed one is marked', () => {
  holds(taskAuditReport, auditLine, (drawn, rows) => {
    if (drawn.rest) return;
    expect(figures(drawn)).toBe(rows.reduce((sum, row) => sum + row.recent.runs, 0));
    const marked = drawn.bars.flatMap(({ parts }) => parts).filter(({ tone }) => tone === 4);
    expect(marked).toHaveLength(rows.reduce((sum, row) => sum + row.recent.failed.length, 0));
  });
});

test('sign-ins: a day and its failures open exactly their rows', () => {
  holds(loginHistoryReport, login, (drawn, rows) => {
    for (const { parts, figure } of drawn.bars) {
      expect(parts.reduce((sum, part) => sum + part.figure, 0)).toBe(figure);
      for (const part of parts) expect(opensRows(loginHistoryReport, rows, part.opens)).toBe(part.figure);
    }
  });
});
