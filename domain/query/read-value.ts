import { COMPARISONS, type DateValue, type Span } from './chip.ts';
import { dayNumberOf, dayText } from './day-number.ts';

const NUMBER = /^[+-]?(\d+\.?\d*|\.\d+)(e[+-]?\d+)?$/i;

/** Month names as people write them, January first; the first three letters are enough. */
const MONTHS = [
  'january',
  'february',
  'march',
  'april',
  'may',
  'june',
  'july',
  'august',
  'september',
  'october',
  'november',
  'december',
];

/** First place at or after `from` where `stop` matches outside quotes, or the end of the text. */
export function partEnd(text: string, from: number, stop: RegExp): number {
  let quoted = false;
  for (let at = from; at < text.length; at++) {
    const c = text.charAt(at);
    if (quoted && c === '\\') at++;
    else if (c === '"') quoted = !quoted;
    else if (!quoted && stop.test(c)) return at;
  }
  return text.length;
}

/** Splits at commas outside quotes and removes the quotes. A comma just typed at the end adds nothing. */
export function listOf(value: string): string[] {
  const parts: string[] = [];
  let at = 0;
  while (at < value.length) {
    const to = partEnd(value, at, /,/);
    parts.push(unquoted(value.slice(at, to)));
    at = to + 1;
  }
  return parts;
}

/** The text without its quotes and the backslashes inside them. */
export function unquoted(raw: string): string {
  let text = '';
  let quoted = false;
  for (let at = 0; at < raw.length; at++) {
    const c = raw.charAt(at);
    if (quoted && c === '\\' && at + 1 < raw.length) text += raw.charAt(++at);
    else if (c === '"') quoted = !quoted;
    else text += c;
  }
  return text;
}

/** Reads a comparison (`<80`), a range (`60..80`) or a value with `read`. Null if it is none. */
export function readSpan<T>(text: string, read: (text: string) => T | null): Span<T> | null {
  const dots = text.indexOf('..');
  if (dots >= 0) {
    const [left, right] = [text.slice(0, dots), text.slice(dots + 2)];
    const [from, to] = [read(left), read(right)];
    const unreadable = (from === null && left !== '') || (to === null && right !== '');
    return unreadable || (from === null && to === null) ? null : { op: '..', from, to };
  }
  const op = COMPARISONS.find((sign) => text.startsWith(sign));
  const value = read(text.slice(op?.length ?? 0));
  return value === null ? null : { op: op ?? '=', value };
}

/** A number, or null if the text is none. */
export function readNumber(text: string): number | null {
  const value = NUMBER.test(text) ? Number(text) + 0 : Number.NaN; // + 0 turns -0 into 0
  return Number.isFinite(value) ? value : null;
}

/**
 * A date as a query writes it: `today`, `tomorrow`, `7d`, `+2w`, `+1month`, `next month`, `this week`, `dec`, `dec-15`,
 * `2026-12-01`, `12/1/2026` or `12/1`. Null if it is none, also for a day that the calendar lacks.
 */
export function readDate(text: string): DateValue | null {
  const written = text.toLowerCase();
  if (written === 'today') return { kind: 'ahead', days: 0 };
  if (written === 'tomorrow') return { kind: 'ahead', days: 1 };
  const relative = /^(\+?)(\d{1,5})([dw])$/.exec(written);
  if (relative) {
    const days = Number(relative[2]) * (relative[3] === 'w' ? 7 : 1);
    return { kind: relative[1] === '+' ? 'ahead' : 'age', days };
  }
  return readPeriod(written) ?? readDay(written);
}

function readPeriod(written: string): DateValue | null {
  const spoken = /^(this|next)[ -](month|week)$/.exec(written);
  if (spoken) return { kind: spoken[2] === 'week' ? 'week' : 'month', ahead: spoken[1] === 'next' ? 1 : 0 };
  const counted = /^\+(\d{1,3})(month|week)$/.exec(written);
  if (counted) return { kind: counted[2] === 'week' ? 'week' : 'month', ahead: Number(counted[1]) };
  const named = /^([a-z]{3,9})(?:[ -](\d{1,2})(?:st|nd|rd|th)?)?$/.exec(written);
  const month = monthNamed(named?.[1] ?? '');
  return month === null ? null : yearly(month, named?.[2]);
}

/** 1 to 12 for a month's name or its first three letters (`sept` too), or null. */
export function monthNamed(word: string): number | null {
  const at = MONTHS.findIndex((name) => name === word || name.slice(0, 3) === word || (name === 'september' && word === 'sept'));
  return at < 0 ? null : at + 1;
}

/** The three letters that a query writes for a month, 1 to 12. */
export const monthWord = (month: number): string => (MONTHS[month - 1] ?? '').slice(0, 3);

/** A month's name with a capital, 1 to 12. */
export const monthName = (month: number): string => (MONTHS[month - 1] ?? '').replace(/^./, (letter) => letter.toUpperCase());

function yearly(month: number, day: string | undefined): DateValue | null {
  if (day === undefined) return { kind: 'yearly', month, day: null };
  // A leap year, so that February 29 can be written.
  return dayNumberOf(2024, month, Number(day)) === null ? null : { kind: 'yearly', month, day: Number(day) };
}

function readDay(written: string): DateValue | null {
  const iso = /^(\d{4})-(\d{1,2})-(\d{1,2})$/.exec(written);
  if (iso) return dayOn(iso[1], iso[2], iso[3]);
  const american = /^(\d{1,2})\/(\d{1,2})(?:\/(\d{4}))?$/.exec(written);
  if (!american) return null;
  return american[3] === undefined ? yearly(Number(american[1]), american[2]) : dayOn(american[3], american[1], american[2]);
}

function dayOn(year: string | undefined, month: string | undefined, day: string | undefined): DateValue | null {
  const number = dayNumberOf(Number(year), Number(month), Number(day));
  return number === null ? null : { kind: 'on', day: dayText(number) };
}
