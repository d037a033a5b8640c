import { type ClockSpan, clock, clockSpans } from './clock-times.ts';
import { tidy } from './value-problem.ts';

type ShiftKind = 'Day' | 'Night' | 'Evening' | 'Rotating' | 'On-call' | 'Callback' | 'Charge' | 'Varied' | 'Unknown';

/** The content of a shift text, without what it does not say. `start` and `end` are `HH:mm`, `hours` is per shift. */
export type Shift = {
  readonly kind: ShiftKind;
  readonly start?: string;
  readonly end?: string;
  readonly hours?: number;
  readonly shiftsPerWeek?: number;
};

const LONGEST_READ = 500;

/** Parses a vendor's shift text. Never fails: a text without any shift information is `Unknown`. */
export function parseShift(text: string): Shift {
  const line = tidy(text, LONGEST_READ).toLowerCase();
  const spans = clockSpans(line);
  const spanKinds = new Set(spans.map(kindOfSpan));
  const span = spanKinds.size === 1 && sameTimes(spans) ? spans[0] : undefined;
  const counts = countsIn(line);
  const hours = counts.hours ?? sharedHours(spans);
  const shiftsPerWeek = counts.shiftsPerWeek ?? shiftsOfDayNames(line);
  return {
    kind: kindOfWords(line) ?? (spanKinds.size > 1 ? 'Varied' : (spanKinds.values().next().value ?? 'Unknown')),
    ...(span && { start: clock(span.start), end: clock(span.end) }),
    ...(hours !== undefined && { hours }),
    ...(shiftsPerWeek !== undefined && { shiftsPerWeek }),
  };
}

const sameTimes = (spans: readonly ClockSpan[]): boolean =>
  spans.every((span) => span.start === spans[0]?.start && span.end === spans[0].end);

function sharedHours(spans: readonly ClockSpan[]): number | undefined {
  const lengths = new Set(spans.map((span) => span.minutes));
  const [minutes] = lengths;
  return lengths.size === 1 && minutes !== undefined ? Math.round((minutes / 60) * 100) / 100 : undefined;
}

/**
 * Day, evening or night by the middle of the span: 15:00-03:00 is an evening, 18:30-07:00 a night. A span of 24 hours is none of
 * them.
 */
export function kindOfSpan({ start, minutes }: ClockSpan): 'Day' | 'Evening' | 'Night' | 'Varied' {
  if (minutes > 20 * 60) return 'Varied';
  const middle = ((start + minutes / 2) % (24 * 60)) / 60;
  if (middle >= 23 || middle < 5) return 'Night';
  return middle < 16.5 ? 'Day' : 'Evening';
}

// "Nights with call" is a night shift; "24hr On-Call" is not.
const CALL_ON_TOP =
  /\b(?:with|w\/|plus|and)\s*(?:some\s|occasional\s|weekend\s)?(?:on[- ]?)?call(?:[- ]?backs?)?\b|\+\s*(?:on[- ]?)?call\b/g;
// "Days" as a count or a notice period, not as the day shift: "90 days", "5 days per week", "per day".
const COUNTED_DAYS = /\b\d+\s*(?:calendar |business |working )?days?\b|\bper[- ]day\b|\bdays?\s*(?:per|a|each|\/)\s*week\b/g;

function kindOfWords(line: string): ShiftKind | undefined {
  const words = line.replace(CALL_ON_TOP, ' ').replace(COUNTED_DAYS, ' ');
  if (/\bcall[- ]?backs?\b/.test(words)) return 'Callback';
  if (/\bon[- ]?call\b|\bcall only\b/.test(words)) return 'On-call';
  if (/\brotat(?:e|es|ing|ion|ions|or)\b/.test(words)) return 'Rotating';
  const parts = partsOfDay(words);
  if (parts.length > 1 || /\b(?:varie[ds]|variable|various|varying|flex(?:ible)?|any shift|all shifts)\b/.test(words))
    return 'Varied';
  return parts[0] ?? (/\bcharge\b/.test(words) ? 'Charge' : undefined);
}

