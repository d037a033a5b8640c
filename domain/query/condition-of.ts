import type { Chip, DateValue, Span } from './chip.ts';
import type { Condition } from './condition.ts';
import { dayNumber } from './day-number.ts';
import { predicateNamed, type QuerySchema } from './query-schema.ts';

/** Converts chips to the engine's condition. `today` is the viewer's local date, `yyyy-MM-dd`. */
export function conditionOf(chips: readonly Chip[], schema: QuerySchema, today: string): Condition {
  const day = dayNumber(today);
  if (day === null) throw new Error(`not a local date: ${today}`);
  return { kind: 'all', of: chips.map((chip) => turned(chip, meaning(chip, schema, day))) };
}

function turned(chip: Chip, of: Condition): Condition {
  return chip.not ? { kind: 'not', of } : of;
}

function meaning(chip: Chip, schema: QuerySchema, today: number): Condition {
  switch (chip.kind) {
    case 'word':
      return { kind: 'word', text: chip.text };
    case 'text':
      return anyOf(chip.values.map((text) => ({ kind: chip.exact ? 'equals' : 'contains', column: chip.field, text })));
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
    return within(...inOrder(span.from && dayOf(span.from, today), span.to && dayOf(span.to, today)));
  }
  const day = dayOf(span.value, today);
  // An older date has a greater age, so a comparison of ages is the reversed comparison of dates.
  switch (span.value.kind === 'age' ? MIRROR[span.op] : span.op) {
    case '=':
      return within(day, day);
    case '<':
      return within(null, day - 1);
    case '<=':
      return within(null, day);
    case '>':
      return within(day + 1, null);
    case '>=':
      break;
  }
  return within(day, null);
}

/** Sorts the ends of a range: `80..60` means `60..80`. */
function inOrder(from: number | null, to: number | null): [number | null, number | null] {
  return from !== null && to !== null && from > to ? [to, from] : [from, to];
}

function dayOf(date: DateValue, today: number): number {
  if (date.kind === 'on') return dayNumber(date.day) ?? today;
  return date.kind === 'age' ? today - date.days : today + date.days;
}
