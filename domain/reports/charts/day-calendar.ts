import { dayNumber, dayText } from '../../query/day-number.ts';
import type { Report } from '../kit/report.ts';
import type { ReportChart } from '../kit/report-chart.ts';
import { daysValue, keepsRow, readDays, textOf } from '../kit/report-filter.ts';
import { asHead, type ChartBar, counted, type DrawnChart, figureWords } from './drawn-chart.ts';

type Calendar<T> = Extract<ReportChart<T>, { readonly kind: 'calendar' }>;
/** `dayOf` gives the day of an instant in the reader's time zone; `filter` the report's filters in the address. */
export type CalendarView = { readonly dayOf: (instant: string) => string; readonly filter: (name: string) => string };

/** Days that a calendar shows at most: 53 weeks. Earlier ones are counted and not drawn. */
export const mostDays = 371;

type DayTally = { rows: number; marked: number };

/** Rows by day: every day of the filter, or from the first day with a row to the last one. One pass over the rows. */
export function calendarChart<T>(
  report: Report<T>,
  chart: Calendar<T>,
  rows: readonly T[],
  { dayOf, filter }: CalendarView,
): DrawnChart {
  const { usual, marked } = chart.split;
  const { found, undated } = tallied(report, chart, rows, dayOf);
  const { days, earlier } = spanOf([...found.keys()], filter(chart.days));
  const [one, several] = chart.noun;
  const bars = days.map((day) => barOf(chart, day, found.get(day) ?? { rows: 0, marked: 0 }));
  const before = earlier.reduce((sum, day) => sum + (found.get(day)?.rows ?? 0), 0);
  return {
    kind: 'calendar',
    head: 'Day',
    columns: [usual, marked].map(({ words }) => asHead(words)),
    bars,
    rest: before === 0 ? null : { bars: earlier.length, rows: before, words: `${counted(before, several, one)} on earlier days` },
    none:
      undated === 0 ? null : { bars: 1, rows: undated, words: `${counted(undated, several, one)} without a day`, opens: null },
    most: Math.max(0, ...bars.map(({ figure }) => figure)),
  };
}

/** The rows of each day, and how many have none. */
function tallied<T>(report: Report<T>, { at, split }: Calendar<T>, rows: readonly T[], dayOf: CalendarView['dayOf']) {
  const choice = report.filters.find(({ name }) => name === split.filter);
  if (choice?.kind !== 'choice') throw new Error(`The calendar needs a filter "${split.filter}" with choices`);
  const found = new Map<string, DayTally>();
  let undated = 0;
  for (const row of rows) {
    const instant = textOf(row[at]);
    if (instant === '') {
      undated += 1;
      continue;
    }
    const day = dayOf(instant);
    const seen = found.get(day) ?? { rows: 0, marked: 0 };
    seen.rows += 1;
    if (keepsRow(choice, row, split.marked.value, dayOf)) seen.marked += 1;
    found.set(day, seen);
  }
  return { found, undated };
}

/** One day, with those of its rows that are marked and the others. */
function barOf<T>({ days, split }: Calendar<T>, day: string, { rows, marked }: DayTally): ChartBar {
  const on = { [days]: daysValue(day, day) };
  const parts = [
    { ...split.usual, figure: rows - marked, tone: 1 as const },
    { ...split.marked, figure: marked, tone: 4 as const },
  ].map(({ value, words, figure, tone }) => ({
    key: value,
    figure,
    words: counted(figure, words),
    reason: '',
    at: null,
    tone,
    opens: figure > 0 ? { filters: { ...on, [split.filter]: value } } : null,
  }));
  return {
    key: day,
    name: day,
    note: '',
    rows,
    figure: rows,
    words: parts.map(({ words }) => words).join(', '),
    mark: null,
    opens: rows > 0 ? { filters: on } : null,
    parts: parts.filter(({ figure }) => figure > 0),
    cells: parts.map((part) => ({ text: figureWords(part.figure), opens: part.opens })),
  };
}

/** The days to draw, and the days with rows before them. */
function spanOf(
  withRows: readonly string[],
  asked: string,
): { readonly days: readonly string[]; readonly earlier: readonly string[] } {
  const sorted = [...withRows].sort();
  const span = readDays(asked);
  // Rows of other days, which are on screen for a moment while those of new days load, widen the span.
  const first = least(span?.from ?? null, sorted[0] ?? null);
  const last = greatest(span?.to ?? null, sorted.at(-1) ?? null);
  const [from, to] = [dayNumber(first ?? last ?? ''), dayNumber(last ?? first ?? '')];
  if (from === null || to === null) return { days: [], earlier: [] };
  const start = Math.max(from, to - mostDays + 1);
  const days = Array.from({ length: to - start + 1 }, (_, i) => dayText(start + i));
  const shown = dayText(start);
  return { days, earlier: sorted.filter((day) => day < shown) };
}

const least = (a: string | null, b: string | null): string | null => (a === null || (b !== null && b < a) ? b : a);
const greatest = (a: string | null, b: string | null): string | null => (a === null || (b !== null && b > a) ? b : a);
