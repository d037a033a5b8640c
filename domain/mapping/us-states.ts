// Two-letter postal code -> name, states, district and territories (USPS Publication 28, appendix B).
const NAMES: Readonly<Record<string, string>> = {
  AL: 'alabama',
  AK: 'alaska',
  AZ: 'arizona',
  AR: 'arkansas',
  CA: 'california',
  CO: 'colorado',
  CT: 'connecticut',
  DE: 'delaware',
  DC: 'district of columbia',
  FL: 'florida',
  GA: 'georgia',
  HI: 'hawaii',
  ID: 'idaho',
  IL: 'illinois',
  IN: 'indiana',
  IA: 'iowa',
  KS: 'kansas',
  KY: 'kentucky',
  LA: 'louisiana',
  ME: 'maine',
  MD: 'maryland',
  MA: 'massachusetts',
  MI: 'michigan',
  MN: 'minnesota',
  MS: 'mississippi',
  MO: 'missouri',
  MT: 'montana',
  NE: 'nebraska',
  NV: 'nevada',
  NH: 'new hampshire',
  NJ: 'new jersey',
  NM: 'new mexico',
  NY: 'new york',
  NC: 'north carolina',
  ND: 'north dakota',
  OH: 'ohio',
  OK: 'oklahoma',
  OR: 'oregon',
  PA: 'pennsylvania',
  RI: 'rhode island',
  SC: 'south carolina',
  SD: 'south dakota',
  TN: 'tennessee',
  TX: 'texas',
  UT: 'utah',
  VT: 'vermont',
  VA: 'virginia',
  WA: 'washington',
  WV: 'west virginia',
  WI: 'wisconsin',
  WY: 'wyoming',
  PR: 'puerto rico',
  GU: 'guam',
  VI: 'virgin islands',
  AS: 'american samoa',
  MP: 'northern mariana islands',
};

const CODES: ReadonlyMap<string, string> = new Map(Object.entries(NAMES).map(([code, name]) => [name, code]));

/** Postal code of a state written as code or name ("tx", "Texas" -> "TX"); '' when it is neither. */
export function stateCode(text: string | undefined): string {
  const trimmed = (text ?? '').trim();
  const upper = trimmed.toUpperCase();
  if (NAMES[upper]) return upper;
  return CODES.get(trimmed.toLowerCase().replace(/\s+/g, ' ')) ?? '';
}

/** Lower-case words of a state's name, [] for an unknown code. */
export const stateWords = (code: string): readonly string[] => WORDS[code] ?? [];

const WORDS: Readonly<Record<string, readonly string[]>> = Object.fromEntries(
  Object.entries(NAMES).map(([code, name]) => [code, name.split(' ')]),
);
