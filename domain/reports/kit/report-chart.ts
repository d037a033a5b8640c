/** Tones of charts: blue, amber, teal, crimson, gray. Each has a pattern of its own, so that it is known without color. */
export type ChartTone = 1 | 2 | 3 | 4 | 5;

/** Figures of rows under a key. `words` follow a figure: "118 open", and `one` the figure 1 if it has a word of its own. */
type ChartSeries<T> = { readonly key: keyof T & string; readonly words: string; readonly one?: string };

/** The last runs of one row: how many there are to draw, and those of them that failed. */
export type RecentRuns = {
  readonly runs: number;
  /** `ago` counts runs back: 0 is the newest one. `at` is an instant. */
  readonly failed: readonly { readonly id: number; readonly ago: number; readonly at: string; readonly error: string }[];
};

/**
 * What every chart of bars says. `by`: the names of `value` filters whose values together name one bar, so that these filters keep
 * exactly the rows behind it; the first one is its name. `bars`: what one bar is, and several.
 */
type OfBars<T> = {
  readonly by: readonly [string, ...string[]];
  readonly noun: readonly [one: string, several: string];
  /** What bars without a figure are called, and the filters that keep their rows. They are counted and not drawn. */
  readonly none: { readonly words: string; readonly filters: Readonly<Record<string, string>> | null };
  /** The key of a text beside the name. */
  readonly note?: keyof T & string;
};

/** How a kind of chart reads the rows. */
type ChartKind<T> =
  /** Bars of several figures. A figure opens what its column opens. */
  | ({
      readonly kind: 'stacked';
      readonly parts: readonly [
        ChartSeries<T> & { readonly tone: ChartTone },
        ...(ChartSeries<T> & { readonly tone: ChartTone })[],
      ];
    } & OfBars<T>)
  /** One figure against another, and what of it is beyond: of 16 used, 15 are bought and 1 is not. */
  | ({
      readonly kind: 'bullets';
      readonly value: ChartSeries<T>;
      readonly mark: ChartSeries<T>;
      readonly beyond: ChartSeries<T>;
    } & OfBars<T>)
  /** Bars on a scale, made of rows that each have a weight and a reason. `part` names the filter of a row within its bar. */
  | ({
      readonly kind: 'ranked';
      readonly of: number;
      readonly total: ChartSeries<T>;
      readonly part: string;
      readonly weight: keyof T & string;
      readonly reason: keyof T & string;
    } & OfBars<T>)
  /** The last runs of each bar as squares, the newest one last. `runAt` is the address of a run; of all runs for null. */
  | ({
      readonly kind: 'squares';
      readonly recent: (row: T) => RecentRuns;
      readonly runAt: (row: T, run: number | null) => string | null;
      /** The figures beside the squares. Bars are ranked by the last one. */
      readonly counts: readonly [ChartSeries<T>, ...ChartSeries<T>[]];
    } & OfBars<T>)
  /** Rows by day. `days` names the filter of days, `split` a `choice` filter with the two values that every row has one of. */
  | {
      readonly kind: 'calendar';
      readonly at: keyof T & string;
      readonly days: string;
      readonly split: { readonly filter: string; readonly usual: ChartValue; readonly marked: ChartValue };
      readonly noun: readonly [one: string, several: string];
    };

type ChartValue = { readonly value: string; readonly words: string };

/** The chart of a report, drawn from the very rows that the report shows. */
export type ReportChart<T> = { readonly title: string; readonly about: string } & ChartKind<T>;
