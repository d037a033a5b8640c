import type { Report } from '../kit/report.ts';
import type { RecentRuns, ReportChart } from '../kit/report-chart.ts';
import { chartOfBars, groupsOf, sumOf, sumOver, type Tally } from './chart-groups.ts';
import { asHead, type ChartOpens, type ChartPart, counted, type DrawnChart, figureWords } from './drawn-chart.ts';

/** The squares of some runs, the newest one last. `opens` gives what one opens; its id is known only of a run that failed. */
function runSquares({ runs, failed }: RecentRuns, opens: (run: number | null) => ChartOpens): ChartPart[] {
  const byAgo = new Map(failed.map((run) => [run.ago, run]));
  return Array.from({ length: runs }, (_, i): ChartPart => {
    const ago = runs - 1 - i;
    const run = byAgo.get(ago);
    const age = ago === 0 ? 'the last run' : ago === 1 ? 'the run before' : `${figureWords(ago)} runs ago`;
    return {
      key: String(ago),
      figure: 1,
      words: `${run?.error ?? 'Done'}, ${age}`,
      reason: '',
      at: run?.at ?? null,
      tone: run ? 4 : 1,
      opens: opens(run?.id ?? null),
    };
  });
}

/** The last runs of each bar as squares. Bars with the most failures come first. */
export function squaresChart<T>(
  report: Report<T>,
  chart: Extract<ReportChart<T>, { readonly kind: 'squares' }>,
  rows: readonly T[],
  most: number,
): DrawnChart {
  const tallies = groupsOf(report, chart, rows).map((group): Tally<T> => {
    const sums = chart.counts.map(({ key }) => sumOf(group.rows, key));
    const figure = sums.at(-1) ?? 0;
    return { group, sums, figure, rank: figure, isNone: group.rows.every((row) => chart.recent(row).runs === 0) };
  });
  const last = chart.counts.at(-1);
  return chartOfBars(chart, tallies, most, {
    columns: [...chart.counts.map(({ words }) => asHead(words)), 'Failed of those shown'],
    scale: 0,
    restWords: (rest) => counted(sumOver(rest, chart.counts.length - 1), last?.words ?? '', last?.one),
    bar: ({ group: { rows: behind, opens }, sums }) => {
      const parts = behind.flatMap((row, i) =>
        runSquares(chart.recent(row), (run) => {
          const to = chart.runAt(row, run);
          return to === null ? opens : { to };
        }).map((part) => ({ ...part, key: `${i}/${part.key}` })),
      );
      const failed = parts.filter(({ tone }) => tone === 4).length;
      return {
        words: chart.counts.map(({ words, one }, i) => counted(sums[i] ?? 0, words, one)).join(', '),
        mark: null,
        parts,
        cells: [
          ...sums.map((figure) => ({ text: figureWords(figure), opens })),
          { text: `${figureWords(failed)} of ${figureWords(parts.length)}`, opens },
        ],
      };
    },
  });
}
