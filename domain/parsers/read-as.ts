import { parseCount } from '../parsing/parse-count.ts';
import { type DateOrder, parseDate } from '../parsing/parse-date.ts';
import { parseDuration } from '../parsing/parse-duration.ts';
import { parseHours } from '../parsing/parse-hours.ts';
import { parsePlace, parseState } from '../parsing/parse-place.ts';
import { parseRate } from '../parsing/parse-rate.ts';
import { parseShift } from '../parsing/parse-shift.ts';
import { parseStatus } from '../parsing/parse-status.ts';
import { parseWorkType } from '../parsing/parse-work-type.ts';
import { parseYesNo } from '../parsing/parse-yes-no.ts';
import { saysNothing, tidy } from '../parsing/value-problem.ts';
import type { DataType } from './parser.ts';

/** What a document does not say about its values. */
export type ReadingContext = { readonly today: string; readonly dateOrder: DateOrder };

/**
 * A text read by its data type. `same` compares two readings: different spellings of one value are the same. `differs` says whether
 * two readings of one value contradict each other, which a value that only says more does not.
 */
export type Reading =
  | { readonly kind: 'read'; readonly text: string; readonly same: string; readonly facts: Readonly<Record<string, unknown>> }
  | { readonly kind: 'none' }
  | { readonly kind: 'unreadable'; readonly text: string; readonly problem: string };

type Parsed =
  | { readonly kind: 'none' }
  | { readonly kind: 'refused'; readonly problem: { readonly problem: string } }
  | { readonly kind: string };

const longestText = 2000;
const longestLongText = 100_000;

/** Reads the text of a token. An empty text, or one such as `N/A`, says nothing. */
export function readAs(type: DataType, text: string, context: ReadingContext): Reading {
  if (type === 'longText') {
    const long = text.trim().slice(0, longestLongText);
    return saysNothing(long) ? { kind: 'none' } : read(long, { text: long });
  }
  const line = tidy(text, longestText);
  if (saysNothing(line)) return { kind: 'none' };
  if (type === 'text') return read(line, { text: line.toLowerCase() });
  if (type === 'shift') {
    const shift = parseShift(line);
    const facts = { ...shift, kind: shift.kind === 'Unknown' ? undefined : shift.kind };
    const says = Object.values(facts).some((fact) => fact !== undefined);
    return says ? read(line, facts) : { kind: 'unreadable', text: line, problem: 'This says nothing about a shift.' };
  }
  return ofParsed(line, parse[type](line, context));
}

const parse: Readonly<
  Record<Exclude<DataType, 'text' | 'longText' | 'shift'>, (line: string, context: ReadingContext) => Parsed>
> = {
  date: (line, { today, dateOrder }) => parseDate(line, { today, order: dateOrder }),
  number: (line) => parseCount(line, 1_000_000),
  money: (line) => parseRate(line, 'rate'),
  hours: (line) => parseHours(line, 168),
  duration: (line) => parseDuration(line, 'weeks'),
  place: (line) => {
    const place = parsePlace(line);
    const isPlace = place.kind === 'place' && (place.state !== undefined || place.zip !== undefined);
    return isPlace || place.kind === 'none' ? place : refused('This is no city with a state or a zip.');
  },
  state: (line) => parseState(line),
  workType: (line) => parseWorkType(line),
  yesNo: (line) => parseYesNo(line),
  status: (line) => parseStatus(line),
};

const refused = (problem: string): Parsed => ({ kind: 'refused', problem: { problem } });

function ofParsed(text: string, parsed: Parsed): Reading {
  if (parsed.kind === 'none') return { kind: 'none' };
  if ('problem' in parsed) return { kind: 'unreadable', text, problem: parsed.problem.problem };
  return read(text, { ...parsed, kind: undefined });
}

const read = (text: string, facts: Readonly<Record<string, unknown>>): Reading => ({
  kind: 'read',
  text,
  facts,
  same: JSON.stringify(Object.entries(facts).sort(([a], [b]) => (a < b ? -1 : 1))),
});

/** Whether two readings of one value say different things about the same fact. */
export function contradict(a: Reading, b: Reading): boolean {
  if (a.kind !== 'read' || b.kind !== 'read') return false;
  return Object.entries(a.facts).some(([name, fact]) => {
    const other = b.facts[name];
    return fact !== undefined && other !== undefined && fact !== other;
  });
}
