/** A day of the proleptic Gregorian calendar. */
export type Day = { readonly year: number; readonly month: number; readonly day: number };

const MONTH_DAYS = [31, 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31] as const;

const isLeap = (year: number): boolean => (year % 4 === 0 && year % 100 !== 0) || year % 400 === 0;

/** Days in a month (1-12); 0 for an invalid month. */
export const daysIn = (year: number, month: number): number => (month === 2 && isLeap(year) ? 29 : (MONTH_DAYS[month - 1] ?? 0));

const two = (n: number): string => String(n).padStart(2, '0');

/** `yyyy-MM-dd`. */
export const isoDay = ({ year, month, day }: Day): string => `${String(year).padStart(4, '0')}-${two(month)}-${two(day)}`;

/** Days since 1970-01-01. Years are counted from March, so that the leap day comes last. */
export function epochDays({ year, month, day }: Day): number {
  const y = month <= 2 ? year - 1 : year;
  const era = Math.floor(y / 400);
  const yearOfEra = y - era * 400;
  const dayOfYear = Math.floor((153 * (month + (month > 2 ? -3 : 9)) + 2) / 5) + day - 1;
  return era * 146_097 + yearOfEra * 365 + Math.floor(yearOfEra / 4) - Math.floor(yearOfEra / 100) + dayOfYear - 719_468;
}

/** The inverse of `epochDays`. */
export function dayOfEpoch(days: number): Day {
  const z = days + 719_468;
  const era = Math.floor(z / 146_097);
  const dayOfEra = z - era * 146_097;
  const yearOfEra = Math.floor(
    (dayOfEra - Math.floor(dayOfEra / 1460) + Math.floor(dayOfEra / 36_524) - Math.floor(dayOfEra / 146_096)) / 365,
  );
  const dayOfYear = dayOfEra - (365 * yearOfEra + Math.floor(yearOfEra / 4) - Math.floor(yearOfEra / 100));
  const shifted = Math.floor((5 * dayOfYear + 2) / 153);
  const month = shifted < 10 ? shifted + 3 : shifted - 9;
  return {
    year: yearOfEra + era * 400 + (month <= 2 ? 1 : 0),
    month,
    day: dayOfYear - Math.floor((153 * shifted + 2) / 5) + 1,
  };
}

/** Parses `yyyy-MM-dd`. Undefined if the calendar has no such day. */
export function dayOfIso(text: string): Day | undefined {
  const found = /^(\d{4})-(\d{2})-(\d{2})$/.exec(text);
  if (!found) return undefined;
  const day = { year: Number(found[1]), month: Number(found[2]), day: Number(found[3]) };
  return day.day >= 1 && day.day <= daysIn(day.year, day.month) ? day : undefined;
}

/** The local date that many days later (or earlier). Undefined if `on` is not a valid `yyyy-MM-dd`. */
export function addDays(on: string, days: number): string | undefined {
  const day = dayOfIso(on);
  return day && isoDay(dayOfEpoch(epochDays(day) + days));
}
