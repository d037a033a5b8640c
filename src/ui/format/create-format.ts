import { TZDate } from '@date-fns/tz';
import { format as formatDate } from 'date-fns';
import { blank, counted, defaultFormat, type FormatPreferences } from './format.ts';

const minute = 60_000;
const hour = 60 * minute;
const day = 24 * hour;

/**
 * Formats dates, times and numbers by the user's preferences. Local dates (`yyyy-MM-dd`) are never shifted by a zone;
 * instants appear in the user's zone. If the zone or a pattern is unreadable, all preferences fall back to the defaults.
 */
export function createFormat(wanted: FormatPreferences) {
  const preferences = readable(wanted) ? wanted : defaultFormat;
  const { timeZone, dateFormat, timeFormat } = preferences;
  const numbers = new Intl.NumberFormat('en-US');
  const inZone = (instant: string, pattern: string) => formatDate(new TZDate(instant, timeZone), pattern);
  const day_ = (local: string) => formatDate(new Date(`${local}T00:00:00`), dateFormat);
  return {
    preferences,
    /** A calendar day as it is in the job. */
    localDate: (local: string | null) => (local === null || !/^\d{4}-\d\d-\d\d$/.test(local) ? blank : day_(local)),
    date: (instant: string | null) => (instant === null ? blank : inZone(instant, dateFormat)),
    time: (instant: string | null) => (instant === null ? blank : inZone(instant, timeFormat)),
    /** Date, time and zone in full, for a hint. */
    stamp: (instant: string | null) =>
      instant === null ? blank : `${inZone(instant, `${dateFormat} ${timeFormat}`)} (${timeZone.replaceAll('_', ' ')})`,
    /** Relative for less than 24 hours, then the date. */
    ago: (instant: string | null, nowMs: number) => {
      if (instant === null) return blank;
      const ago = relative(nowMs - Date.parse(instant));
      return ago ?? inZone(instant, dateFormat);
    },
    number: (value: number | null) => (value === null ? blank : numbers.format(value)),
    money: (value: number | null, currency = 'USD') =>
      value === null ? blank : `${currency === 'USD' ? '' : `${currency} `}${money.format(value)}`,
    /** In days for less than seven days or if the user prefers days, else in weeks. */
    duration: (days: number | null) => {
      if (days === null) return blank;
      if (days < 7 || preferences.duration === 'days') return counted(days, 'day');
      return counted(Math.round((days / 7) * 10) / 10, 'week');
    },
  };
}
export type Format = ReturnType<typeof createFormat>;

const money = new Intl.NumberFormat('en-US', { minimumFractionDigits: 2, maximumFractionDigits: 2 });

function readable(preferences: FormatPreferences): boolean {
  try {
    formatDate(new TZDate(0, preferences.timeZone), `${preferences.dateFormat} ${preferences.timeFormat}`);
    new Intl.DateTimeFormat('en-US', { timeZone: preferences.timeZone });
    return true;
  } catch {
    return false;
  }
}

/** `null` from a day on, and for instants more than a minute in the future, which no clock difference explains. */
function relative(milliseconds: number): string | null {
  if (milliseconds < -minute || milliseconds >= day) return null;
  if (milliseconds < minute) return 'just now';
  if (milliseconds < hour) return `${Math.floor(milliseconds / minute)} min ago`;
  return `${counted(Math.floor(milliseconds / hour), 'hour')} ago`;
}
