import type { SingleChip, Span } from './chip.ts';
import type { PlainPart } from './parsed-query.ts';
import type { PlainWords } from './query-schema.ts';

type Op = '<' | '<=' | '>' | '>=';
const COMPARED: readonly (readonly [op: Op, phrases: string])[] = [
  ['>', 'above|over|more than|greater than|higher than|paying over|paying above|paying more than|upwards of'],
  ['>=', 'at least|min|minimum|minimum of|no less than|not less than|not under|starting at'],
  ['<', 'below|under|less than|lower than|cheaper than'],
  ['<=', 'at most|max|maximum|maximum of|up to|no more than|not more than|not over'],
];
const OPS = new Map(COMPARED.flatMap(([op, phrases]) => phrases.split('|').map((phrase) => [phrase, op] as const)));
const UNITS: readonly (readonly [unit: Unit, phrases: string])[] = [
  [
    'money',
    'dollars an hour|dollars per hour|dollar an hour|dollars|dollar|bucks an hour|bucks|usd|per hour|an hour|/hr|/hour|/h|$|hourly|bill rate|rate',
  ],
  ['weekly', 'dollars a week|dollars per week|dollars weekly|a week|per week|weekly|/wk|/week'],
  [
    'hours',
    'hrs/wk|hrs/week|hours/week|hours/wk|hrs a week|hrs per week|hours a week|hours per week|hours weekly|hour shifts|hour shift|hr shifts|hr shift|hours|hour|hrs|hr|h',
  ],
  ['weeks', 'weeks|week|wks|wk|weeks contract|week contract|week assignment'],
];
type Unit = 'money' | 'weekly' | 'hours' | 'weeks';
const UNIT_OF = new Map(UNITS.flatMap(([unit, phrases]) => phrases.split('|').map((phrase) => [phrase, unit] as const)));

/** What a number is, written before it: "bill rate above 80". */
const NAMES = new Map<string, Unit>([
  ...'bill rate|rate|bill|hourly rate|hourly'.split('|').map((name) => [name, 'money'] as const),
  ...'weekly pay|weekly gross|gross|weekly|pay per week'.split('|').map((name) => [name, 'weekly'] as const),
]);

/** Every word that this file reads, so that a text search for one of them is written in quotes. */
export const numberWords: ReadonlySet<string> = new Set(
  [...OPS.keys(), ...UNIT_OF.keys(), ...NAMES.keys(), 'is', 'between', 'and', 'to', 'of'].flatMap((phrase) => phrase.split(' ')),
);

/** `>80`, "above 80 dollars", "$80+", "between 80 and 90", "36 hours", "13 weeks". Null when the words are no such thing. */
export function numberAt(words: readonly string[], plain: PlainWords): PlainPart | null {
  const named = phraseAt(words, NAMES);
  if (!named) return comparedAt(words, plain, null) ?? betweenAt(words, plain, null) ?? countAt(words, plain, null);
  const rest = words.slice(named.used + (words[named.used] === 'of' || words[named.used] === 'is' ? 1 : 0));
  const { value: unit } = named;
  const read = comparedAt(rest, plain, unit) ?? betweenAt(rest, plain, unit) ?? countAt(rest, plain, unit);
  return read && { ...read, used: words.length - rest.length + read.used };
}

function comparedAt(words: readonly string[], plain: PlainWords, unit: Unit | null): PlainPart | null {
  const first = words[0] ?? '';
  const signed = /^(<=|>=|<|>)(.*)$/.exec(first);
  const spoken = signed ? null : phraseAt(words, OPS);
  const op = (signed?.[1] as Op | undefined) ?? spoken?.value;
  if (op === undefined) return null;
  const start = signed ? (signed[2] === '' ? 1 : 0) : (spoken?.used ?? 0) + (words[spoken?.used ?? 0] === 'of' ? 1 : 0);
  // "min rate 80": the name of the number is between.
  const named = phraseAt(words.slice(start), NAMES);
  const from = start + (named?.used ?? 0);
  const amount = amountOf(signed && signed[2] !== '' ? (signed[2] ?? '') : (words[from] ?? ''));
  if (!amount) return { used: 1, problem: 'no-number', nearest: signed ? `${op}80` : '>80' };
  return unitChip(
    words,
    from + 1,
    { ...amount, unit: amount.unit ?? unit ?? named?.value ?? null },
    { op, value: amount.value },
    plain,
  );
}

