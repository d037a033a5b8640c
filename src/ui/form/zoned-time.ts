import { TZDate } from '@date-fns/tz';
import { format } from 'date-fns';

/** A day and a time of day on a clock in one zone. */
export type ZonedTime = { readonly day: string; readonly time: string };

/** The day and time in a zone at an instant: `yyyy-MM-dd` and `HH:mm`. */
export function clockAt(instant: string, timeZone: string): ZonedTime {
  const there = new TZDate(instant, timeZone);
  return { day: format(there, 'yyyy-MM-dd'), time: format(there, 'HH:mm') };
}

/**
 * The instant of a day and time in a zone; null if they cannot be read. For the hour that repeats in the fall, it is the first
 * one. A time that does not exist in the spring becomes the one an hour later.
 */
export function instantAt({ day, time }: ZonedTime, timeZone: string): string | null {
  const [year, month, date] = day.split('-').map(Number);
  const [hour, minute] = time.split(':').map(Number);
  const parts = [year, month, date, hour, minute];
  if (parts.some((part) => part === undefined || Number.isNaN(part))) return null;
  const there = new TZDate(year ?? 0, (month ?? 1) - 1, date ?? 1, hour ?? 0, minute ?? 0, timeZone);
  return Number.isNaN(there.getTime()) ? null : new Date(there.getTime()).toISOString();
}

/** The short name of a zone at an instant: "EST", "GMT+1". */
export const zoneName = (instant: string, timeZone: string): string =>
  new Intl.DateTimeFormat('en-US', { timeZone, timeZoneName: 'short' })
    .formatToParts(new Date(instant))
    .find(({ type }) => type === 'timeZoneName')?.value ?? timeZone;
