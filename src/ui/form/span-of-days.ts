import { addDays, format, parseISO } from 'date-fns';
import { isDay } from './optional.ts';
import { instantAt } from './zoned-time.ts';

/**
 * The time from the start of day `from` to the end of day `to`, as instants. Days are `yyyy-MM-dd` in the time zone; an end whose
 * text is no day is left out.
 */
export function spanOfDays(from: string, to: string, timeZone: string): { readonly since?: string; readonly until?: string } {
  const startOf = (day: string) => instantAt({ day, time: '00:00' }, timeZone);
  const since = isDay(from) ? startOf(from) : null;
  const until = isDay(to) ? startOf(format(addDays(parseISO(to), 1), 'yyyy-MM-dd')) : null;
  return { ...(since !== null && { since }), ...(until !== null && { until }) };
}
