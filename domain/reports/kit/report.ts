import type { Needs } from '#contract/kit/rights.ts';
import type { ReportChart } from './report-chart.ts';
import type { ReportId } from './report-ids.ts';

/**
 * What a column holds, for its look, its sum and the cells of files. `date` is a day as `yyyy-MM-dd`, which no time zone shifts;
 * `instant` is UTC, ISO 8601; `money` is an amount in major units; `link` is a web address.
 */
export type ReportColumnType = 'text' | 'number' | 'money' | 'date' | 'instant' | 'yes-no' | 'link';

/** One column of a report, for one key of its rows. */
export type ReportColumn<T> = {
  readonly key: keyof T & string;
  /** Its name. `{degree}` is replaced by the name of that job field, which a customer may have changed; `{degree|Grade}` by `Grade` as long as no one has. */
  readonly label: string;
  readonly type: ReportColumnType;
  /** For money: the key of the row's currency, as an ISO code. USD if left out. */
  readonly currency?: keyof T & string;
  /** Address inside the app that the value opens; null for none. A count opens exactly the rows that it counts. */
  readonly to?: (row: T) => string | null;
  /** What is shown in place of an unknown value. Files leave it blank. */
  readonly none?: (row: T) => string;
  /** Adds up the rows shown. */
  readonly sum?: boolean;
  /** Hidden until the user shows it. */
  readonly hidden?: boolean;
};

/** One value that a filter offers. */
export type ReportChoice = { readonly value: string; readonly label: string };

/**
 * One filter. Its value is in the address under `name`. `choice`: one of these values, `keeps` says for which rows; without it, what
 * answers the report decides. `value`: one of the values that the rows have under `key`. `days`: from one day to another under `key`,
 * as `2026-11-01..2026-11-30`; instants are compared by their day in the user's time zone. `text`: what the user writes.
 */
export type ReportFilter<T> = { readonly name: string; readonly label: string } & (
  | {
      readonly kind: 'choice';
      readonly choices: readonly ReportChoice[];
      readonly keeps?: (row: T, value: string) => boolean;
    }
  | { readonly kind: 'value'; readonly key: keyof T & string }
  | { readonly kind: 'days'; readonly key?: keyof T & string }
  | { readonly kind: 'text'; readonly keeps?: (row: T, value: string) => boolean }
);

/** The groups of the library, in their order. */
export const reportGroups = ['Jobs', 'Mapping', 'Rules', 'Collecting', 'Posting', 'Submissions', 'People and customers'] as const;
export type ReportGroup = (typeof reportGroups)[number];

/**
 * A report as data. Its page, its card in the library, its files and its mails come from this alone.
 * `T` is one row.
 */
export type Report<T> = {
  readonly id: ReportId;
  readonly title: string;
  /** One sentence for its card and above its rows: what it answers. */
  readonly about: string;
  readonly group: ReportGroup;
  /** Who may read it. `session` is everyone who is signed in. */
  readonly audience: Exclude<Needs, 'public'>;
  /** Its address, without the optional parts. */
  readonly path: `/report_${string}`;
  /** What one row is: "task", and several if that is not the noun plus "s". */
  readonly noun: string;
  readonly plural?: string;
  readonly columns: readonly [ReportColumn<T>, ...ReportColumn<T>[]];
  readonly filters: readonly ReportFilter<T>[];
  readonly sort: { readonly key: keyof T & string; readonly descending: boolean };
  /** Its chart, above its rows. */
  readonly chart?: ReportChart<T>;
} & ReportSource;

/**
 * Where a report's rows come from, and what it shows without a connection. On the device: its own rows. By the service: the call that
 * gives them, by its route, and either `cached` (the last answer with its age) or `never`: answers that name people, sign-ins,
 * contacts, subscriptions, billing or risk are never stored on a device, so the call is an `online` one.
 */
type ReportSource =
  | { readonly answeredBy: 'device' }
  | { readonly answeredBy: 'service'; readonly call: string; readonly offline: 'cached' | 'never' };

/** Any report, for lists of reports. */
export type AnyReport = Report<never>;

/** Page sizes of every report; the last one means all. */
export const reportSizes = [100, 200, 300, 500, 10_000] as const;

/** Texts longer than this are shown as an icon that opens them. */
export const mostTextShown = 200;

/** The name of a job field by its key. `otherwise` is said where no one changed its label. */
export type NameOf = (field: string, otherwise?: string) => string;

/**
 * A column's name with the names of job fields in it. `fieldLabel` gives the name of a field by its key; inside a phrase it loses its
 * capital.
 */
export const labelOf = (label: string, fieldLabel: NameOf): string =>
  label.replaceAll(/\{(\w+)(?:\|([^}]*))?\}/g, (_, field: string, otherwise: string | undefined, at: number) => {
    const name = fieldLabel(field, otherwise);
    return at === 0 ? name : name.toLowerCase();
  });

/** A report whose columns and filters have the names of job fields that `nameOf` gives. */
export const namedReport = <T>(report: Report<T>, nameOf: NameOf): Report<T> => {
  const named = <L extends { readonly label: string }>(one: L): L => ({ ...one, label: labelOf(one.label, nameOf) });
  const [first, ...others] = report.columns;
  return { ...report, columns: [named(first), ...others.map(named)], filters: report.filters.map(named) };
};
