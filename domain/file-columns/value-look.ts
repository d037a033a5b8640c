import { parsePlace, parseState } from '../parsing/parse-place.ts';
import { parseShift } from '../parsing/parse-shift.ts';
import { tidy } from '../parsing/value-problem.ts';

/** What the values of a column look like, by their form alone. */
export type ValueLook =
  | 'empty'
  | 'yesNo'
  | 'link'
  | 'email'
  | 'phone'
  | 'date'
  | 'time'
  | 'state'
  | 'place'
  | 'zip'
  | 'shift'
  | 'degree'
  | 'money'
  | 'coordinate'
  | 'number'
  | 'id'
  | 'longText'
  | 'text';

const number = /^-?\$?\d[\d,]*(?:\.\d+)?$/;
const tests: readonly (readonly [ValueLook, (text: string) => boolean])[] = [
  ['yesNo', (text) => /^(?:true|false|yes|no|y|n)$/i.test(text)],
  ['link', (text) => /^https?:\/\/\S+$/i.test(text)],
  ['email', (text) => /^[^\s@]+@[^\s@]+\.[^\s@]+$/.test(text)],
  [
    'date',
    (text) => /^(?:\d{1,2}[/-]\d{1,2}[/-]\d{2,4}|\d{4}-\d{2}-\d{2}(?:[T ].*)?|[a-z]{3,9}\.? \d{1,2},? \d{4})$/i.test(text),
  ],
  ['time', (text) => /^\d{1,2}:\d{2}(?::\d{2})?\s*(?:[ap]\.?m\.?)?$/i.test(text)],
  ['phone', (text) => /^\+?1?[\s.-]?\(?\d{3}\)?[\s.-]\d{3}[\s.-]\d{4}$/.test(text)],
  ['state', (text) => /^[A-Z]{2}$/.test(text) && parseState(text).kind === 'state'],
  ['place', isPlace],
  ['shift', isShift],
  ['degree', (text) => /^(?:RN|LPN|LVN|CNA|NP|PA|PT|PTA|OT|COTA|SLP|RRT|CRT|CST|MA|RRT-NICU)$/.test(text)],
  ['money', (text) => /^(?:\$\s?[\d,]+(?:\.\d+)?(?:\s*\/\s*\w+)?|\d+\.\d{2})$/.test(text)],
  ['coordinate', (text) => /^-?\d{1,3}\.\d{4,}$/.test(text)],
  ['zip', (text) => /^\d{5}(?:-\d{4})?$/.test(text)],
  ['number', (text) => number.test(text)],
  ['id', (text) => /^(?=\S*\d)[\w.:/-]{4,64}$/.test(text)],
  ['longText', (text) => text.length > 120],
];

function isPlace(text: string): boolean {
  if (!/,\s*[A-Za-z .]{2,}$|,\s*[A-Z]{2},?\s+\d{5}/.test(text)) return false;
  const place = parsePlace(text);
  return place.kind === 'place' && place.city !== undefined && place.state !== undefined;
}

function isShift(text: string): boolean {
  if (text.length > 40) return false;
  if (/^(?:days?|nights?|evenings?|mids?|rotating|\d\s*x\s*\d+.*)$/i.test(text)) return true;
  return /\d:\d|\d\s*[ap]\.?m\b/i.test(text) && parseShift(text).start !== undefined;
}

/** Share of the values that must look alike. */
const most = 0.8;

/** What most of a column's values look like. Values are trimmed; blank ones are left out by the caller. */
export function lookOf(values: readonly string[]): ValueLook {
  if (values.length === 0) return 'empty';
  const found = tests.find(([, test]) => values.filter(test).length >= values.length * most);
  if (found) return found[0];
  // Decimals of pay such as 66.7368 stand beside 72.54, so neither form alone has most of the values.
  return values.every((text) => number.test(text)) ? 'number' : 'text';
}

/** A number of the forms `66.7368`, `$2,669.47`; undefined for any other text. */
export function numberOf(text: string): number | undefined {
  return number.test(text) ? Number(text.replaceAll(/[$,]/g, '')) : undefined;
}

const seeming: Readonly<Record<ValueLook, string>> = {
  empty: 'always empty',
  yesNo: 'yes or no',
  link: 'web addresses',
  email: 'email addresses',
  phone: 'phone numbers',
  date: 'dates',
  time: 'times of day',
  state: 'state codes',
  place: 'cities with states',
  zip: 'zip codes',
  shift: 'shifts',
  degree: 'degrees',
  money: 'amounts of money',
  coordinate: 'map coordinates',
  number: 'numbers',
  id: 'IDs',
  longText: 'long texts',
  text: 'texts',
};

const payWords = new Set(['salary', 'pay', 'wage', 'gross', 'compensation', 'earnings', 'bonus', 'stipend']);
const numeric: ReadonlySet<ValueLook> = new Set(['number', 'money', 'coordinate', 'zip']);

/**
 * What a column seems to hold, in words: "dates", "pay", or `always "TRUE"` for a column with one value. `words` are those of its
 * header, which tell pay from other numbers.
 */
export function seemsOf(words: readonly string[], values: readonly string[], look: ValueLook): string {
  const distinct = new Set(values);
  const [only = ''] = distinct;
  if (distinct.size === 1 && values.length > 1) return only.length > 60 ? 'always the same text' : `always “${tidy(only, 60)}”`;
  if (numeric.has(look) && words.some((word) => payWords.has(word))) return 'pay';
  if (numeric.has(look) && words.at(-1) === 'id') return seeming.id;
  if (look === 'text' && distinct.size <= 5 && values.length >= 20) return `${distinct.size} different texts`;
  return seeming[look];
}
