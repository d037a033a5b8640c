import { expect, test } from 'vitest';
import { taskAuditReport, taskStatusReport } from '../collecting/task-reports.ts';
import type { Report } from '../kit/report.ts';
import { mapSummaryReport } from '../mapping/map-summary.ts';
import { customerRiskReport, customerSubscriptionReport, riskLines } from '../people/customer-reports.ts';
import { loginHistoryReport } from '../people/people-reports.ts';
import { reports } from '../reports.ts';
import { mostDays } from './day-calendar.ts';
import { drawChart, fewBars } from './draw-chart.ts';

const zone = { dayOf: (instant: string) => instant.slice(0, 10), filter: (_name: string) => '' };

function draw<T>(report: Report<T>, rows: readonly T[], view: { most?: number; filter?: (name: string) => string } = {}) {
  if (!report.chart) throw new Error(`${report.title} has no chart`);
  return drawChart(report, report.chart, rows, { ...zone, most: fewBars[report.chart.kind], ...view });
}

const status = (task: string, open: number, canceled: number, more: object = {}) => ({
  customerId: 2,
  customer: 'Harborview',
  taskId: open,
  task,
  source: 'Medloop',
  crawler: 'Feed',
  isActive: true,
  open,
  canceled,
  others: 0,
  lastSuccessAt: null,
  isHere: true,
  ...more,
});
const login = (at: string, outcome: 'password' | 'failed' = 'password') => ({
  id: at,
  at,
  customerId: 2,
  company: 'Harborview',
  fullName: 'Marcus Bell',
  email: 'marcus@harborview.example',
  ipAddress: '',
  device: '',
  outcome,
  outcomeName: '',
});

test('six reports have a chart, each named once', () => {
  const charts = reports.flatMap(({ title, chart }) => (chart ? [[title, chart.kind]] : []));
  expect(charts).toEqual([
    ['Map summary', 'stacked'],
    ['Task status', 'stacked'],
    ['Task audit', 'squares'],
    ['Login history', 'calendar'],
    ['Customer subscriptions', 'bullets'],
    ['Customer risk', 'ranked'],
  ]);
});

test('stacked bars are longest first; a figure opens what its column opens, or the rows of its bar', () => {
  const { bars, columns, most, none, rest } = draw(taskStatusReport, [
    status('Medloop', 4, 1),
    status('Vizient', 9, 0),
    status('Elsewhere', 1, 1, { customer: 'North', isHere: false }),
    status('Idle', 0, 0),
  ]);
  expect(columns).toEqual(['Open', 'Canceled', 'Filled, on hold or closed']);
  expect(bars.map(({ name, note, words }) => [name, note, words])).toEqual([
    ['Vizient', 'Harborview', '9 open'],
    ['Medloop', 'Harborview', '4 open, 1 canceled'],
    ['Elsewhere', 'North', '1 open, 1 canceled'],
  ]);
  expect(bars[0]?.parts[0]?.opens).toEqual({ to: '/staging?view=all&q=status%3AOpen%20task%3A9' });
  expect(bars[2]?.parts[0]?.opens).toEqual({ filters: { task: 'Elsewhere', customer: 'North' } });
  expect([most, rest]).toEqual([9, null]);
  expect(none).toEqual({ bars: 1, rows: 1, words: '1 task without jobs', opens: { filters: { status: 'none' } } });
});

test('bars of one name are one bar, and its figures open its rows', () => {
  const { bars } = draw(taskStatusReport, [status('Medloop', 4, 1), status('Medloop', 2, 0)]);
  expect(bars).toHaveLength(1);
  expect(bars[0]).toMatchObject({ rows: 2, words: '6 open, 1 canceled', note: '' });
  expect(bars[0]?.parts[0]?.opens).toEqual({ filters: { task: 'Medloop' } });
});

test('what is not drawn is said with its figures', () => {
  const rows = Array.from({ length: 12 }, (_, i) => status(`Task ${i}`, 20 - i, 1));
  expect(draw(taskStatusReport, rows).rest).toEqual({
    bars: 2,
    rows: 2,
    words: '2 more tasks: 19 open, 2 canceled, 0 filled, on hold or closed',
  });
  expect(draw(taskStatusReport, rows, { most: 200 }).bars).toHaveLength(12);
});

test('no rows are an empty chart, one row is one bar', () => {
  for (const report of reports) {
    const drawn = report.chart && draw(report, []);
    if (drawn) expect([drawn.bars, drawn.rest, drawn.none]).toEqual([[], null, null]);
  }
  const line = { id: 3, source: 'Medloop', texts: 5, unmapped: 5, waitingJobs: 0, mapped: 0, mapTo: null };
  expect(draw(mapSummaryReport, [line]).bars).toMatchObject([
    { name: 'Medloop', words: '5 not mapped', parts: [{ opens: { to: '/report_mapdetail?source=3&state=unmapped' } }] },
  ]);
});

