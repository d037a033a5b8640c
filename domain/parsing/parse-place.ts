import { stateCode } from './states.ts';
import { type Absent, absent, type Refused, refuse, saysNothing, tidy } from './value-problem.ts';

/** The parts of a place that were given. `state` is a two-letter code, `address` the street. */
export type Place = {
  readonly kind: 'place';
  readonly address?: string;
  readonly city?: string;
  readonly state?: string;
  readonly zip?: string;
  readonly country?: string;
};

const COUNTRIES = new Map([
  ['united states', 'US'],
  ['united states of america', 'US'],
  ['usa', 'US'],
  ['us', 'US'],
  ['u.s.', 'US'],
  ['u.s.a.', 'US'],
  ['canada', 'CA'],
  ['united kingdom', 'GB'],
  ['uk', 'GB'],
]);
const ZIP_AT_END = /[\s,]*\b(\d{5}(?:-\d{4})?|[a-z]\d[a-z]\s?\d[a-z]\d)$/i;

/** Parses one line with city, state, zip and country in any usual order: `Lakeway, Texas, 78738`, `Aurora, CO, United States`. */
export function parsePlace(text: string): Place | Absent {
  let line = tidy(text, 300);
  if (saysNothing(line)) return absent;
  const parts: { address?: string; city?: string; state?: string; zip?: string; country?: string } = {};
  const country = COUNTRIES.get(lastPart(line).toLowerCase());
  if (country) {
    parts.country = country;
    line = withoutLast(line);
  }
  const zip = ZIP_AT_END.exec(line);
  if (zip?.[1]) {
    parts.zip = zip[1].toUpperCase();
    line = line.slice(0, zip.index);
  }
  Object.assign(parts, cityAndState(line));
  return { kind: 'place', ...parts };
}

const lastPart = (line: string): string => line.slice(line.lastIndexOf(',') + 1).trim();
const withoutLast = (line: string): string => line.slice(0, Math.max(line.lastIndexOf(','), 0)).trim();

function cityAndState(line: string): { address?: string; city?: string; state?: string } {
  const state = line.includes(',') ? stateCode(lastPart(line)) : undefined;
  if (state) return { ...streetAndCity(withoutLast(line)), state };
  const alone = stateCode(line);
  if (alone) return { state: alone };
  // "Lakeway TX" without a comma.
  const spaced = /^(.*\S)\s+([A-Z]{2})$/.exec(line);
  const code = spaced?.[2] && stateCode(spaced[2]);
  return code ? { ...streetAndCity(spaced?.[1] ?? ''), state: code } : streetAndCity(line);
}

function streetAndCity(line: string): { address?: string; city?: string } {
  const comma = line.lastIndexOf(',');
  const city = line.slice(comma + 1).trim();
  const address = comma > 0 ? line.slice(0, comma).trim() : '';
  return { ...(address && { address }), ...(city && { city }) };
}

/** Parses a state's code or name to its code. */
export function parseState(text: string, field = 'state'): { readonly kind: 'state'; readonly code: string } | Absent | Refused {
  if (saysNothing(tidy(text, 60))) return absent;
  const code = stateCode(tidy(text, 60).replace(/^us-/i, ''));
  if (code) return { kind: 'state', code };
  return refuse(
    field,
    text,
    'This is no US state or Canadian province.',
    'Use a code such as TX, or map another column to the state.',
  );
}

/** Parses a postal code. Restores leading zeros that spreadsheets remove (`2101` is 02101). */
export function parseZip(text: string, field = 'zip'): { readonly kind: 'zip'; readonly zip: string } | Absent | Refused {
  const line = tidy(text, 40).toUpperCase();
  if (saysNothing(line)) return absent;
  const us = /^(\d{3,5})(?:\.0)?(?:-?(\d{4}))?$/.exec(line.replace(/^(\d{5})(\d{4})$/, '$1-$2'));
  if (us?.[1]) return { kind: 'zip', zip: us[1].padStart(5, '0') + (us[2] ? `-${us[2]}` : '') };
  if (/^[A-Z]\d[A-Z]\s?\d[A-Z]\d$/.test(line)) return { kind: 'zip', zip: line };
  return refuse(field, text, 'This is no US or Canadian postal code.', 'Use five digits, or map another column to the zip.');
}
