import type { Chip, DateValue, SingleChip, Span } from './chip.ts';
import { printSpan } from './print-query.ts';
import { fieldNamed, predicateNamed, type QuerySchema } from './query-schema.ts';
import { monthName } from './read-value.ts';
import { spellingsOf } from './search-words.ts';

/** The label of a chip: "Certainty <90", "not State TX, CA", "Posted more than 7 days ago". */
export function chipLabel(chip: Chip, schema: QuerySchema): string {
  if (chip.kind === 'any') return chip.of.map((part) => chipLabel(part, schema)).join(' or ');
  const says = saying(chip, schema);
  return chip.not ? `not ${says}` : says;
}

function saying(chip: SingleChip, schema: QuerySchema): string {
  switch (chip.kind) {
    case 'word':
      return wordSaying(chip.text, schema);
    case 'text':
      return `${labelOf(schema, chip.field)} ${chip.exact ? '' : '~ '}${valueLabels(schema, chip.field, chip.values)}`;
    case 'number':
      return `${labelOf(schema, chip.field)} ${chip.spans.map((span) => numberSaying(span, schema, chip.field)).join(', ')}`;
    case 'date':
      return `${labelOf(schema, chip.field)} ${chip.spans.map(dateSaying).join(' or ')}`;
    case 'near':
      return `Within ${chip.miles} ${chip.miles === 1 ? 'mile' : 'miles'} of ${chip.zip}`;
    case 'yes':
      return labelOf(schema, chip.field);
    case 'empty':
      return `${labelOf(schema, chip.field)} is blank`;
    case 'named':
      break;
  }
  return chip.names.map((name) => predicateNamed(schema, chip.of, name)?.label ?? name).join(' or ');
}

/** The word in quotes, with its main spelling if the search reads it as one: “nites” (nights). */
function wordSaying(text: string, schema: QuerySchema): string {
  const main = schema.plain && spellingsOf(text)?.find((spelling) => spelling.length > 3 && !spelling.includes('&'));
  const isOwn = main === undefined || main === text.toLowerCase().replaceAll(/[-/]/g, ' ');
  return isOwn ? `“${text}”` : `“${text}” (${main})`;
}

function numberSaying(span: Span<number>, schema: QuerySchema, key: string): string {
  return printSpan(span, fieldNamed(schema, key)?.numberLabel ?? String);
}

const AGE_WORDS = { '=': '', '<': 'less than ', '<=': 'at most ', '>': 'more than ', '>=': 'at least ' } as const;
const DATE_WORDS = { '=': 'on ', '<': 'before ', '<=': 'until ', '>': 'after ', '>=': 'from ' } as const;

function dateSaying(span: Span<DateValue>): string {
  if (span.op === '..') {
    const from = span.from && `from ${dateWord(span.from)}`;
    const to = span.to && `to ${dateWord(span.to)}`;
    return [from, to].filter((end) => end !== null).join(' ');
  }
  const { value } = span;
  if (span.op === '=' && (value.kind === 'month' || value.kind === 'week')) return dateWord(value);
  if (span.op === '=' && value.kind === 'yearly' && value.day === null) return `in ${dateWord(value)}`;
  if (span.value.kind === 'age') return `${AGE_WORDS[span.op]}${dateWord(span.value)}`;
  return `${DATE_WORDS[span.op]}${dateWord(span.value)}`;
}

function dateWord(date: DateValue): string {
  if (date.kind === 'on') return date.day;
  if (date.kind === 'yearly') return `${monthName(date.month)}${date.day === null ? '' : ` ${date.day}`}`;
  if (date.kind === 'month' || date.kind === 'week') return periodWord(date.kind, date.ahead);
  const days = `${date.days} ${date.days === 1 ? 'day' : 'days'}`;
  if (date.kind === 'age') return `${days} ago`;
  return date.days === 0 ? 'today' : `${days} ahead`;
}

function periodWord(period: 'month' | 'week', ahead: number): string {
  if (ahead < 2) return `${ahead === 0 ? 'this' : 'next'} ${period}`;
  return `${ahead} ${period}s ahead`;
}

function labelOf(schema: QuerySchema, key: string): string {
  return fieldNamed(schema, key)?.label ?? key;
}

function valueLabels(schema: QuerySchema, key: string, values: readonly string[]): string {
  const label = fieldNamed(schema, key)?.valueLabel ?? ((value: string) => value);
  return values.map(label).join(', ');
}
