import { type Absent, absent, type Refused, refuse, saysNothing, tidy } from './value-problem.ts';

export type ParsedHours = { readonly kind: 'hours'; readonly hours: number } | Absent | Refused;

const HOURS = /^(\d+(?:\.\d+)?|\.\d+)\s*(?:-\s*)?(?:(?:h|hrs?|hours?)\b)?(.*)$/s;

/** Parses a number of hours (`36`, `36.0`, `40 hrs/wk`, `12 hours (3 shifts)`) of at most `most`: 24 per shift, 168 per week. */
export function parseHours(text: string, most: 24 | 168, field = 'hours'): ParsedHours {
  const line = tidy(text, 200).toLowerCase();
  if (saysNothing(line)) return absent;
  const remedy = `Ask the vendor for a number of hours up to ${most}, or map another column to this field.`;
  const found = HOURS.exec(line);
  const rest = found?.[2] ?? '';
  if (!found || /^[\da-z.,:]/.test(rest)) return refuse(field, text, 'This is not a number of hours.', remedy);
  if (/^\s*(?:-|–|—|to\b|or\b)\s*\d/.test(rest)) return refuse(field, text, 'Two numbers of hours are stated.', remedy);
  const hours = Number(found[1]);
  return hours <= most ? { kind: 'hours', hours } : refuse(field, text, `There are no more than ${most} hours.`, remedy);
}