const PARTS: readonly (readonly ['Day' | 'Evening' | 'Night', RegExp])[] = [
  ['Day', /\bdays?\b|\bdayshift\b|\bmornings?\b|\bam shifts?\b|\bearl(?:y|ies)\b/],
  ['Evening', /\beve(?:s|nings?)?\b|\bmids?\b|\bmid-?shifts?\b|\bpm shifts?\b|\bswings?\b|\bafternoons?\b|\btwilights?\b/],
  ['Night', /\bnights?\b|\bnightshift\b|\bnocs?\b|\bnocturnal\b|\bover-?nights?\b|\bgraveyard\b/],
];

const partsOfDay = (words: string) => PARTS.flatMap(([part, pattern]) => (pattern.test(words) ? [part] : []));

const HOUR = String.raw`(?:-|\s)*(?:h|hrs?|hours?)\b`;
// "3x12", "4 - 10 hour", "5 x 8 hr": shifts per week, then hours per shift.
const SHIFTS_BY_HOURS = new RegExp(
  String.raw`(?<![\d.:])([1-7])\s*(?:[x×*]\s*(\d{1,2}(?:\.\d+)?)(?![\d:])|(?:-\s*|\s)(8|10|12|13)(?:'?s\b|${HOUR}))(?!\s*(?:per|a|\/)\s*w)`,
);
const SHIFT_HOURS = new RegExp(
  String.raw`(?<![\d.:])(\d{1,2}(?:\.\d{1,2})?)${HOUR}(?!\s*(?:per|a|each|\/|\()?\s*(?:w(?:ee)?k|notice))`,
);
const TENS = /(?<![\d.:])(8|10|12|13)'?s\b/;
const PER_WEEK =
  /(?<![\d.])([1-7])\s*(?:shifts?|days?|nights?|x)?\s*(?:per|a|each|\/)\s*w(?:ee)?k\b|\bshifts?\s*(?:per|a|\/)\s*w(?:ee)?k\s*[:=-]?\s*([1-7])\b/;

function countsIn(line: string): { readonly hours?: number; readonly shiftsPerWeek?: number } {
  return within(Object.fromEntries(placedCounts(line).map(({ name, count }) => [name, count])));
}

/** A count of hours per shift or shifts per week, and where its words are: `line.slice(from, to)`. */
export type PlacedCount = {
  readonly name: 'hours' | 'shiftsPerWeek';
  readonly count: number;
  readonly from: number;
  readonly to: number;
};

/** The first count of each kind in a lower-case line: `3x12`, `12 hr`, `5 days per week`. */
export function placedCounts(line: string): readonly PlacedCount[] {
  const placed = (name: PlacedCount['name'], hit: RegExpExecArray | null, digits: string | undefined): PlacedCount[] =>
    hit && digits !== undefined ? [{ name, count: Number(digits), from: hit.index, to: hit.index + hit[0].length }] : [];
  const both = SHIFTS_BY_HOURS.exec(line);
  if (both) return [...placed('hours', both, both[2] ?? both[3]), ...placed('shiftsPerWeek', both, both[1])];
  const hours = SHIFT_HOURS.exec(line) ?? TENS.exec(line);
  const perWeek = PER_WEEK.exec(line);
  return [...placed('hours', hours, hours?.[1]), ...placed('shiftsPerWeek', perWeek, perWeek?.[1] ?? perWeek?.[2])];
}

type Counts = { readonly hours?: number; readonly shiftsPerWeek?: number };

/** Removes hours that no shift can have, because the number means something else. */
function within({ hours, ...rest }: Counts): Counts {
  return hours !== undefined && hours >= 2 && hours <= 24 ? { hours, ...rest } : rest;
}

const DAY_NAME = '(mon|tue|wed|thu|fri|sat|sun)(?:s|nes|rs|urs|ur)?(?:day)?s?';
const DAY_RANGE = new RegExp(String.raw`\b${DAY_NAME}\s*(?:-|–|—|to|through|thru)\s*${DAY_NAME}\b`);
const DAY_NAMES = ['mon', 'tue', 'wed', 'thu', 'fri', 'sat', 'sun'];

/** Shifts per week of a range of days in a lower-case line: "monday - thursday" is four. */
export function shiftsOfDayNames(line: string): number | undefined {
  const range = DAY_RANGE.exec(line);
  if (!range) return undefined;
  const [first, last] = [range[1], range[2]].map((name) => DAY_NAMES.indexOf(name ?? ''));
  return first === undefined || last === undefined ? undefined : ((last - first + 7) % 7) + 1;
}
