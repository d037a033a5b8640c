import { TZDate } from '@date-fns/tz';
import type { CollectError } from '#contract/rows/collect-errors.ts';

/** When a task runs by itself: at times of the customer's day (`HH:mm`), else every so many minutes, else never. */
export type Schedule = { readonly everyMinutes: number | null; readonly runAt: readonly string[] };

/** `least` is the shortest interval in minutes that the customer's service items allow; `spread` (0 to 1) keeps runs apart. */
type Circumstances = { readonly from: Date; readonly zone: string; readonly least: number; readonly spread: number };

const minuteMs = 60_000;
const mostSpreadMs = 2 * minuteMs;

/** The next regular run after `from`. Null for a task that runs by hand only. */
export function nextRegularRun({ everyMinutes, runAt }: Schedule, { from, zone, least, spread }: Circumstances): Date | null {
  if (runAt.length > 0) return new Date(nextTimeOfDay(runAt, from, zone).getTime() + spread * mostSpreadMs);
  if (everyMinutes === null) return null;
  const interval = Math.max(everyMinutes, least) * minuteMs;
  return new Date(from.getTime() + interval + spread * Math.min(interval / 10, mostSpreadMs));
}

/** The first of these times after `from`, by the clock of the zone. A time that a day skips in spring runs an hour later. */
function nextTimeOfDay(times: readonly string[], from: Date, zone: string): Date {
  const here = new TZDate(from.getTime(), zone);
  const candidates = [0, 1, 2].flatMap((days) =>
    times.map((time) => {
      const [hour = 0, minute = 0] = time.split(':').map(Number);
      return new TZDate(here.getFullYear(), here.getMonth(), here.getDate() + days, hour, minute, zone).getTime();
    }),
  );
  return new Date(Math.min(...candidates.filter((at) => at > from.getTime())));
}

/** Errors that pass by themselves: the task is tried again soon, then less and less often. */
const passing: ReadonlySet<CollectError> = new Set<CollectError>([
  'unreachable',
  'timeout',
  'rate_limited',
  'vendor_error',
  'internal',
]);
/** Errors that only a person can end. More tries would lock the account at the vendor. */
const needsPerson: ReadonlySet<CollectError> = new Set<CollectError>(['setup', 'sign_in', 'password_expired', 'not_allowed']);

export const isPassing = (error: CollectError): boolean => passing.has(error);

const firstWaitMs = minuteMs;
const limitedWaitMs = 5 * minuteMs;
const longestWaitMs = 360 * minuteMs;

/**
 * When a task runs next after `failures` failed runs in a row: soon and then less and less often after an error that passes, as usual
 * after one in the file, and not by itself after one that a person must end (null).
 */
export function nextRunAfter(
  schedule: Schedule,
  failed: { readonly error: CollectError; readonly failures: number; readonly retryAfterSeconds?: number } | null,
  how: Circumstances,
): Date | null {
  const regular = nextRegularRun(schedule, how);
  if (regular === null || failed === null) return regular;
  if (needsPerson.has(failed.error)) return null;
  if (!passing.has(failed.error)) return regular;
  const first = failed.error === 'rate_limited' ? limitedWaitMs : firstWaitMs;
  const wait = Math.min(first * 2 ** Math.min(failed.failures - 1, 20), longestWaitMs);
  const asked = (failed.retryAfterSeconds ?? 0) * 1000;
  return new Date(how.from.getTime() + Math.max(wait, asked) + how.spread * Math.min(wait / 2, mostSpreadMs));
}
