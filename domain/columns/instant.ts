import { dayNumberOf, dayText } from '#domain/query/day-number.ts';

const dayMs = 86_400_000;

/**
 * Milliseconds since 1970 of an instant in the format of `Date.prototype.toISOString` (`2026-11-21T08:30:00.000Z`, years 0 to
 * 9999), from which the exact text can be restored. NaN for every other text.
 */
export function instantOf(text: string): number {
  if (text.length !== 24 || text[10] !== 'T' || text[23] !== 'Z') return Number.NaN;
  if (text[4] !== '-' || text[7] !== '-' || text[13] !== ':' || text[16] !== ':' || text[19] !== '.') return Number.NaN;
  const day = dayNumberOf(digits(text, 0, 4), digits(text, 5, 7), digits(text, 8, 10));
  const [hour, minute, second] = [digits(text, 11, 13), digits(text, 14, 16), digits(text, 17, 19)];
  if (day === null || !(hour < 24) || !(minute < 60) || !(second < 60)) return Number.NaN;
  return day * dayMs + ((hour * 60 + minute) * 60 + second) * 1000 + digits(text, 20, 23);
}

const isoForm = /^(\d{4}-\d\d-\d\d)(?:T(\d\d):(\d\d)(?::(\d\d)(?:\.(\d+))?)?(?:Z|([+-])(\d\d):(\d\d))?)?$/;

/**
 * Milliseconds since 1970 of an ISO text: an instant in any of the usual forms, UTC unless it names an offset, or a day, which is its
 * first instant in UTC. NaN for every other text.
 */
export function instantMs(text: string): number {
  const exact = instantOf(text);
  if (!Number.isNaN(exact)) return exact;
  const [, on = '', hour = '0', minute = '0', second = '0', fraction = '', sign, hours = '0', minutes = '0'] =
    isoForm.exec(text) ?? [];
  const day = on === '' ? null : dayNumberOf(digits(on, 0, 4), digits(on, 5, 7), digits(on, 8, 10));
  if (day === null || Number(hour) > 23 || Number(minute) > 59 || Number(second) > 59) return Number.NaN;
  const offset = (sign === '-' ? -1 : 1) * (Number(hours) * 60 + Number(minutes));
  const ofDay = (Number(hour) * 60 + Number(minute) - offset) * 60_000 + Number(second) * 1000;
  return day * dayMs + ofDay + Number(fraction.padEnd(3, '0').slice(0, 3));
}

/** The text of such an instant. */
export function instantText(milliseconds: number): string {
  const day = Math.floor(milliseconds / dayMs);
  const ofDay = milliseconds - day * dayMs;
  const padded = (unit: number, units: number, width: number) => String(Math.floor(ofDay / unit) % units).padStart(width, '0');
  const time = `${padded(3_600_000, 24, 2)}:${padded(60_000, 60, 2)}:${padded(1000, 60, 2)}.${padded(1, 1000, 3)}`;
  return `${dayText(day)}T${time}Z`;
}

/** The number that the digits of a text form. NaN if one is not a digit. */
function digits(text: string, from: number, to: number): number {
  let number = 0;
  for (let at = from; at < to; at++) {
    const digit = text.charCodeAt(at) - 48;
    if (digit < 0 || digit > 9) return Number.NaN;
    number = number * 10 + digit;
  }
  return number;
}
