import type { ShiftModifier, ShiftReading } from '../../ai/reading.ts';
import { type ClockSpan, clock, placedSpans } from '../clock-times.ts';
import { kindOfSpan, placedCounts, shiftsOfDayNames } from '../parse-shift.ts';
import type { Clause } from './clauses.ts';
import type { PlainText } from './plain-text.ts';
import {
  afterLabel,
  areShiftHours,
  isBare,
  isJoined,
  isWorked,
  namesLength,
  namesShiftKind,
  placedKinds,
  speaksOfShift,
} from './shift-words.ts';

/** A shift with the certainty of the built-in reader, 0 to 100. */
export type CertainShift = ShiftReading & { readonly certainty: number };

/** How clearly a clause is about the shift: a label before it, words of shifts or nothing else in it, or only its values. */
type Clarity = 'labeled' | 'worded' | 'bare' | 'plain';

type Piece = { readonly from: number; readonly to: number };
type Found = Piece & {
  readonly clarity: Clarity;
  readonly spans: readonly ClockSpan[];
  readonly hours: number | null;
  readonly shiftsPerWeek: number | null;
  readonly modifiers: readonly ShiftModifier[];
};

const rank: Readonly<Record<Clarity, number>> = { labeled: 3, worded: 2, bare: 2, plain: 1 };
// Values of one shift are within so many characters of each other.
const NEAR = 60;
const LONGEST_EVIDENCE = 300;

const lower = (text: string): string => {
  const low = text.toLowerCase();
  return low.length === text.length ? low : text;
};

/** The shift that the clauses of a description name. Null: none, or they say two different things. */
export function extractShift(plain: PlainText, clauses: readonly Clause[]): CertainShift | null {
  const found = clauses.flatMap((clause) => shiftIn(clause) ?? []);
  const first = found.toSorted((a, b) => weight(b) - weight(a) || a.from - b.from)[0];
  if (!first) return null;
  const rivals = found.filter((other) => rank[other.clarity] >= rank[first.clarity]);
  const joined = [first, ...found.filter((other) => other !== first && isNear(first, other) && !contradicts(first, other))];
  const span = onlySpan(first, found);
  const from = Math.min(...joined.map((one) => one.from));
  const to = Math.max(...joined.map((one) => one.to));
  const substring = plain.raw(from, to);
  const parts = substring.length > LONGEST_EVIDENCE ? [first] : joined;
  const hours = agreed(parts, rivals, 'hours') ?? hoursOf(span, first);
  const reading = {
    substring: parts.length === 1 ? plain.raw(first.from, first.to) : substring,
    start: span ? clock(span.start) : null,
    end: span ? clock(span.end) : null,
    hours: hours === undefined ? null : hours,
    shiftsPerWeek: agreed(parts, rivals, 'shiftsPerWeek') ?? null,
    modifiers: [...new Set(parts.flatMap((part) => part.modifiers))],
  };
  const says = reading.start !== null || reading.hours !== null || reading.shiftsPerWeek !== null || reading.modifiers.length > 0;
  return says ? { ...reading, certainty: certaintyOf(first, found, reading.start !== null) } : null;
}

const weight = (one: Found): number => (one.spans.length > 0 ? 10 : 0) + rank[one.clarity] * 3 + (one.hours !== null ? 1 : 0);

const isNear = (a: Found, b: Found): boolean => b.from - a.to < NEAR && a.from - b.to < NEAR && rank[b.clarity] > 1;

const sameSpan = (a: ClockSpan, b: ClockSpan): boolean => a.start === b.start && a.end === b.end;

/** Two spans of one clause are a choice ("7a-7p or 7p-7a"); two in different clauses contradict each other. Both leave no times. */
function onlySpan(first: Found, found: readonly Found[]): ClockSpan | undefined {
  const [span] = first.spans;
  if (!span || !first.spans.every((other) => sameSpan(other, span))) return undefined;
  const others = found.filter((other) => other.spans.length > 0 && rank[other.clarity] >= Math.min(2, rank[first.clarity]));
  if (!others.every((other) => other.spans.every((each) => sameSpan(each, span)))) return undefined;
  return found.some((other) => contradictsSpan(other, span)) ? undefined : span;
}

const nights: ReadonlySet<ShiftModifier> = new Set(['night', 'day']);

/** A label that says nights contradicts a span of the day. */
function contradictsSpan(other: Found, span: ClockSpan): boolean {
  const said = other.modifiers.filter((kind) => nights.has(kind));
  const kind = kindOfSpan(span);
  return (
    other.clarity === 'labeled' &&
    said.length === 1 &&
    ((kind === 'Night' && said[0] === 'day') || (kind === 'Day' && said[0] === 'night'))
  );
}

const differ = (a: number | null, b: number | null): boolean => a !== null && b !== null && a !== b;

const contradicts = (a: Found, b: Found): boolean =>
  differ(a.hours, b.hours) || differ(a.shiftsPerWeek, b.shiftsPerWeek) || (b.spans.length > 0 && a.spans.length > 0);

/** A number that the parts name, unless an equally clear clause names another one. Undefined: none of them names it. */
function agreed(parts: readonly Found[], rivals: readonly Found[], name: 'hours' | 'shiftsPerWeek'): number | null | undefined {
  const value = parts.map((part) => part[name]).find((each) => each !== null);
  if (value === undefined || value === null) return undefined;
  return rivals.some((other) => differ(other[name], value)) ? null : value;
}

const inHours = (span: ClockSpan): number => Math.round((span.minutes / 60) * 100) / 100;

