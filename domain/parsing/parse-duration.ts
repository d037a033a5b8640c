import { type Absent, absent, type Refused, refuse, saysNothing, tidy } from './value-problem.ts';

export type ParsedDuration = { readonly kind: 'duration'; readonly days: number } | Absent | Refused;

const DAYS: Record<string, number> = { d: 1, w: 7, m: 365.25 / 12, y: 365 };
const LONGEST_DAYS = 10 * 366;
const REMEDY = 'Ask the vendor for a length such as "13 weeks", or map another column to this field.';
const UNIT = String.raw`(d(?:ays?)?|w(?:ks?|eeks?)?|mon?(?:s|ths?)?|y(?:rs?|ears?)?)\b`;
const LENGTH = new RegExp(String.raw`^(?:approx\.?|about|~)?\s*(\d+(?:\.\d+)?)\s*(?:-|\+)?\s*(?:${UNIT})?(.*)$`, 's');

/**
 * Parses the length of an assignment to whole days: `13 weeks`, `90 days`, `3 months`. A number without a unit counts in `unit`.
 * Two lengths (`8-13 weeks`) are refused, because the end date needs one.
 */
export function parseDuration(text: string, unit: 'days' | 'weeks', field = 'durationDays'): ParsedDuration {
  const line = tidy(text, 200).toLowerCase();
  if (saysNothing(line) || /^(?:perm(?:anent)?|ongoing|open(?:[- ]ended)?|indefinite|long[- ]term|0+(?:\.0+)?)\b/.test(line))
    return absent;
  if (/^[-−]\s*\d/.test(line)) return refuse(field, text, 'A duration cannot be negative.', REMEDY);
  const found = LENGTH.exec(line);
  const rest = found?.[3] ?? '';
  if (!found || /^[a-z\d.]/.test(rest)) return refuse(field, text, 'This is not a length of time.', REMEDY);
  if (/^\s*(?:-|–|—|to\b|or\b)?\s*\d+\s*(?:-|\s)*(?:d|w|m|y)/.test(rest))
    return refuse(field, text, 'Two lengths are stated.', REMEDY);
  const days = Math.round(Number(found[1]) * (DAYS[(found[2] ?? unit).charAt(0)] ?? 1));
  return days > 0 && days <= LONGEST_DAYS
    ? { kind: 'duration', days }
    : refuse(field, text, 'An assignment lasts from one day to ten years.', REMEDY);
}