test('a bullet bar ends at the active connections, is marked at those bought, and shows what is unpaid', () => {
  const line = { customerId: 2, plan: 'Team', changed: 0, isPastDue: false, billingContact: '' };
  const { bars, most, none } = draw(customerSubscriptionReport, [
    { ...line, customer: 'Calm', bought: 15, active: 3, unpaid: 0 },
    { ...line, customer: 'Over', bought: 2, active: 5, unpaid: 3, plan: '' },
    { ...line, customer: 'New', bought: 0, active: 0, unpaid: 0 },
  ]);
  expect(bars.map(({ name, note, words, mark }) => [name, note, words, mark])).toEqual([
    ['Over', '', '5 active, 2 bought, 3 unpaid', 2],
    ['Calm', 'Team', '3 active, 15 bought', 15],
  ]);
  expect(bars[0]?.parts.map(({ key, figure }) => [key, figure])).toEqual([
    ['within', 2],
    ['beyond', 3],
  ]);
  expect([most, none?.words]).toEqual([15, '1 customer without connections']);
});

test('risk is a bar of 100 with the reasons, and a signal has one tone in all bars', () => {
  const signals = [
    { signal: 'alarms' as const, weight: 15, evidence: '3 tasks have an alarm.' },
    { signal: 'pastDue' as const, weight: 20, evidence: 'The account is past due.' },
  ];
  const rows = riskLines([
    { customerId: 2, customer: 'Lower', risk: 15, signals: signals.slice(0, 1), targets: [] },
    { customerId: 3, customer: 'Higher', risk: 35, signals: [...signals].reverse(), targets: [] },
    { customerId: 4, customer: 'Fine', risk: 0, signals: [], targets: [] },
  ]);
  const { bars, most, none } = draw(customerRiskReport, rows);
  expect(bars.map(({ name, words }) => [name, words])).toEqual([
    ['Higher', '35 of 100'],
    ['Lower', '15 of 100'],
  ]);
  expect(bars[0]?.parts[0]).toMatchObject({ words: 'Past due, 20', reason: 'The account is past due.', figure: 20 });
  expect(bars[0]?.parts[0]?.opens).toEqual({ filters: { customer: 'Higher', signal: 'Past due' } });
  expect(bars[0]?.parts[1]?.tone).toBe(bars[1]?.parts[0]?.tone);
  expect(bars[0]?.cells[1]?.text).toBe('Past due, 20: The account is past due. Alarms, 15: 3 tasks have an alarm.');
  expect(most).toBe(100);
  expect(none).toMatchObject({ words: '1 customer without a signal', opens: { filters: { signal: 'None' } } });
});

test('the newest run is the last square; a failed one says what and when, and opens', () => {
  const line = {
    customerId: 2,
    customer: 'Harborview',
    taskId: 5,
    task: 'Medloop',
    source: 'Medloop',
    crawler: 'Feed',
    state: 'active' as const,
    stateName: 'Active',
    runs: 60,
    loginFailures: 0,
    exceptions: 1,
    lastExceptionAt: null,
    lastException: null,
    isHere: true,
    recent: { runs: 50, failed: [{ id: 812, ago: 1, at: '2026-11-21T09:00:00.000Z', error: 'timeout' as const }] },
  };
  const { bars } = draw(taskAuditReport, [line]);
  expect(bars[0]?.words).toBe('60 runs, 0 login failures, 1 exception');
  expect(bars[0]?.parts).toHaveLength(50);
  expect(bars[0]?.parts.slice(-2)).toMatchObject([
    { words: 'Vendor too slow, the run before', tone: 4, at: '2026-11-21T09:00:00.000Z', opens: { to: '/edittask/5?run=812' } },
    { words: 'Done, the last run', tone: 1, at: null, opens: { to: '/edittask/5' } },
  ]);
  const elsewhere = draw(taskAuditReport, [{ ...line, isHere: false }]).bars[0];
  expect(elsewhere?.parts[0]?.opens).toEqual({ filters: { task: 'Medloop' } });
  expect(draw(taskAuditReport, [{ ...line, recent: { runs: 0, failed: [] } }]).none?.words).toBe(
    '1 task without a run in these days',
  );
});

test('a calendar has every day of its span, and those of the filter', () => {
  const rows = [login('2026-11-24T09:00:00Z'), login('2026-11-27T08:00:00Z', 'failed'), login('2026-11-27T09:00:00Z')];
  const figures = (filter = '') =>
    draw(loginHistoryReport, rows, { filter: (name) => (name === 'days' ? filter : '') }).bars.map(({ key, figure, words }) => [
      key,
      figure,
      words,
    ]);
  expect(figures()).toEqual([
    ['2026-11-24', 1, '1 signed in, 0 failed'],
    ['2026-11-25', 0, '0 signed in, 0 failed'],
    ['2026-11-26', 0, '0 signed in, 0 failed'],
    ['2026-11-27', 2, '1 signed in, 1 failed'],
  ]);
  expect(figures('2026-11-22..2026-11-28')).toHaveLength(7);
  expect(figures('2026-02-31..')).toHaveLength(4);
});

test('a calendar of years shows the last 53 weeks and says what came before', () => {
  const rows = [login('2024-01-01T09:00:00Z'), login('2026-11-27T09:00:00Z')];
  const drawn = draw(loginHistoryReport, rows);
  expect(drawn.bars).toHaveLength(mostDays);
  expect(drawn.rest).toEqual({ bars: 1, rows: 1, words: '1 sign-in on earlier days' });
});

test('10,000 rows are grouped in one pass', () => {
  const rows = Array.from({ length: 10_000 }, (_, i) => status(`Task ${i}`, i, 1));
  const drawn = draw(taskStatusReport, rows);
  expect([drawn.bars.length, drawn.rest?.bars]).toEqual([10, 9990]);
});
