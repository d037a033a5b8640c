import { shownDays } from '#contract/reports/daily.ts';
import type { DayFigures } from '#contract/rows/day-figures.ts';
import { dayNumber, dayText } from '#domain/query/day-number.ts';

export type Series = 'newJobs' | 'closedJobs' | 'postedJobs';

/** The bars of one series over the last 30 days. A day without kept figures is a gap, which is not the same as zero. */
export type Bars = {
  readonly bars: readonly { readonly day: string; readonly figure: number | null }[];
  readonly total: number;
  readonly most: number;
};

/** The days (yyyy-MM-dd) that the card shows, the last one is `today`. */
export function daysUntil(today: string): readonly string[] {
  const last = dayNumber(today) ?? 0;
  return Array.from({ length: shownDays }, (_, i) => dayText(last - (shownDays - 1 - i)));
}

/** The bars of a series. `days` are the kept ones, oldest first; the last one is today. */
export function barsOf(days: readonly DayFigures[], series: Series): Bars {
  const byDay = new Map(days.map((figures) => [figures.day, figures[series]]));
  const bars = daysUntil(days.at(-1)?.day ?? '1970-01-01').map((day) => ({ day, figure: byDay.get(day) ?? null }));
  const figures = bars.map(({ figure }) => figure ?? 0);
  return { bars, total: figures.reduce((sum, figure) => sum + figure, 0), most: Math.max(0, ...figures) };
}
