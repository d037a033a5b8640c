import type { Chip, DateValue, SingleChip, Span } from './chip.ts';
import { asStateCode } from './plain-state.ts';
import { isSpoken } from './plain-words.ts';
import { fieldNamed, type QuerySchema } from './query-schema.ts';
import { monthWord } from './read-value.ts';

/** The text of a query. `parseQuery` gives the same chips from it. */
export function printQuery(chips: readonly Chip[], schema: QuerySchema): string {
  return chips.map((chip) => printChip(chip, schema)).join(' ');
}

/** The text of one chip in a query. */
function printChip(chip: Chip, schema: QuerySchema): string {
  if (chip.kind === 'any') return chip.of.map((part) => printChip(part, schema)).join(' OR ');
  return `${chip.not ? '-' : ''}${plain(chip, schema)}`;
}

function plain(chip: SingleChip, schema: QuerySchema): string {
  switch (chip.kind) {
    case 'word':
      return /^[^\s":-][^\s":]*$/.test(chip.text) && !isSpoken(chip.text, schema.plain) ? chip.text : quoted(chip.text);
    case 'text': {
      // Without an operator, a state's name is read as its code.
      const isRead = chip.field === schema.plain?.state && chip.values.some((value) => asStateCode(value) !== value);
      const usual = fieldNamed(schema, chip.field)?.exact ?? false;
      const operator = chip.exact === usual && !isRead ? '' : chip.exact ? '=' : '~';
      return `${chip.field}:${operator}${chip.values.map(listed).join(',')}`;
    }
    case 'number':
      return `${chip.field}:${chip.spans.map((span) => printSpan(span, String)).join(',')}`;
    case 'date':
      return `${chip.field}:${chip.spans.map((span) => printSpan(span, printDate)).join(',')}`;
    case 'near':
      return `near:${chip.zip}~${chip.miles}`;
    case 'yes':
      return `${chip.field}:yes`;
    case 'empty':
      return `${chip.field}:""`;
    case 'named':
      break;
  }
  return `${chip.of}:${chip.names.join(',')}`;
}

/** One comparison in the notation of a query: `<80`, `60..80`, `7d`. */
export function printSpan<T>(span: Span<T>, print: (value: T) => string): string {
  if (span.op !== '..') return `${span.op === '=' ? '' : span.op}${print(span.value)}`;
  return `${span.from === null ? '' : print(span.from)}..${span.to === null ? '' : print(span.to)}`;
}

function printDate(date: DateValue): string {
  if (date.kind === 'on') return date.day;
  if (date.kind === 'age') return `${date.days}d`;
  if (date.kind === 'yearly') return `${monthWord(date.month)}${date.day === null ? '' : `-${date.day}`}`;
  if (date.kind === 'month' || date.kind === 'week') return `+${date.ahead}${date.kind}`;
  return date.days === 0 ? 'today' : `+${date.days}d`;
}

function listed(text: string): string {
  return /^[^\s",=~][^\s",]*$/.test(text) ? text : quoted(text);
}

function quoted(text: string): string {
  return `"${text.replace(/["\\]/g, '\\$&')}"`;
}
