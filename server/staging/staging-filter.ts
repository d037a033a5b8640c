import { type RawBuilder, sql } from 'kysely';
import type { Refusal } from '#contract/kit/errors.ts';
import { no, ok, type Result } from '#contract/kit/result.ts';
import type { JobField } from '#contract/rows/jobs.ts';
import type { TargetRow } from '#contract/rows/rows.ts';
import type { StagingFilter, stagingSorts } from '#contract/staging/staging-list.ts';
import { zipText } from '#domain/places/zip-key.ts';
import { zipsWithin } from '#domain/places/zip-places.ts';
import { type Condition, zipsIn } from '#domain/query/condition.ts';
import { conditionOf } from '#domain/query/condition-of.ts';
import { dayNumber } from '#domain/query/day-number.ts';
import { isZip } from '#domain/query/near.ts';
import { filterChips, filterFields } from '#domain/staging/documented-filter.ts';
import { jobPredicates } from '#domain/staging/job-predicates.ts';
import { startOfDay } from '../kit/lib/start-of-day.ts';
import { zipTable } from '../kit/lib/zip-places.ts';
import { sqlOf } from './condition-sql.ts';
import { jobSqlColumn } from './job-sql-columns.ts';

/** The documented filter of the staging grid, with the requested page. */
export type StagingPage = StagingFilter & {
  readonly cust: number;
  readonly targetId: number;
  readonly pageSize: number;
  readonly page: number;
  readonly sourceId: number;
};

/** For whom the rows are: the target that they are mapped for, and the caller's clock. */
export type StagingGround = { readonly target: TargetRow; readonly now: Date; readonly zone: string };

/** A filter whose values cannot be used, with the fields and their remedies. */
export type InvalidFilter = Extract<Refusal, { kind: 'invalid' }>;

/** The documented filter as the condition of a query. Refuses a distance around an unknown zip code. */
export function conditionOfPage(page: StagingPage, { target, now, zone }: StagingGround): Result<Condition, InvalidFilter> {
  const { zip = '', distance = 0 } = page;
  if (zip !== '' && distance > 0 && !isZip(zip))
    return no({ kind: 'invalid', fields: { zip: 'A distance needs a whole zip code, such as 89501' } });
  const today = new Intl.DateTimeFormat('en-CA', { timeZone: zone }).format(now);
  const schema = { fields: filterFields, ...jobPredicates(target, dayNumber(today) ?? 0), near: 'zip' };
  const chips = filterChips({ ...page, sid: page.sourceId > 0 ? page.sourceId : page.sid });
  const condition = conditionOf(chips, schema, today);
  if (zipsIn(condition).some((one) => zipsWithin(zipTable(), one, 0) === null))
    return no({
      kind: 'invalid',
      fields: { zip: `There is no zip code ${zip} in the table of places: check it, or send one nearby` },
    });
  return ok(condition);
}

/** The SQL conditions of the rows of a customer that match. Never empty, since the customer is always one. */
export const whereOf = (cust: number, condition: Condition, zone: string): RawBuilder<unknown>[] => [
  sql`j.customer_id = ${cust}`,
  sql`not j.deleted`,
  sqlOf(condition, { columnOf: jobSqlColumn, startOfDay: (day) => startOfDay(day, zone), near }),
];

/** The zip codes whose center lies within so many miles of a known one. */
function near(column: RawBuilder<unknown>, zip: string, miles: number): RawBuilder<unknown> {
  const zips = [...(zipsWithin(zipTable(), zip, miles) ?? [])].map(zipText);
  return sql`upper(substring(${column} from '^[[:space:]]*([0-9]{5}|[A-Za-z][0-9][A-Za-z])')) = any(${zips}::text[])`;
}

/** Sortable columns: the job field, and the SQL type to sort by. */
const sortable: Readonly<
  Record<(typeof stagingSorts)[number], { readonly field: JobField | 'source'; readonly type: 'text' | 'float' }>
> = {
  facility: { field: 'facility', type: 'text' },
  city: { field: 'city', type: 'text' },
  state: { field: 'state', type: 'text' },
  degree: { field: 'degree', type: 'text' },
  specialty: { field: 'specialty', type: 'text' },
  shift: { field: 'shift', type: 'text' },
  status: { field: 'status', type: 'text' },
  source: { field: 'source', type: 'text' },
  startDate: { field: 'startDate', type: 'text' },
  endDate: { field: 'endDate', type: 'text' },
  billRate: { field: 'billRate', type: 'float' },
  durationDays: { field: 'durationDays', type: 'float' },
};

/** Sorts by a field, `-` for descending; newest first by default. Ends with the id, so that pages are stable. */
export function orderOf(sort: string | undefined): RawBuilder<unknown> {
  if (!sort) return sql`j.id desc`;
  const column = sortable[sort.replace(/^-/, '') as keyof typeof sortable];
  const direction = sort.startsWith('-') ? sql`desc` : sql`asc`;
  return sql`(j.row ->> ${column.field})::${sql.raw(column.type)} ${direction} nulls last, j.id`;
}
