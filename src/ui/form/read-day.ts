import { addDays, addMonths, addWeeks, format, isValid, parse } from 'date-fns';

/** Accepted spellings of a day, tried in this order. A missing year is the current one. */
const patterns = ['yyyy-MM-dd', 'M/d/yyyy', 'M/d/yy', 'M/d', 'M-d-yyyy', 'MMM d yyyy', 'MMM d'];
const shift = { d: addDays, w: addWeeks, m: addMonths };

/**
 * Reads a typed day: `6/14`, `6/14/2027`, `Jun 14`, `today`, `tomorrow`, `+2w`, `-3d`, `+1m`, or the user's own pattern.
 * Returns `yyyy-MM-dd`, or null if it is not a day. `today` is the user's local date, `yyyy-MM-dd`.
 */
export function readDay(typed: string, today: string, own: string): string | null {
  const text = typed.trim().replaceAll(',', ' ').replaceAll(/\s+/g, ' ');
  const base = new Date(`${today}T00:00:00`);
  const word = text.toLowerCase();
  if (word === 'today') return today;
  if (word === 'tomorrow') return iso(addDays(base, 1));
  if (word === 'yesterday') return iso(addDays(base, -1));
  const step = /^([+-]\d{1,3})\s?([dwm])$/.exec(word);
  const unit = step?.[2];
  if (step && (unit === 'd' || unit === 'w' || unit === 'm')) return iso(shift[unit](base, Number(step[1])));
  for (const pattern of [own, ...patterns]) {
    const day = parse(text, pattern, base);
    // A year of one or two digits under a four-digit pattern is a typo, not the first century.
    if (isValid(day) && day.getFullYear() >= 1900) return iso(day);
  }
  return null;
}

const iso = (day: Date): string => format(day, 'yyyy-MM-dd');
