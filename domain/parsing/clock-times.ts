/** A span of clock times in minutes after midnight. If `end` is at or before `start`, it is on the next day. */
export type ClockSpan = { readonly start: number; readonly end: number; readonly minutes: number };

type Half = 'am' | 'pm' | undefined;
type Time = { readonly minuteOfDay: number; readonly half: Half; readonly exact: boolean };

const DAY = 24 * 60;
// Shorter spans are a job fair or a meal, not a shift.
const SHORTEST_SHIFT = 3 * 60;

const TIME = String.raw`(noon|midnight|\d{3,4}(?![\d:.])|\d{1,2}(?:[:.]\d{1,2})?)(?:\s?([ap])\.?(?:\s?m\b\.?)?(?![a-z]))?`;
const SPAN = new RegExp(
  String.raw`(?<![\d.:,$£€/])${TIME}(\s*(?:-+|[–—‑−~]|to|until|till?|through|thru)?\s*)${TIME}(?![\d:/%]|[.,]\d)`,
  'dgi',
);

function readTime(text: string, letter: string | undefined): Time | undefined {
  if (text === 'noon') return { minuteOfDay: 12 * 60, half: undefined, exact: true };
  if (text === 'midnight') return { minuteOfDay: 0, half: undefined, exact: true };
  const separated = /[:.]/.test(text);
  const digits = separated ? text.split(/[:.]/) : text.length > 2 ? [text.slice(0, -2), text.slice(-2)] : [text];
  const hour = Number(digits[0]);
  const minute = Number(digits[1] ?? 0);
  if (hour > 24 || minute > 59 || (hour === 24 && minute > 0)) return undefined;
  // Without a colon only quarters of an hour count as times: 730, 1915. 2024 or 1234 is a year or a number.
  if (!separated && text.length > 2 && minute % 15 !== 0) return undefined;
  const half: Half = letter === undefined ? undefined : letter === 'a' ? 'am' : 'pm';
  if (half !== undefined && hour === 0) return { minuteOfDay: minute, half, exact: true };
  // "23.30pm" and "17:00 am" are 24-hour times; the letters add nothing.
  if (half === undefined || hour > 12) {
    return { minuteOfDay: (hour * 60 + minute) % DAY, half: undefined, exact: hour > 12 || text.startsWith('0') };
  }
  return { minuteOfDay: ((hour % 12) + (half === 'pm' ? 12 : 0)) * 60 + minute, half, exact: true };
}

const spanMinutes = (start: number, end: number): number => (end - start + DAY) % DAY || DAY;

/** Both readings of a time without am or pm: 6.00 is 06:00 or 18:00. */
const readings = (time: Time): readonly number[] =>
  time.exact ? [time.minuteOfDay] : [time.minuteOfDay, (time.minuteOfDay + DAY / 2) % DAY];

/**
 * The likeliest span of two times. Without am or pm, times are taken as written if that gives at most 16 hours (`07:00-15:00`),
 * else with the reading that gives the shortest shift (`6.30am to 6.00` ends at 18:00).
 */
function likeliest(from: Time, to: Time): ClockSpan | undefined {
  const asWritten = spanMinutes(from.minuteOfDay, to.minuteOfDay);
  const bothPlain = from.half === undefined && to.half === undefined;
  if (bothPlain && (asWritten <= 16 * 60 || (from.exact && to.exact))) {
    return asWritten >= SHORTEST_SHIFT ? { start: from.minuteOfDay, end: to.minuteOfDay, minutes: asWritten } : undefined;
  }
  const starts = bothPlain ? [from.minuteOfDay] : readings(from);
  const spans = starts.flatMap((start) => readings(to).map((end) => ({ start, end, minutes: spanMinutes(start, end) })));
  const shifts = spans.filter((span) => span.minutes >= SHORTEST_SHIFT);
  return shifts.sort((a, b) => a.minutes - b.minutes)[0];
}

type Sides = {
  readonly from: string;
  readonly to: string;
  readonly gap: string;
  readonly letters: readonly (string | undefined)[];
};

/** Rejects numbers that only look like times: `4 -10 hour`, `13 weeks 40`, `2024-2025`. */
function looksLikeTimes({ from, to, gap, letters }: Sides): boolean {
  const spelled = (text: string) => /[:.]|noon|midnight/.test(text);
  const marked = (text: string, letter: string | undefined) => letter !== undefined || spelled(text) || text.length === 4;
  const [first, second] = letters;
  // "11:22:08" is one time of day.
  if (gap === '' && first === undefined) return false;
  if (gap.trim() === '') {
    const clear = (text: string, letter: string | undefined) => letter !== undefined || spelled(text);
    return clear(from, first) && clear(to, second);
  }
  if (first !== undefined || second !== undefined) return true;
  return marked(from, first) && marked(to, second);
}

/** A span and where its words are: `text.slice(from, to)`. */
export type PlacedSpan = { readonly span: ClockSpan; readonly from: number; readonly to: number };

/** Every span of clock times in a text, in order. Linear in the length of the text, which callers first cut to one line. */
export const clockSpans = (text: string): readonly ClockSpan[] => placedSpans(text).map(({ span }) => span);

/** Every span of clock times in a text, in order, with its place. Linear in the length of the text. */
export function placedSpans(text: string): readonly PlacedSpan[] {
  const found: PlacedSpan[] = [];
  SPAN.lastIndex = 0;
  for (let hit = SPAN.exec(text); hit; hit = SPAN.exec(text)) {
    const [from, first, gap, to, second] = hit.slice(1);
    const span = spanOf({
      from: (from ?? '').toLowerCase(),
      to: (to ?? '').toLowerCase(),
      gap: gap ?? '',
      letters: [first, second],
    });
    if (span) found.push({ span, from: hit.index, to: SPAN.lastIndex });
    // If a pair is no span, its second number may start the next one: "10 - 7:00 - 19:00".
    else SPAN.lastIndex = hit.indices?.[4]?.[0] ?? SPAN.lastIndex;
  }
  return found;
}

function spanOf(sides: Sides): ClockSpan | undefined {
  if (!looksLikeTimes(sides)) return undefined;
  const from = readTime(sides.from, sides.letters[0]?.toLowerCase());
  const to = readTime(sides.to, sides.letters[1]?.toLowerCase());
  return from && to && likeliest(from, to);
}

/** `HH:mm` of a minute of the day. */
export const clock = (minuteOfDay: number): string =>
  `${String(Math.floor(minuteOfDay / 60)).padStart(2, '0')}:${String(minuteOfDay % 60).padStart(2, '0')}`;
