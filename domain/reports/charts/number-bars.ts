import type { Report } from '../kit/report.ts';
import type { ReportChart } from '../kit/report-chart.ts';
import { chartOfBars, groupsOf, sumOf, sumOver, type Tally } from './chart-groups.ts';
import { asHead, type ChartPart, counted, type DrawnChart, figureWords } from './drawn-chart.ts';

type Kind<T, K extends ReportChart<T>['kind']> = Extract<ReportChart<T>, { readonly kind: K }>;

/** Bars of several figures, longest first. A figure opens what its column opens for the bar's only row, else the bar's rows. */
export function stackedChart<T>(report: Report<T>, chart: Kind<T, 'stacked'>, rows: readonly T[], most: number): DrawnChart {
  const columnTo = new Map(report.columns.map(({ key, to }) => [key, to]));
  const tallies = groupsOf(report, chart, rows).map((group): Tally<T> => {
    const sums = chart.parts.map(({ key }) => sumOf(group.rows, key));
    const figure = sums.reduce((sum, one) => sum + one, 0);
    return { group, sums, figure, rank: figure, isNone: figure === 0 };
  });
  return chartOfBars(chart, tallies, most, {
    columns: chart.parts.map(({ words }) => asHead(words)),
    scale: highest(tallies.map(({ figure }) => figure)),
    restWords: (rest) => chart.parts.map(({ words }, i) => counted(sumOver(rest, i), words)).join(', '),
    bar: ({ group: { rows: behind, opens }, sums }) => {
      const [only] = behind.length === 1 ? behind : [];
      const parts = chart.parts.map(({ key, words, tone }, i): ChartPart => {
        const to = only === undefined ? null : (columnTo.get(key)?.(only) ?? null);
        const figure = sums[i] ?? 0;
        return { ...plain, key, figure, words: counted(figure, words), tone, opens: to === null ? opens : { to } };
      });
      const drawn = parts.filter(({ figure }) => figure > 0);
      return {
        words: drawn.map(({ words }) => words).join(', '),
        mark: null,
        parts: drawn,
        cells: parts.map((part) => ({ text: figureWords(part.figure), opens: part.figure > 0 ? part.opens : null })),
      };
    },
  });
}

/** One figure against another. What is beyond the mark comes first, then the highest figure. */
export function bulletChart<T>(report: Report<T>, chart: Kind<T, 'bullets'>, rows: readonly T[], most: number): DrawnChart {
  const series = [chart.value, chart.mark, chart.beyond];
  const tallies = groupsOf(report, chart, rows).map((group): Tally<T> => {
    const sums = series.map(({ key }) => sumOf(group.rows, key));
    const [value = 0, mark = 0, beyond = 0] = sums;
    return { group, sums, figure: value, rank: beyond, isNone: value === 0 && mark === 0 };
  });
  return chartOfBars(chart, tallies, most, {
    columns: series.map(({ words }) => asHead(words)),
    scale: highest(tallies.flatMap(({ sums: [value = 0, mark = 0] }) => [value, mark])),
    restWords: (rest) => counted(sumOver(rest, 0), chart.value.words),
    bar: ({ group: { opens }, sums }) => {
      const [value = 0, mark = 0, beyond = 0] = sums;
      const parts: readonly ChartPart[] = [
        { ...plain, key: 'within', figure: value - beyond, words: counted(value - beyond, chart.value.words), tone: 1, opens },
        { ...plain, key: 'beyond', figure: beyond, words: counted(beyond, chart.beyond.words), tone: 4, opens },
      ];
      const words = series.map((one, i) => counted(sums[i] ?? 0, one.words));
      return {
        words: (beyond > 0 ? words : words.slice(0, -1)).join(', '),
        mark,
        // A bar without active connections is walked to as well.
        parts: parts.filter(({ figure }, i) => i === 0 || figure > 0),
        cells: sums.map((figure) => ({ text: figureWords(figure), opens })),
      };
    },
  });
}

const plain = { reason: '', at: null } as const;

const highest = (figures: readonly number[]): number => figures.reduce((most, figure) => Math.max(most, figure), 0);
