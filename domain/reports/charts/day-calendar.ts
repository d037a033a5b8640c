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

/** Rows by day: every day of the filter, or from the first day with a row to the last one. One pass over the rows. */
export function calendarChart<T>(
  report: Report<T>,
  chart: Calendar<T>,
  rows: readonly T[],
  { dayOf, filter }: CalendarView,
): DrawnChart {
  const split = report.filters.find(({ name }) => name === chart.split.filter);
  if (split?.kind !== 'choice') throw new Error(`The calendar needs a filter "${chart.split.filter}" with choices`);
  const { usual, marked } = chart.split;
  const found = new Map<string, { rows: number; marked: number }>();
  let undated = 0;
  for (const row of rows) {
    const at = textOf(row[chart.at]);
    if (at === '') {
      undated += 1;
      continue;
    }
    const day = dayOf(at);
    const seen = found.get(day) ?? { rows: 0, marked: 0 };
    seen.rows += 1;
    if (keepsRow(split, row, marked.value, dayOf)) seen.marked += 1;
    found.set(day, seen);
  }
  const { days, earlier } = spanOf([...found.keys()], filter(chart.days));
  const [one, several] = chart.noun;
  const bars = days.map((day): ChartBar => {
    const { rows: all, marked: some } = found.get(day) ?? { rows: 0, marked: 0 };
    const on = { [chart.days]: daysValue(day, day) };
    const opens = all > 0 ? { filters: on } : null;
    const parts = [
      { value: usual, figure: all - some, tone: 1 as const },
      { value: marked, figure: some, tone: 4 as const },
    ].map(({ value: { value, words }, figure, tone }) => ({
      key: value,
      figure,
      words: counted(figure, words),
      reason: '',
      at: null,
      tone,
      opens: figure > 0 ? { filters: { ...on, [chart.split.filter]: value } } : null,
    }));
    return {
      key: day,
      name: day,
      note: '',
      rows: all,
      figure: all,
      words: parts.map(({ words }) => words).join(', '),
      mark: null,
      opens,
      parts: parts.filter(({ figure }) => figure > 0),
      cells: parts.map((part) => ({ text: figureWords(part.figure), opens: part.opens })),
    };
  });
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
