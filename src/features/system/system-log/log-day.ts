import { isDay } from '#src/ui/form/optional.ts';

/** A day (yyyy-MM-dd) as the documented call writes it: MM-DD-YYYY. */
export const documentedDay = (day: string): string => `${day.slice(5, 7)}-${day.slice(8, 10)}-${day.slice(0, 4)}`;

const dayMs = 86_400_000;

/** The day so many days after another one (yyyy-MM-dd); `day` itself if it is not a day. */
export const dayAfter = (day: string, days: number): string =>
  isDay(day) ? new Date(Date.parse(`${day}T00:00:00Z`) + days * dayMs).toISOString().slice(0, 10) : day;

/** The time of an instant in UTC, with its seconds: 07:05:09. */
export const timeInUtc = (at: string): string => new Date(at).toISOString().slice(11, 19);
