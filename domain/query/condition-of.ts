import type { Chip, DateValue, SingleChip, Span } from './chip.ts';
import type { Condition } from './condition.ts';
import { dayNumber, dayNumberOf, dayText } from './day-number.ts';
import { fieldNamed, predicateNamed, type QuerySchema } from './query-schema.ts';
import { separated, spellingsOf } from './search-words.ts';

/** Converts chips to the engine's condition. `today` is the viewer's local date, `yyyy-MM-dd`. */
export function conditionOf(chips: readonly Chip[], schema: QuerySchema, today: string): Condition {
  const day = dayNumber(today);
  if (day === null) throw new Error(`not a local date: ${today}`);
  return { kind: 'all', of: chips.map((chip) => turned(chip, schema, day)) };
}

function turned(chip: Chip, schema: QuerySchema, day: number): Condition {
  if (chip.kind === 'any') return anyOf(chip.of.map((part) => turned(part, schema, day)));
  const of = meaning(chip, schema, day);
  return chip.not ? { kind: 'not', of } : of;
}

function meaning(chip: SingleChip, schema: QuerySchema, today: number): Condition {
  switch (chip.kind) {
    case 'word':
      return word(chip.text, schema);
    case 'text':
      return texts(chip, schema);
    case 'near':
      return { kind: 'near', column: schema.near ?? '', zip: chip.zip, miles: chip.miles };
    case 'number':
      return anyOf(chip.spans.map((span) => numbers(chip.field, span)));
    case 'date':
      return anyOf(chip.spans.map((span) => days(chip.field, span, today)));
    case 'yes':
      return { kind: 'between', column: chip.field, from: 1, to: null };
    case 'empty':
      return { kind: 'empty', column: chip.field };
    case 'named':
      break;
  }
  return anyOf(chip.names.map((name) => predicateNamed(schema, chip.of, name)?.means ?? { kind: 'any', of: [] }));
}

function texts({ field, exact, values }: Extract<SingleChip, { kind: 'text' }>, schema: QuerySchema): Condition {
  if (exact) return anyOf(values.map((text) => ({ kind: 'equals', column: field, text })));
  if (fieldNamed(schema, field)?.starts) return anyOf(values.map((text) => ({ kind: 'word', text, columns: [field] })));
  return anyOf(values.map((text) => ({ kind: 'contains', column: field, text })));
}

/** Up to this length, a spelling must be the whole word: `er` is not the start of "Erie". */
const longestCode = 3;

/** A word of the list finds its spellings where degrees, specialties and shifts are; as written, it is searched everywhere. */
function word(text: string, schema: QuerySchema): Condition {
  const spellings = schema.plain ? spellingsOf(text) : null;
  if (!schema.plain || !spellings) return { kind: 'word', text };
  const { clinical: columns } = schema.plain;
  const isWhole = (spelling: string) => spelling.length <= longestCode;
  // Two letters are too often something else in a note or an address.
  const everywhere: Condition[] = text.length > 2 ? [{ kind: 'word', text, whole: isWhole(text) }] : [];
  const meant = spellings.flatMap(separated);
  return anyOf([...everywhere, ...meant.map((one): Condition => ({ kind: 'word', text: one, whole: isWhole(one), columns }))]);
}

function anyOf(of: readonly Condition[]): Condition {
  const [only] = of;
  return of.length === 1 && only ? only : { kind: 'any', of };
}

function numbers(column: string, span: Span<number>): Condition {
  const between = (from: number | null, to: number | null): Condition => ({ kind: 'between', column, from, to });
  switch (span.op) {
    case '=':
      return between(span.value, span.value);
    case '<':
      return { kind: 'between', column, from: null, to: span.value, openTo: true };
    case '<=':
      return between(null, span.value);
    case '>':
      return { kind: 'between', column, from: span.value, to: null, openFrom: true };
    case '>=':
      return between(span.value, null);
    case '..':
      break;
  }
  return between(...inOrder(span.from, span.to));
}

const MIRROR = { '=': '=', '<': '>', '<=': '>=', '>': '<', '>=': '<=' } as const;

function days(column: string, span: Span<DateValue>, today: number): Condition {
  const within = (from: number | null, to: number | null): Condition => ({ kind: 'days', column, from, to });
  if (span.op === '..') {
    const [left, right] = [span.from && daysOf(span.from, today), span.to && daysOf(span.to, today)];
    if (!left || !right) return within(left?.[0] ?? null, right?.[1] ?? null);
    return within(Math.min(left[0], right[0]), Math.max(left[1], right[1]));
  }
  const [first, last] = daysOf(span.value, today);
  // An older date has a greater age, so a comparison of ages is the reversed comparison of dates.
  switch (span.value.kind === 'age' ? MIRROR[span.op] : span.op) {
    case '=':
      return within(first, last);
    case '<':
      return within(null, first - 1);
    case '<=':
      return within(null, last);
    case '>':
      return within(last + 1, null);
    case '>=':
      break;
  }
  return within(first, null);
}

/** Sorts the ends of a range: `80..60` means `60..80`. */
function inOrder(from: number | null, to: number | null): [number | null, number | null] {
  return from !== null && to !== null && from > to ? [to, from] : [from, to];
}

/** The first and the last day of a date as written. */
function daysOf(date: DateValue, today: number): readonly [number, number] {
  switch (date.kind) {
    case 'on':
      return single(dayNumber(date.day) ?? today);
    case 'age':
      return single(today - date.days);
    case 'ahead':
      return single(today + date.days);
    case 'week': {
      const monday = today - ((((today + 3) % 7) + 7) % 7) + 7 * date.ahead; // day 0 was a Thursday
      return [monday, monday + 6];
    }
    case 'month':
      return monthOf(monthsOf(today) + date.ahead);
    case 'yearly':
      break;
  }
  const now = monthsOf(today);
  const wait = (((date.month - 1 - now) % 12) + 12) % 12;
  const [first, last] = monthOf(now + wait);
  // February 29 is the last day of a February without it.
  return date.day === null ? [first, last] : single(Math.min(first + date.day - 1, last));
}

const single = (day: number): readonly [number, number] => [day, day];

/** Months since the year 0 of a day. */
const monthsOf = (day: number): number => Number(dayText(day).slice(0, 4)) * 12 + Number(dayText(day).slice(5, 7)) - 1;

function monthOf(months: number): readonly [number, number] {
  const first = (of: number): number => dayNumberOf(Math.floor(of / 12), (of % 12) + 1, 1) ?? 0;
  return [first(months), first(months + 1) - 1];
}
