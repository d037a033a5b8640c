import { sql } from 'kysely';
import { no, type Result } from '#contract/kit/result.ts';
import type { Db } from '../kit/db/connection.ts';
import { type Customers, ofCustomers } from '../kit/db/of-customers.ts';
import { dayIn, daysLater } from '../people/customers/disable-date.ts';

type Invalid = { readonly kind: 'invalid'; readonly fields: Readonly<Record<string, string>> };

/** Days from one to another as `yyyy-MM-dd`, both included. */
export type DayRange = { readonly from: string; readonly to: string };

/**
 * The range of days that a report was asked for. An end that was not given is today in `zone`, or `days` days that end on the last one.
 * A range that ends before it begins is refused with its field.
 */
export function rangeOf(
  { from, to }: { readonly from?: string | undefined; readonly to?: string | undefined },
  { days, zone, now }: { readonly days: number; readonly zone: string; readonly now: Date },
): Result<DayRange, Invalid> {
  const today = dayIn(zone, now);
  const last = to ?? (from !== undefined && from > today ? from : today);
  const first = from ?? daysLater(last, 1 - days);
  if (first > last) return no({ kind: 'invalid', fields: { to: `This day is before ${first}, on which the range begins.` } });
  return { ok: true, value: { from: first, to: last } };
}

/** Why a report cannot be narrowed to a source: it is none of these customers', or was removed. Null if it can, and for 0: all. */
export async function sourceProblem(db: Db, customers: Customers, source: number): Promise<Invalid | null> {
  if (source === 0) return null;
  const { rows } = await sql`
    select from source where ${ofCustomers(customers)} and id = ${source} and not deleted limit 1`.execute(db);
  if (rows.length > 0) return null;
  return { kind: 'invalid', fields: { source: 'This source does not exist, or was removed. Choose another one.' } };
}
