import { dayOfEpoch, dayOfIso, daysIn, epochDays, isoDay } from '#domain/parsing/calendar.ts';

/** Days of a billing period, `yyyy-MM-dd`: from `fromOn` to before `untilOn`. */
export type Period = { readonly fromOn: string; readonly untilOn: string };

/** The number of a calendar day since 1970. Throws for a text that is no day, which a caller must have refused. */
function dayCount(day: string): number {
  const parts = dayOfIso(day);
  if (!parts) throw new Error(`not a day: ${day}`);
  return epochDays(parts);
}

/** Days from one day to another, negative if the second is earlier. */
export const daysBetween = (from: string, until: string): number => dayCount(until) - dayCount(from);

/** The day so many days later. */
export const daysAfter = (day: string, days: number): string => isoDay(dayOfEpoch(dayCount(day) + days));

/** The same day of the month so many months later, or the last day of that month: 31 January and a month is 28 or 29 February. */
export function monthsAfter(day: string, months: number): string {
  const parts = dayOfIso(day);
  if (!parts) throw new Error(`not a day: ${day}`);
  const since = parts.year * 12 + parts.month - 1 + months;
  const year = Math.floor(since / 12);
  const month = since - year * 12 + 1;
  return isoDay({ year, month, day: Math.min(parts.day, daysIn(year, month)) });
}

/**
 * The billing period number `index` of a customer whose billing starts on `startOn`. Each is counted from the start, so that a short
 * February does not move the days of the months after it. The periods of a customer leave no day out and share none.
 */
export const periodAt = (startOn: string, index: number): Period => ({
  fromOn: monthsAfter(startOn, index),
  untilOn: monthsAfter(startOn, index + 1),
});

/** The period that contains a day. A day before the start is in the first one. */
export function periodOf(startOn: string, day: string): Period {
  let index = 0;
  while (periodAt(startOn, index).untilOn <= day) index += 1;
  return periodAt(startOn, index);
}

/** The periods that are over on `today` and begin on `after` or later, oldest first, at most `most`. */
export function endedPeriods(startOn: string, after: string, today: string, most: number): Period[] {
  const ended: Period[] = [];
  for (let index = 0; ended.length < most; index += 1) {
    const period = periodAt(startOn, index);
    if (period.untilOn > today) break;
    if (period.fromOn >= after) ended.push(period);
  }
  return ended;
}
