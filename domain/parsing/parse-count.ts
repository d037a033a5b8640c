import { type Absent, absent, type Refused, refuse, saysNothing, tidy } from './value-problem.ts';

export type ParsedCount = { readonly kind: 'count'; readonly count: number } | Absent | Refused;

/** Parses a small whole number such as open positions or shifts per week: `3`, `3.0`, `2 openings`. */
export function parseCount(text: string, most: number, field = 'count'): ParsedCount {
  const line = tidy(text, 100).toLowerCase();
  if (saysNothing(line)) return absent;
  const found = /^(\d{1,9})(?:\.0+)?(?:\s*(?:[x×]|openings?|positions?|shifts?|days?|nurses?)\b.*)?$/.exec(line);
  const count = Number(found?.[1]);
  if (found && count <= most) return { kind: 'count', count };
  const problem = found ? `More than ${most} is not plausible.` : 'This is not a whole number.';
  return refuse(field, text, problem, 'Ask the vendor for a whole number, or map another column to this field.');
}
