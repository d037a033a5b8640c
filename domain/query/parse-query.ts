import { type Chip, COMPARISONS, type DateValue, type Span } from './chip.ts';
import { dayNumberOf, dayText } from './day-number.ts';
import { fieldNamed, predicateNamed, type QueryField, type QuerySchema } from './query-schema.ts';

export type QueryProblem =
  | 'unknown-field'
  | 'unknown-predicate'
  | 'missing-value'
  | 'not-a-number'
  | 'not-a-date'
  | 'not-yes-or-no';

/** The place of a part in the text: `from` included, `to` excluded, UTF-16 units. */
type Place = { readonly from: number; readonly to: number };
export type ParsedQuery = {
  readonly chips: readonly (Chip & Place)[];
  /** Parts that the schema does not know, to be underlined. The chips leave them out. */
  readonly problems: readonly (Place & { readonly problem: QueryProblem; readonly text: string })[];
};

const FIELD_PART = /^([A-Za-z_][\w.]*):/;
const NUMBER = /^[+-]?(\d+\.?\d*|\.\d+)(e[+-]?\d+)?$/i;

/**
 * Parses a query: `facility:"st mary" cert:<80 is:unmapped -state:TX posted:>7d rate:60..80 free words`. Never fails: an invalid
 * part is reported with its place and left out. An unclosed quote extends to the end.
 */
export function parseQuery(text: string, schema: QuerySchema): ParsedQuery {
  const chips: (Chip & Place)[] = [];
  const problems: (Place & { problem: QueryProblem; text: string })[] = [];
  for (const place of placesOf(text)) {
    const raw = text.slice(place.from, place.to);
    const read = readPart(raw, schema);
    if (typeof read === 'string') problems.push({ ...place, problem: read, text: raw });
    else chips.push({ ...read, ...place });
  }
  return { chips, problems };
}

/** The parts of a query text, separated by white space outside quotes. */
export function placesOf(text: string): Place[] {
  const places: Place[] = [];
  let at = 0;
  while (at < text.length) {
    if (/\s/.test(text.charAt(at))) at++;
    else {
      const to = partEnd(text, at, /\s/);
      places.push({ from: at, to });
      at = to;
    }
  }
  return places;
}

/** First place at or after `from` where `stop` matches outside quotes, or the end of the text. */
function partEnd(text: string, from: number, stop: RegExp): number {
  let quoted = false;
  for (let at = from; at < text.length; at++) {
    const c = text.charAt(at);
    if (quoted && c === '\\') at++;
    else if (c === '"') quoted = !quoted;
    else if (!quoted && stop.test(c)) return at;
  }
  return text.length;
}

function readPart(raw: string, schema: QuerySchema): Chip | QueryProblem {
  const not = raw.length > 1 && raw.startsWith('-');
  const rest = not ? raw.slice(1) : raw;
  const name = FIELD_PART.exec(rest)?.[1];
  if (name === undefined) {
    const text = unquoted(rest);
    return text.trim() === '' ? 'missing-value' : { not, kind: 'word', text };
  }
  const value = rest.slice(name.length + 1);
  const lower = name.toLowerCase();
  if (lower === 'is' || lower === 'flag') return readNames(not, lower, listOf(value), schema);
  const field = fieldNamed(schema, name);
  if (!field) return 'unknown-field';
  if (value === '""') return { not, kind: 'empty', field: field.key };
  return readValue(not, field, value);
}

function readNames(not: boolean, of: 'is' | 'flag', names: readonly string[], schema: QuerySchema): Chip | QueryProblem {
  if (names.length === 0) return 'missing-value';
  const known = names.map((name) => predicateNamed(schema, of, name)?.name);
  const found = known.filter((name) => name !== undefined);
  return found.length === names.length ? { not, kind: 'named', of, names: found } : 'unknown-predicate';
}