function hoursOf(span: ClockSpan | undefined, first: Found): number | null {
  if (span) return inHours(span);
  const lengths = new Set(first.spans.map(inHours));
  const [length] = lengths;
  return lengths.size === 1 && length !== undefined ? length : null;
}

// Measured on the seeds that the reader was built with, rounded.
const measured: Readonly<Record<Clarity, number>> = { labeled: 99, worded: 97, bare: 97, plain: 88 };

function certaintyOf(first: Found, found: readonly Found[], withTimes: boolean): number {
  const base = measured[first.clarity];
  const rivals = found.filter((other) => other !== first && other.spans.length > 0 && rank[other.clarity] < rank[first.clarity]);
  return base - (withTimes ? 0 : 3) - (rivals.length > 0 ? 2 : 0);
}

function shiftIn(clause: Clause): Found | undefined {
  const text = lower(clause.text);
  const label = afterLabel(text, clause.heading);
  if (label === undefined && !/\d|night|day|eve|noc|mid/.test(text)) return undefined;
  const pieces = piecesIn(clause, text, label);
  if (pieces.all.length === 0) return undefined;
  const clarity = clarityOf(text, label, pieces.all);
  const spans = pieces.spans.map(({ span }) => span);
  const named = pieces.kinds.filter(
    (kind) => clarity !== 'plain' || namesShiftKind(text.slice(0, kind.from), text.slice(kind.to)),
  );
  const used = [...pieces.spans, ...pieces.counts, ...named];
  if (used.length === 0 || !isAccepted(text, clarity, pieces, named)) return undefined;
  const count = (name: 'hours' | 'shiftsPerWeek') => pieces.counts.find((each) => each.name === name)?.count ?? null;
  return {
    from: clause.from + Math.min(...used.map(({ from }) => from)),
    to: clause.from + Math.max(...used.map(({ to }) => to)),
    clarity,
    spans,
    hours: count('hours'),
    shiftsPerWeek: count('shiftsPerWeek') ?? (clarity === 'plain' ? null : (shiftsOfDayNames(text) ?? null)),
    modifiers: [...new Set(named.map(({ kind }) => kind))],
  };
}

type Pieces = ReturnType<typeof piecesIn>;

/** The values of a clause that can be of its shift, each with its place. */
function piecesIn(clause: Clause, text: string, label: number | undefined) {
  const placed = placedSpans(clause.text);
  // A sentence above ("Parking is free") says nothing about the times below it.
  const heading = /\b(?:is|are)\b/.test(clause.heading) ? '' : clause.heading;
  const worked: boolean[] = [];
  for (const [index, { from, to }] of placed.entries()) {
    const before = text.slice(placed[index - 1]?.to ?? 0, from);
    const isHeaded = index === 0 && (clause.heading.endsWith(':') || before.trim() === '');
    const isLikeLast = worked.at(-1) === false && isJoined(before);
    worked.push(!isLikeLast && isWorked(`${isHeaded ? heading : ''} ${before}`, text.slice(to, to + 80)));
  }
  const spans = placed.filter((_, index) => worked[index]);
  const inSpan = (from: number) => placed.some((each) => from >= each.from && from < each.to);
  const counts = placedCounts(text).filter(
    ({ name, count, from, to }) =>
      !inSpan(from) &&
      (name !== 'hours' ||
        (count >= 4 && count <= 24 && (text.length < 30 || areShiftHours(text.slice(0, from), text.slice(to))))),
  );
  const bare = label !== undefined && counts.length === 0 ? lengthAfterLabel(clause, text, label) : [];
  const kinds = placedKinds(text).filter(({ from }) => label === undefined || from >= label - 20);
  const denied = placed.length > 0 && spans.length === 0;
  return {
    spans,
    counts: [...counts, ...bare],
    kinds: denied ? [] : kinds,
    all: denied ? [] : [...spans, ...counts, ...bare, ...kinds],
  };
}

/** "Shift length: 12" is twelve hours. */
function lengthAfterLabel(clause: Clause, text: string, label: number) {
  const hit = /^\W*(\d{1,2}(?:\.\d{1,2})?)(?![\d:.%])/.exec(text.slice(label));
  const count = Number(hit?.[1]);
  if (!hit || count < 4 || count > 24 || !namesLength(text.slice(0, label), clause.heading)) return [];
  const from = label + hit[0].length - (hit[1]?.length ?? 0);
  return [{ name: 'hours' as const, count, from, to: label + hit[0].length }];
}

function clarityOf(text: string, label: number | undefined, all: readonly Piece[]): Clarity {
  if (label !== undefined && all.some(({ to }) => to > label)) return 'labeled';
  let rest = text;
  for (const { from, to } of all) rest = rest.slice(0, from) + ' '.repeat(to - from) + rest.slice(to);
  if (isBare(rest)) return 'bare';
  return speaksOfShift(text) ? 'worded' : 'plain';
}

/** Prose counts as a shift only if it has times, "12 hour shifts", "3x12" or the name of a shift. */
function isAccepted(text: string, clarity: Clarity, pieces: Pieces, named: Pieces['kinds']): boolean {
  if (clarity === 'labeled' || clarity === 'bare' || pieces.spans.length > 0) return true;
  const shiftHours = pieces.counts.some(
    ({ name, to }) =>
      name === 'hours' &&
      /^[\s-]*(?:\w+[\s-]){0,2}shifts?\b|^[\s,-]*(?:days?|nights?|eves?|evenings?|nocs?|rotating)\b/.test(text.slice(to)),
  );
  const crossed = pieces.counts.length === 2 && pieces.counts[0]?.from === pieces.counts[1]?.from;
  return shiftHours || crossed || named.some(({ from, to }) => namesShiftKind(text.slice(0, from), text.slice(to)));
}
