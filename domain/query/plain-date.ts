import type { DateValue, SingleChip, Span } from './chip.ts';
import type { PlainPart } from './parsed-query.ts';
import { phraseAt } from './plain-number.ts';
import type { PlainWords } from './query-schema.ts';
import { monthNamed, readDate } from './read-value.ts';

type Op = '=' | '<' | '<=' | '>' | '>=';
const LEADS = new Set(['starting', 'starts', 'start', 'begins', 'begin', 'beginning', 'available']);
const PREPOSITIONS = new Map<string, Op>(
  (
    [
      ['=', 'on|in|during|of|for|as of'],
      ['>=', 'from|on or after|not before|no earlier than|since'],
      ['>', 'after|later than'],
      ['<', 'before|earlier than'],
      ['<=', 'by|until|no later than|not later than|on or before|not after'],
    ] as const
  ).flatMap(([op, phrases]) => phrases.split('|').map((phrase) => [phrase, op] as const)),
);
const NUMBERS = new Map('one two three four five six seven eight nine ten'.split(' ').map((word, i) => [word, i + 1] as const));
/** Months that are not also a verb or a person's name. The others need "in" or "start" beside them. */
const CLEAR_MONTHS = new Set('january february july september october november december'.split(' '));
const WITHIN = new Map(
  'within|within the next|in the next|over the next|in the coming|next|in'.split('|').map((phrase) => [phrase, true] as const),
);
const LAST = new Map(
  'in the last|in the past|within the last|within|last|past|over the last'.split('|').map((phrase) => [phrase, true] as const),
);

/** Every word that this file reads, so that a text search for one of them is written in quotes. */
export const dateWords: ReadonlySet<string> = new Set(
  [
    ...LEADS,
    ...PREPOSITIONS.keys(),
    ...WITHIN.keys(),
    ...LAST.keys(),
    ...NUMBERS.keys(),
    'today tomorrow yesterday this next day days week weeks month months date posted a',
    'january february march april may june july august september october november december',
    'jan feb mar apr jun jul aug sep sept oct nov dec',
  ].flatMap((phrase) => phrase.split(' ')),
);

/** "next month", "within 2 weeks", "starting after dec 1", "posted today". Null when the words are no such thing. */
export function dateAt(words: readonly string[], plain: PlainWords): PlainPart | null {
  return postedAt(words, plain) ?? startAt(words, plain);
}

function startAt(words: readonly string[], plain: PlainWords): PlainPart | null {
  const led = LEADS.has(words[0] ?? '');
  const lead = led ? (words[1] === 'date' || words[1] === 'dates' ? 2 : 1) : 0;
  const rest = words.slice(lead);
  const within = spanAhead(rest);
  if (within) return part(lead + within.used, plain.start, within.span);
  const before = phraseAt(rest, PREPOSITIONS);
  const date = dateIn(rest.slice(before?.used ?? 0));
  if (date && (led || isClear(rest, before, date))) {
    const used = lead + (before?.used ?? 0) + date.used;
    const after = LEADS.has(words[used] ?? '') && !led ? 1 : 0;
    return part(used + after, plain.start, { op: before?.value ?? '=', value: date.value });
  }
  const isVerb =
    led && !['start', 'begin', 'available'].includes(words[0] ?? '') && !plain.phrases.has(words.slice(0, 2).join(' '));
  return isVerb ? { used: lead + (before?.used ?? 0), problem: 'no-date', nearest: 'starting next month' } : null;
}

/** Whether a date without "starting" is meant as one: "next month", "in may", "may start", but not "May Clinic". */
function isClear(rest: readonly string[], before: { readonly used: number } | null, date: { used: number; value: DateValue }) {
  const word = rest[before?.used ?? 0] ?? '';
  if (date.value.kind === 'month' || date.value.kind === 'week') return true;
  if (date.value.kind !== 'yearly') return before !== null && date.value.kind === 'on';
  const named = CLEAR_MONTHS.has(word) || (date.value.day !== null && monthNamed(word) !== null);
  return before !== null || LEADS.has(rest[date.used] ?? '') || named;
}

/** "posted today", "posted in the last 3 days": ages of a posting. */
function postedAt(words: readonly string[], plain: PlainWords): PlainPart | null {
  if (words[0] !== 'posted') return null;
  const rest = words.slice(1);
  const last = phraseAt(rest, LAST);
  const days = last && (countOfDays(rest.slice(last.used)) ?? oneOf(rest[last.used] ?? ''));
  if (last && days) return part(1 + last.used + days.used, plain.posted, { op: '<=', value: { kind: 'age', days: days.days } });
  if (rest[0] === 'yesterday') return part(2, plain.posted, { op: '=', value: { kind: 'age', days: 1 } });
  if (rest[0] === 'today') return part(2, plain.posted, { op: '=', value: { kind: 'ahead', days: 0 } });
  const date = dateIn(rest);
  return date && (date.value.kind === 'month' || date.value.kind === 'week')
    ? part(1 + date.used, plain.posted, { op: '=', value: date.value })
    : null;
}

/** "within 2 weeks", "in the next 30 days": from today on. */
function spanAhead(words: readonly string[]): { readonly used: number; readonly span: Span<DateValue> } | null {
  const within = phraseAt(words, WITHIN);
  const days = within && countOfDays(words.slice(within.used));
  if (!within || !days) return null;
  return {
    used: within.used + days.used,
    span: { op: '..', from: { kind: 'ahead', days: 0 }, to: { kind: 'ahead', days: days.days } },
  };
}

/** "posted last week": one week. */
const oneOf = (unit: string) => {
  const counted = /^(day|week|month)$/.test(unit) ? countOfDays(['1', unit]) : null;
  return counted && { ...counted, used: 1 };
};

function countOfDays(words: readonly string[]): { readonly days: number; readonly used: number } | null {
  const [first = '', second = ''] = words;
  const count = first === 'a' || first === 'one' ? 1 : /^\d{1,3}$/.test(first) ? Number(first) : NUMBERS.get(first);
  const unit = /^(day|week|month)s?$/.exec(second)?.[1] ?? (/^(wk|wks)$/.test(second) ? 'week' : undefined);
  if (count === undefined || unit === undefined) return null;
  return { days: count * (unit === 'day' ? 1 : unit === 'week' ? 7 : 30), used: 2 };
}

/** A date of one or two words, the longer one first. */
function dateIn(words: readonly string[]): { readonly value: DateValue; readonly used: number } | null {
  const [first = '', second = ''] = words;
  const pair = readDate(`${first} ${second}`);
  if (pair) return { value: pair, used: 2 };
  const isWritten = /^\d{1,2}\/\d{1,2}(\/\d{4})?$|^\d{4}-|^(today|tomorrow)$/.test(first) || monthNamed(first) !== null;
  const value = isWritten ? readDate(first) : null;
  return value && { value, used: 1 };
}

function part(used: number, field: string, span: Span<DateValue>): PlainPart {
  const chip: SingleChip = { not: false, kind: 'date', field, spans: [span] };
  return { used, chip };
}
