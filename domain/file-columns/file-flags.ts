import type { FeedField, FileFlag } from '#contract/collecting/column-mapping.ts';
import type { JobField } from '#contract/rows/jobs.ts';
import type { CollectedJob } from '../jobs/collected-job.ts';
import { addDays } from '../parsing/calendar.ts';

/** A job with the number of its row in the file. */
export type JobOfRow = { readonly row: number; readonly job: CollectedJob };

/** Days that a start may lie back without being flagged. */
const pastDays = 30;
const rowsShown = 5;

type Range = readonly [least: number, most: number, unit: string];

/** Plausible amounts in US dollars by the unit of the field. An amount outside is more likely of another unit, or a typing error. */
const ranges: readonly (readonly [JobField & FeedField, Range])[] = [
  ['billRate', [20, 400, 'an hour']],
  ['localRate', [20, 400, 'an hour']],
  ['minBillRate', [15, 400, 'an hour']],
  ['otRate', [20, 600, 'an hour']],
  ['holidayRate', [20, 800, 'an hour']],
  ['callbackRate', [10, 800, 'an hour']],
  ['onCallRate', [1, 60, 'an hour']],
  ['orientationRate', [10, 400, 'an hour']],
  ['payPerHour', [10, 300, 'an hour']],
  ['payPerWeek', [300, 12_000, 'a week']],
  ['travelStipend', [1, 5000, 'a week']],
  ['mealStipend', [1, 3000, 'a week']],
  ['lodgingStipend', [1, 6000, 'a week']],
  ['permFee', [500, 150_000, '']],
  ['feePercentage', [1, 60, '%']],
];

/**
 * What a person should look at before these jobs are staged: starts more than 30 days before `today` (`yyyy-MM-dd`), and amounts out
 * of the plausible range of their field. Each flag counts all its rows and shows the first 5. A zero states no amount.
 */
export function fileFlags(jobs: readonly JobOfRow[], today: string): FileFlag[] {
  const oldest = addDays(today, -pastDays) ?? today;
  const flag = (kind: FileFlag['kind'], field: JobField & FeedField, expected: string, wrong: (value: unknown) => boolean) => {
    const found = jobs.filter(({ job }) => wrong(job[field]));
    if (found.length === 0) return [];
    const rows = found.slice(0, rowsShown).map(({ row, job }) => {
      const value = job[field];
      return { row, providerJobId: job.providerJobId, value: typeof value === 'number' ? value : String(value) };
    });
    return [{ kind, field, count: found.length, expected, rows }];
  };
  return [
    ...flag('past_start', 'startDate', oldest, (on) => typeof on === 'string' && on < oldest),
    ...ranges.flatMap(([field, [least, most, unit]]) =>
      flag('rate_range', field, rangeText(least, most, unit), (n) => typeof n === 'number' && n !== 0 && (n < least || n > most)),
    ),
  ];
}

function rangeText(least: number, most: number, unit: string): string {
  const [from, to] = [least, most].map((n) => n.toLocaleString('en-US'));
  return unit === '%' ? `${from}% to ${to}%` : `$${from} to $${to}${unit === '' ? '' : ` ${unit}`}`;
}
