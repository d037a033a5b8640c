import type { ChartTone, ReportChart } from '../kit/report-chart.ts';

/**
 * What a part of a chart opens: the report with further filters, which keep exactly the rows behind it, or another address of the
 * app. Null if no filter can name its rows.
 */
export type ChartOpens = { readonly filters: Readonly<Record<string, string>> } | { readonly to: string } | null;

/** One part that is drawn: a piece of a bar, a square, or the figure of a day. */
export type ChartPart = {
  /** Unique within its bar. */
  readonly key: string;
  readonly figure: number;
  /** Its figure and what it is: "118 open". */
  readonly words: string;
  /** Why, as a sentence; blank for none. */
  readonly reason: string;
  /** When it happened; null if that is not known, or a sum. */
  readonly at: string | null;
  readonly tone: ChartTone;
  readonly opens: ChartOpens;
};

/** One bar, one line of squares, or one day of a calendar (its key and name are then the day, as `yyyy-MM-dd`). */
export type ChartBar = {
  readonly key: string;
  readonly name: string;
  /** Beside the name; blank for none. */
  readonly note: string;
  /** Rows of the report behind it. */
  readonly rows: number;
  /** By which bars are ranked. */
  readonly figure: number;
  /** All its figures in words. */
  readonly words: string;
  /** Where the mark of a bullet bar is; null for other charts. */
  readonly mark: number | null;
  readonly opens: ChartOpens;
  readonly parts: readonly ChartPart[];
  /** Its cells in the table, one for each of the chart's columns. */
  readonly cells: readonly { readonly text: string; readonly opens: ChartOpens }[];
};

/** A chart as it is drawn and as its table says it. The rows of `bars`, `rest` and `none` add up to the rows of the report. */
export type DrawnChart = {
  readonly kind: ReportChart<never>['kind'];
  /** The heads of the table: what a bar is, and each figure. */
  readonly head: string;
  readonly columns: readonly string[];
  readonly bars: readonly ChartBar[];
  /** Bars that are not drawn, since others are longer: how many, their rows, and what they are in words. Null for none. */
  readonly rest: { readonly bars: number; readonly rows: number; readonly words: string } | null;
  /** Bars without a figure. */
  readonly none: { readonly bars: number; readonly rows: number; readonly words: string; readonly opens: ChartOpens } | null;
  /** The end of the scale. */
  readonly most: number;
};

/** A figure as charts write it: "1,204". */
export const figureWords = (figure: number): string => numbers.format(figure);
const numbers = new Intl.NumberFormat('en-US');

/** A figure and what it is: "118 open", "1 exception". */
export const counted = (figure: number, words: string, one = words): string =>
  `${figureWords(figure)} ${figure === 1 ? one : words}`;

/** The words of a series as the head of its column. */
export const asHead = (words: string): string => words.charAt(0).toUpperCase() + words.slice(1);