function readValue(not: boolean, field: QueryField, value: string): Chip | QueryProblem {
  const operator = field.type === 'text' && /^[=~]/.test(value) ? value.charAt(0) : '';
  const values = listOf(value.slice(operator.length));
  if (values.length === 0 || values.some((v) => v.trim() === '')) return 'missing-value';
  switch (field.type) {
    case 'text':
      return { not, kind: 'text', field: field.key, exact: operator === '' ? (field.exact ?? false) : operator === '=', values };
    case 'number':
      return withSpans(values, readNumber, 'not-a-number', (spans) => ({ not, kind: 'number', field: field.key, spans }));
    case 'date':
      return withSpans(values, readDate, 'not-a-date', (spans) => ({ not, kind: 'date', field: field.key, spans }));
    case 'flag':
      break;
  }
  return readYes(not, field, values);
}

function readYes(not: boolean, field: QueryField, values: readonly string[]): Chip | QueryProblem {
  const said = values.length === 1 ? values[0]?.toLowerCase() : undefined;
  if (said === 'yes' || said === 'true' || said === '1') return { not, kind: 'yes', field: field.key };
  if (said === 'no' || said === 'false' || said === '0') return { not: !not, kind: 'yes', field: field.key };
  return 'not-yes-or-no';
}

function withSpans<T>(
  values: readonly string[],
  read: (text: string) => T | null,
  problem: QueryProblem,
  chip: (spans: Span<T>[]) => Chip,
): Chip | QueryProblem {
  const spans = values.map((value) => readSpan(value, read)).filter((span) => span !== null);
  return spans.length === values.length ? chip(spans) : problem;
}

function readSpan<T>(text: string, read: (text: string) => T | null): Span<T> | null {
  const dots = text.indexOf('..');
  if (dots >= 0) {
    const [left, right] = [text.slice(0, dots), text.slice(dots + 2)];
    const [from, to] = [read(left), read(right)];
    const unreadable = (from === null && left !== '') || (to === null && right !== '');
    return unreadable || (from === null && to === null) ? null : { op: '..', from, to };
  }
  const op = COMPARISONS.find((sign) => text.startsWith(sign));
  const value = read(text.slice(op?.length ?? 0));
  return value === null ? null : { op: op ?? '=', value };
}

function readNumber(text: string): number | null {
  const value = NUMBER.test(text) ? Number(text) + 0 : Number.NaN; // + 0 turns -0 into 0
  return Number.isFinite(value) ? value : null;
}

function readDate(text: string): DateValue | null {
  if (text.toLowerCase() === 'today') return { kind: 'ahead', days: 0 };
  const relative = /^(\+?)(\d{1,5})([dw])$/i.exec(text);
  if (relative) {
    const days = Number(relative[2]) * (relative[3]?.toLowerCase() === 'w' ? 7 : 1);
    return { kind: relative[1] === '+' ? 'ahead' : 'age', days };
  }
  const iso = /^(\d{4})-(\d{1,2})-(\d{1,2})$/.exec(text);
  if (iso) return dayOn(iso[1], iso[2], iso[3]);
  const american = /^(\d{1,2})\/(\d{1,2})\/(\d{4})$/.exec(text);
  return american ? dayOn(american[3], american[1], american[2]) : null;
}

function dayOn(year: string | undefined, month: string | undefined, day: string | undefined): DateValue | null {
  const number = dayNumberOf(Number(year), Number(month), Number(day));
  return number === null ? null : { kind: 'on', day: dayText(number) };
}

/** Splits at commas outside quotes and removes the quotes. A comma just typed at the end adds nothing. */
function listOf(value: string): string[] {
  const parts: string[] = [];
  let at = 0;
  while (at < value.length) {
    const to = partEnd(value, at, /,/);
    parts.push(unquoted(value.slice(at, to)));
    at = to + 1;
  }
  return parts;
}

function unquoted(raw: string): string {
  let text = '';
  let quoted = false;
  for (let at = 0; at < raw.length; at++) {
    const c = raw.charAt(at);
    if (quoted && c === '\\' && at + 1 < raw.length) text += raw.charAt(++at);
    else if (c === '"') quoted = !quoted;
    else text += c;
  }
  return text;
}
