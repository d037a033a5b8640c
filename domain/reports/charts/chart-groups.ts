import type { Report } from '../kit/report.ts';
import type { ReportChart } from '../kit/report-chart.ts';
import { textOf } from '../kit/report-filter.ts';
import { asHead, type ChartBar, type ChartOpens, counted, type DrawnChart, figureWords } from './drawn-chart.ts';

/** A chart of bars. */
export type BarChart<T> = Exclude<ReportChart<T>, { readonly kind: 'calendar' }>;

/** The rows of one bar, with its name and the filters that keep exactly these. */
export type ChartGroup<T> = {
  readonly key: string;
  readonly name: string;
  readonly note: string;
  readonly rows: readonly T[];
  readonly filters: Readonly<Record<string, string>> | null;
  readonly opens: ChartOpens;
};

/** The key of the rows that a `value` filter compares. */
export function keyOfFilter<T>({ filters }: Pick<Report<T>, 'filters'>, name: string): keyof T & string {
  const filter = filters.find((one) => one.name === name);
  if (filter?.kind !== 'value') throw new Error(`The chart needs a filter by the value of "${name}"`);
  return filter.key;
}

/**
 * The rows by the values that name a bar, in the order of their first rows. One pass over the rows. Names after the first one are a
 * note, which is left out while all bars have the same.
 */
export function groupsOf<T>(report: Report<T>, chart: BarChart<T>, rows: readonly T[]): ChartGroup<T>[] {
  const keys = chart.by.map((name) => keyOfFilter(report, name));
  const found = new Map<string, { readonly names: readonly string[]; readonly rows: T[] }>();
  for (const row of rows) {
    const names = keys.map((one) => textOf(row[one]));
    const key = names.join('\n');
    const same = found.get(key);
    if (same) same.rows.push(row);
    else found.set(key, { names, rows: [row] });
  }
  const named = [...found].map(([key, { names, rows: behind }]) => {
    const [first] = behind;
    return { key, names, extra: chart.note && first ? textOf(first[chart.note]) : '', behind };
  });
  const isSame = new Set(named.map(({ names }) => names.slice(1).join('\n'))).size < 2;
  return named.map(({ key, names, extra, behind }) => {
    // What all rows have in common narrows nothing.
    const telling = isSame ? names.slice(0, 1) : names;
    const filters = telling.every((one) => one !== '')
      ? Object.fromEntries(telling.map((one, i) => [chart.by[i] ?? '', one]))
      : null;
    return {
      key,
      name: names[0] || 'Unknown',
      note: [...(isSame ? [] : names.slice(1)), extra].filter(Boolean).join(', '),
      rows: behind,
      filters,
      opens: filters && { filters },
    };
  });
}

/** The sum of the rows' numbers under a key; what is no number counts nothing. */
export function sumOf<T>(rows: readonly T[], key: keyof T): number {
  let sum = 0;
  for (const row of rows) {
    const value = row[key];
    if (typeof value === 'number') sum += value;
  }
  return sum;
}

const collator = new Intl.Collator('en-US', { numeric: true, sensitivity: 'base' });

/** A bar before it is drawn: its rows, its sums, and how it ranks: by `rank`, then by `figure`, then by its name. */
export type Tally<T> = {
  readonly group: ChartGroup<T>;
  readonly sums: readonly number[];
  readonly figure: number;
  readonly rank: number;
  /** There is nothing to draw. */
  readonly isNone: boolean;
};

type Shape<T> = Pick<DrawnChart, 'columns'> & {
  readonly scale: number;
  readonly restWords: (rest: readonly Tally<T>[]) => string;
  /** Draws one bar. Only those that are shown are drawn. */
  readonly bar: (tally: Tally<T>) => Pick<ChartBar, 'words' | 'mark' | 'parts' | 'cells'>;
};

/** The chart of the `most` highest bars. The others are counted, so that nothing is lost. */
export function chartOfBars<T>(chart: BarChart<T>, tallies: readonly Tally<T>[], most: number, shape: Shape<T>): DrawnChart {
  const ranked = tallies
    .filter(({ isNone }) => !isNone)
    .sort((a, b) => b.rank - a.rank || b.figure - a.figure || collator.compare(a.group.name, b.group.name));
  const [rest, without] = [ranked.slice(most), tallies.filter(({ isNone }) => isNone)];
  const [one, several] = chart.noun;
  return {
    kind: chart.kind,
    head: asHead(one),
    columns: shape.columns,
    bars: ranked.slice(0, most).map((tally): ChartBar => {
      const { key, name, note, rows, opens } = tally.group;
      return { key, name, note, rows: rows.length, figure: tally.figure, opens, ...shape.bar(tally) };
    }),
    rest:
      rest.length === 0
        ? null
        : {
            bars: rest.length,
            rows: rowsOf(rest),
            words: `${figureWords(rest.length)} more ${rest.length === 1 ? one : several}: ${shape.restWords(rest)}`,
          },
    none:
      without.length === 0
        ? null
        : {
            bars: without.length,
            rows: rowsOf(without),
            words: `${counted(without.length, several, one)} ${chart.none.words}`,
            opens: chart.none.filters && { filters: chart.none.filters },
          },
    most: shape.scale,
  };
}

const rowsOf = <T>(tallies: readonly Tally<T>[]): number => tallies.reduce((sum, { group }) => sum + group.rows.length, 0);

/** The sum of one of the figures over some bars. */
export const sumOver = <T>(tallies: readonly Tally<T>[], at: number): number =>
  tallies.reduce((sum, { sums }) => sum + (sums[at] ?? 0), 0);
