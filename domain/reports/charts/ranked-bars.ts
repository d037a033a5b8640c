import type { Report } from '../kit/report.ts';
import type { ChartTone, ReportChart } from '../kit/report-chart.ts';
import { textOf } from '../kit/report-filter.ts';
import { chartOfBars, groupsOf, keyOfFilter, sumOf, type Tally } from './chart-groups.ts';
import { asHead, type ChartPart, type DrawnChart, figureWords } from './drawn-chart.ts';

const tones: readonly ChartTone[] = [1, 2, 3, 4, 5];

/** Bars made of weights, the highest total first. Each row is a part of its bar and says why; a row without weight is none. */
export function rankedChart<T>(
  report: Report<T>,
  chart: Extract<ReportChart<T>, { readonly kind: 'ranked' }>,
  rows: readonly T[],
  most: number,
): DrawnChart {
  const partKey = keyOfFilter(report, chart.part);
  const toneOf = tonesOf(rows.map((row) => textOf(row[partKey])));
  const ofScale = `of ${figureWords(chart.of)}`;
  const tallies = groupsOf(report, chart, rows).map((group): Tally<T> => {
    const figure = sumOf(group.rows.slice(0, 1), chart.total.key);
    return { group, sums: [figure], figure, rank: figure, isNone: sumOf(group.rows, chart.weight) === 0 };
  });
  return chartOfBars(chart, tallies, most, {
    columns: [`${asHead(chart.total.words)} ${ofScale}`, 'Why'],
    scale: chart.of,
    restWords: ([highest]) => `at most ${figureWords(highest?.figure ?? 0)} ${ofScale}`,
    bar: ({ group: { rows: behind, filters, opens }, figure }) => {
      const parts = behind.flatMap((row, i): ChartPart[] => {
        const [weight, part] = [sumOf([row], chart.weight), textOf(row[partKey])];
        if (weight === 0) return [];
        return [
          {
            // Customers of one name share a bar, each with its own rows.
            key: `${part}/${i}`,
            figure: weight,
            words: `${part}, ${figureWords(weight)}`,
            reason: textOf(row[chart.reason]),
            at: null,
            tone: toneOf(part),
            opens: filters && part !== '' ? { filters: { ...filters, [chart.part]: part } } : opens,
          },
        ];
      });
      return {
        words: `${figureWords(figure)} ${ofScale}`,
        mark: null,
        parts,
        cells: [
          { text: figureWords(figure), opens },
          { text: parts.map(({ words, reason }) => `${words}: ${reason}`).join(' '), opens: null },
        ],
      };
    },
  });
}

/** The same kind of part has the same tone in every bar, in the order of the first ones. */
function tonesOf(parts: readonly string[]): (part: string) => ChartTone {
  const kinds = [...new Set(parts)];
  return (part) => tones[kinds.indexOf(part) % tones.length] ?? 1;
}
