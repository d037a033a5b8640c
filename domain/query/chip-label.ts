import type { Chip, DateValue, Span } from './chip.ts';
import { printSpan } from './print-query.ts';
import { fieldNamed, predicateNamed, type QuerySchema } from './query-schema.ts';

/** The label of a chip: "Certainty <90", "not State TX, CA", "Posted more than 7 days ago". */
export function chipLabel(chip: Chip, schema: QuerySchema): string {
  const says = saying(chip, schema);
  return chip.not ? `not ${says}` : says;
}

function saying(chip: Chip, schema: QuerySchema): string {
  switch (chip.kind) {
    case 'word':
      return `“${chip.text}”`;
    case 'text':
      return `${labelOf(schema, chip.field)} ${chip.exact ? '' : '~ '}${valueLabels(schema, chip.field, chip.values)}`;
    case 'number':
      return `${labelOf(schema, chip.field)} ${chip.spans.map((span) => printSpan(span, String)).join(', ')}`;
    case 'date':
      return `${labelOf(schema, chip.field)} ${chip.spans.map(dateSaying).join(' or ')}`;
    case 'yes':
      return labelOf(schema, chip.field);
    case 'empty':
      return `${labelOf(schema, chip.field)} is blank`;
    case 'named':
      break;
  }
  return chip.names.map((name) => predicateNamed(schema, chip.of, name)?.label ?? name).join(' or ');
}

const AGE_WORDS = { '=': '', '<': 'less than ', '<=': 'at most ', '>': 'more than ', '>=': 'at least ' } as const;
const DATE_WORDS = { '=': 'on ', '<': 'before ', '<=': 'until ', '>': 'after ', '>=': 'from ' } as const;

function dateSaying(span: Span<DateValue>): string {
  if (span.op === '..') {
    const from = span.from && `from ${dateWord(span.from)}`;
    const to = span.to && `to ${dateWord(span.to)}`;
    return [from, to].filter((end) => end !== null).join(' ');
  }
  if (span.value.kind === 'age') return `${AGE_WORDS[span.op]}${dateWord(span.value)}`;
  return `${DATE_WORDS[span.op]}${dateWord(span.value)}`;
}

function dateWord(date: DateValue): string {
  if (date.kind === 'on') return date.day;
  const days = `${date.days} ${date.days === 1 ? 'day' : 'days'}`;
  if (date.kind === 'age') return `${days} ago`;
  return date.days === 0 ? 'today' : `${days} ahead`;
}

function labelOf(schema: QuerySchema, key: string): string {
  return fieldNamed(schema, key)?.label ?? key;
}

function valueLabels(schema: QuerySchema, key: string, values: readonly string[]): string {
  const label = fieldNamed(schema, key)?.valueLabel ?? ((value: string) => value);
  return values.map(label).join(', ');
}
