import { type Absent, absent, type Refused, refuse, saysNothing, tidy } from './value-problem.ts';

export type RateUnit = 'hour' | 'shift' | 'day' | 'week' | 'month' | 'year' | 'percent';

/** An amount of money. `upTo` is the other end of a range; `unit` and `currency` are set if given. */
export type ParsedRate =
  | {
      readonly kind: 'rate';
      readonly amount: number;
      readonly upTo?: number;
      readonly unit?: RateUnit;
      readonly currency?: string;
    }
  | Absent
  | Refused;

const REMEDY = 'Ask the vendor for an amount such as 78.50, or map another column to this field.';
const HIGHEST = 10_000_000;

const UNITS: readonly (readonly [RateUnit, RegExp])[] = [
  ['percent', /%|\bpercent\b/],
  ['hour', /(?:\/|\bper\b|\ban?\b|p\.?)\s*h(?:r|rs|our)?\b|\bhourly\b|\b\d\s*(?:hr|hour)\b|^\s*h(?:r|our)?\b/],
  ['shift', /(?:\/|\bper\b)\s*shift\b/],
  ['day', /(?:\/|\bper\b|\ba\b)\s*day\b|\bdaily\b/],
  ['week', /(?:\/|\bper\b|\ba\b)\s*w(?:k|eek)?\b|\bweekly\b/],
  ['month', /(?:\/|\bper\b|\ba\b)\s*mo(?:nth)?\b|\bmonthly\b/],
  ['year', /(?:\/|\bper\b|\ba\b)\s*(?:yr|year|annum)\b|\b(?:yearly|annually|annual)\b/],
];
const CURRENCIES: readonly (readonly [string, RegExp])[] = [
  ['CAD', /\bcad\b|c\$|ca\$/],
  ['AUD', /\baud\b|a\$/],
  ['USD', /\busd\b|us\$/],
  ['GBP', /£|\bgbp\b/],
  ['EUR', /€|\beur\b/],
];

const AMOUNT = String.raw`(\d[\d.,']*)\s*(k\b)?`;
const SIGN = String.raw`(?:(?:us|ca|c|a)?[$£€]|\b(?:usd|cad|aud|gbp|eur)\b|\s)*`;
const WHOLE = new RegExp(String.raw`^(?:from|up to|starting at|approx\.?|about|~)?${SIGN}${AMOUNT}(.*)$`, 's');
const SECOND = new RegExp(String.raw`^[^\d(]{0,20}?(?:-|–|—|\bto\b)${SIGN}${AMOUNT}`, 's');

/**
 * Parses a vendor's rate, fee or stipend: `$78.50/hr`, `1,234.00`, `130 (All Inclusive Rate)`, `$70 - $80`. A negative amount is
 * refused.
 */
export function parseRate(text: string, field = 'rate'): ParsedRate {
  const line = tidy(text, 200).toLowerCase();
  if (saysNothing(line) || /^(?:negotiable|doe|see (?:notes?|description)|market(?: rate)?|varies|competitive)\b/.test(line))
    return absent;
  if (/^\(?\s*(?:us|ca)?[$£€]?\s*[-−–]\s*[$£€]?\s*[\d.]/.test(line) || /^\([$£€]?[\d.,]+\)$/.test(line)) {
    return refuse(field, text, 'An amount cannot be negative.', REMEDY);
  }
  const found = WHOLE.exec(line);
  const rest = found?.[3] ?? '';
  const amount = found ? amountOf(found[1], found[2]) : undefined;
  if (amount === undefined || /^\s*[x×*+=]|^e[+-]?\d|^[a-z]\d/.test(rest)) return refuse(field, text, problemOf(rest), REMEDY);
  const second = SECOND.exec(rest);
  const upTo = second ? amountOf(second[1], second[2]) : undefined;
  if (amount > HIGHEST || (upTo ?? 0) > HIGHEST) return refuse(field, text, 'The amount is too large to be true.', REMEDY);
  if (upTo !== undefined && upTo < amount) return refuse(field, text, 'The range ends below its start.', REMEDY);
  const unit = UNITS.find(([, pattern]) => pattern.test(rest))?.[0];
  const currency = CURRENCIES.find(([, pattern]) => pattern.test(line))?.[0];
  return { kind: 'rate', amount, ...(upTo !== undefined && { upTo }), ...(unit && { unit }), ...(currency && { currency }) };
}

const problemOf = (rest: string): string =>
  /^\s*[x×*]/.test(rest) ? 'This is a multiple of another rate, not an amount.' : 'This is not an amount of money.';

/** `1,234.00`, `1.234,00` and `78,50`: the last separator is the decimal one, unless exactly three digits follow a comma. */
function amountOf(digits = '', thousands?: string): number | undefined {
  const text = digits.replaceAll("'", '').replace(/[.,]+$/, '');
  const european = /^\d{1,3}(?:\.\d{3})+,\d{1,2}$/.test(text) || /^\d+,\d{1,2}$/.test(text);
  const plain = european ? text.replaceAll('.', '').replace(',', '.') : text.replaceAll(/,(?=\d{3})/g, '');
  if (!/^\d+(?:\.\d+)?$/.test(plain)) return undefined;
  const amount = Number(plain) * (thousands ? 1000 : 1);
  return Number.isFinite(amount) ? amount : undefined;
}
