import { dayOfEpoch, dayOfIso, epochDays, isoDay } from './calendar.ts';

/** Names of the days of the week, Sunday first. */
const weekdays = ['Sunday', 'Monday', 'Tuesday', 'Wednesday', 'Thursday', 'Friday', 'Saturday'] as const;
export type Weekday = (typeof weekdays)[number];

/** 1970-01-01 was a Thursday. */
const indexOf = (days: number): number => (((days + 4) % 7) + 7) % 7;

/** The weekday of a `yyyy-MM-dd`. Undefined if it is not a valid date. */
export function weekdayOf(on: string): Weekday | undefined {
  const day = dayOfIso(on);
  return day && weekdays[indexOf(epochDays(day))];
}

/** The weekday that a word names, in full or by its first three letters, in any letter case. */
export function weekdayNamed(word: string): Weekday | undefined {
  const lower = word.trim().toLowerCase();
  return weekdays.find((name) => name.toLowerCase() === lower || name.slice(0, 3).toLowerCase() === lower);
}

/** The first such weekday on or after a `yyyy-MM-dd`. Undefined if that is not a valid date. */
export function weekdayFrom(on: string, weekday: Weekday): string | undefined {
  const day = dayOfIso(on);
  if (!day) return undefined;
  const from = epochDays(day);
  return isoDay(dayOfEpoch(from + ((weekdays.indexOf(weekday) - indexOf(from) + 7) % 7)));
}