function betweenAt(words: readonly string[], plain: PlainWords, unit: Unit | null): PlainPart | null {
  const at = words[0] === 'between' || words[0] === 'from' ? 1 : 0;
  const dashed = /^(\$?[\d.]+)-(\$?[\d.]+\S*)$/.exec(words[at] ?? '');
  const joined = words[at + 1] === 'to' || words[at + 1] === '-' || (at === 1 && words[at + 1] === 'and');
  if (!dashed && !joined) return null;
  const [left, right] = dashed
    ? [amountOf(dashed[1] ?? ''), amountOf(dashed[2] ?? '')]
    : [amountOf(words[at] ?? ''), amountOf(words[at + 2] ?? '')];
  if (!left || !right) return null;
  const next = dashed ? at + 1 : at + 3;
  const isMoney = at === 1 || left.unit === 'money' || unit !== null;
  const amount: Amount = {
    ...right,
    unit: right.unit ?? (isMoney && !phraseAt(words.slice(next), UNIT_OF) ? (unit ?? 'money') : null),
  };
  if (amount.unit === null && !phraseAt(words.slice(next), UNIT_OF)) return null;
  return unitChip(words, next, amount, { op: '..', from: left.value, to: right.value }, plain);
}

function countAt(words: readonly string[], plain: PlainWords, unit: Unit | null): PlainPart | null {
  const amount = amountOf(words[0] ?? '');
  if (!amount) return null;
  if (amount.unit === null && unit === null && !amount.more && !phraseAt(words.slice(1), UNIT_OF)) return null;
  return unitChip(
    words,
    1,
    { ...amount, unit: amount.unit ?? unit },
    { op: amount.more ? '>=' : '=', value: amount.value },
    plain,
  );
}

function unitChip(words: readonly string[], at: number, amount: Amount, span: Span<number>, plain: PlainWords): PlainPart {
  const written = phraseAt(words.slice(at), UNIT_OF);
  const isWeekly = written?.value === 'weekly' && (amount.unit === null || amount.unit === 'money');
  const unit = isWeekly ? 'weekly' : (amount.unit ?? written?.value ?? 'money');
  const used = at + (written && written.value === unit ? written.used : 0);
  return { used, chip: chipOf(unit, span, plain) };
}

/** No job has such a rate per hour; from here on, an amount is a week's. */
const leastWeekly = 500;

function chipOf(unit: Unit, span: Span<number>, plain: PlainWords): SingleChip {
  const most = span.op === '..' ? (span.to ?? 0) : span.value;
  if (unit === 'money' || unit === 'weekly') {
    const field = unit === 'weekly' || most >= leastWeekly ? plain.weeklyPay : plain.rate;
    return { not: false, kind: 'number', field, spans: [span] };
  }
  if (unit === 'hours') {
    // A shift has at most 16 hours, and a week of a contract has more.
    return { not: false, kind: 'number', field: most > 16 ? plain.hoursPerWeek : plain.hoursPerShift, spans: [span] };
  }
  return { not: false, kind: 'number', field: plain.duration, spans: [inDays(span)] };
}

/** Weeks as days. A number of weeks means the nearest week, because an assignment often ends a day or two early. */
function inDays(span: Span<number>): Span<number> {
  if (span.op === '..') {
    return { op: '..', from: span.from === null ? null : span.from * 7 - 3, to: span.to === null ? null : span.to * 7 + 3 };
  }
  return span.op === '=' ? { op: '..', from: span.value * 7 - 3, to: span.value * 7 + 3 } : { ...span, value: span.value * 7 };
}

type Amount = { readonly value: number; readonly unit: Unit | null; readonly more: boolean };

/** `80`, `$80`, `$80+`, `80/hr`, `36hrs`, `13wks`, `12-hour`. */
function amountOf(word: string): Amount | null {
  const parts = /^(\$?)(\d{1,6}(?:\.\d{1,2})?)(k?)(\+?)-?([a-z/$]*)(\+?)$/.exec(word.replaceAll(/,(?=\d{3})/g, ''));
  if (!parts) return null;
  const [, sign, digits, thousands, plus, unit = '', last] = parts;
  const named = unit === '' ? null : (UNIT_OF.get(unit) ?? null);
  if (unit !== '' && named === null) return null;
  return {
    value: Number(digits) * (thousands === 'k' ? 1000 : 1),
    unit: sign === '$' ? 'money' : named,
    more: plus === '+' || last === '+',
  };
}

/** The longest phrase of the table at the start of the words. */
export function phraseAt<T>(
  words: readonly string[],
  table: ReadonlyMap<string, T>,
): { readonly value: T; readonly used: number; readonly phrase: string } | null {
  for (let used = Math.min(5, words.length); used > 0; used--) {
    const phrase = words.slice(0, used).join(' ');
    const value = table.get(phrase);
    if (value !== undefined) return { value, used, phrase };
  }
  return null;
}
