import type { SingleChip, Span } from './chip.ts';
import { joined, type Piece } from './join-parts.ts';
import { nearAt, nearOf } from './near.ts';
import { nearestField, nearestPredicate } from './nearest-word.ts';
import type { ParsedQuery, Place, QueryProblem, Refused } from './parsed-query.ts';
import { asStateCode } from './plain-state.ts';
import { isSpelling, phraseOf, type Reading, readWords, spellingsBetweenSlashes } from './plain-words.ts';
import { fieldNamed, type PlainWords, predicateNamed, type QueryField, type QuerySchema } from './query-schema.ts';
import { listOf, partEnd, readDate, readNumber, readSpan, unquoted } from './read-value.ts';

const FIELD_PART = /^([A-Za-z_][\w.]*):/;
const COMPARED_PART = /^(-?)([A-Za-z_][\w.]*)([<>]=?|=)(?=[^\s<>=])/;

/**
 * Parses a query: `facility:"st mary" cert:<80 is:unmapped -state:TX posted:>7d rate:60..80 free words`. `rate>70` is `rate:>70`. If the
 * schema says where plain words lead to, also reads `icu nights in texas above 80 dollars, not mapped, starting next month` and `ltc OR snf`. Never
 * fails: an invalid part is reported with its place and left out. An unclosed quote extends to the end.
 */
export function parseQuery(text: string, schema: QuerySchema): ParsedQuery {
  const places = placesOf(text);
  const raws = places.map(({ from, to }) => withColon(text.slice(from, to), schema));
  const words = raws.map(plainWord);
  const pieces: Piece[] = [];
  for (let at = 0; at < places.length; ) {
    const slashed = schema.plain && spellingsBetweenSlashes(words[at] ?? '');
    if (slashed) {
      pieces.push(...eitherOf(slashed, places[at]?.from ?? 0));
      at++;
      continue;
    }
    const read = schema.plain ? readSpoken(raws, words, at, schema, schema.plain) : null;
    const { used, ...piece } = read ?? { used: 1, ...written(raws[at] ?? '', schema) };
    const place = { from: places[at]?.from ?? 0, to: places[at + used - 1]?.to ?? text.length };
    pieces.push({ ...piece, ...place, text: text.slice(place.from, place.to) });
    at += used;
  }
  return joined(pieces, schema.plain);
}

/** `rate>70` as `rate:>70`, if the name is that of a field that can be compared so. */
function withColon(raw: string, schema: QuerySchema): string {
  const [, minus = '', name = '', sign = ''] = COMPARED_PART.exec(raw) ?? [];
  const type = name === '' ? undefined : fieldNamed(schema, name)?.type;
  const isCompared = type === 'number' || type === 'date' || (type === 'text' && sign === '=');
  return isCompared ? `${minus}${name}:${raw.slice(minus.length + name.length)}` : raw;
}

/** `er/icu`: each spelling at its place, with an "or" for the slash. */
function eitherOf(spellings: readonly string[], from: number): Piece[] {
  let at = from;
  return spellings.flatMap((text, i): Piece[] => {
    const slash: Piece[] = i === 0 ? [] : [{ sort: 'or', text: 'OR', from: at - 1, to: at }];
    const word: Piece = { sort: 'word', text, chip: { not: false, kind: 'word', text }, from: at, to: at + text.length };
    at = word.to + 1;
    return [...slash, word];
  });
}

type Read = Pick<Piece, 'chip' | 'refused' | 'sort'> & { readonly used: number };

/** A word in lower case, without the punctuation of a sentence. Empty for a part with a field or quotes. */
function plainWord(raw: string): string {
  if (raw.includes('"') || (raw.startsWith('-') && raw !== '-') || FIELD_PART.test(raw)) return '';
  return raw.toLowerCase().replace(/[,;?!.]+$/, '');
}

/** What plain words mean; null for a part with a field or quotes. */
function readSpoken(
  raws: readonly string[],
  words: readonly string[],
  at: number,
  schema: QuerySchema,
  plain: PlainWords,
): Read | null {
  const raw = raws[at] ?? '';
  const next = words[at + 1] ?? '';
  // The value of a date with a space in it: `start:next month`.
  if (/^-?[A-Za-z_][\w.]*:(this|next)$/i.test(raw) && /^(week|month)$/.test(next)) {
    return { used: 2, ...written(`${raw}-${next}`, schema) };
  }
  if (/^-[^"]/.test(raw) && !FIELD_PART.test(raw.slice(1))) return minusWord(raws, at, schema, plain);
  if (words[at] === '') return /^[,;?!.]+$/.test(raw) ? { used: 1, sort: 'filler' } : null;
  const isOr = words[at] === 'or' && !(next !== '' && isSpelling(`or ${next}`));
  if (isOr || /^\|+$/.test(words[at] ?? '')) return { used: 1, sort: 'or' };
  const near = schema.near ? nearAt(words.slice(at)) : null;
  if (near) return { used: near.used, chip: { not: false, ...near.near }, sort: 'other' };
  const stop = words.findIndex((word, i) => i > at && (word === '' || (word === 'or' && raws[i] !== 'or')));
  const to = stop < 0 ? words.length : stop;
  return fromReading(readWords(words.slice(at, to), raws.slice(at, to).map(bare), plain), words.slice(at, to), raws, at, schema);
}

const bare = (raw: string): string => raw.replace(/[,;?!.]+$/, '');

/** `-texas` and `-nites` are what "not texas" and "not nites" are. */
function minusWord(raws: readonly string[], at: number, schema: QuerySchema, plain: PlainWords): Read {
  const own = (raws[at] ?? '').slice(1);
  const reading = readWords([plainWord(own)], [bare(own)], plain);
  if (plainWord(own) === '' || reading.not || (reading.part && 'problem' in reading.part) || reading.part?.chip === null) {
    return { used: 1, chip: { not: true, kind: 'word', text: own }, sort: 'other' };
  }
  return fromReading({ ...reading, not: true }, [plainWord(own)], raws, at, schema);
}

function fromReading(
  { used, not, part, sort }: Reading,
  words: readonly string[],
  raws: readonly string[],
  at: number,
  schema: QuerySchema,
): Read {
  if (part && 'problem' in part) return { used, refused: part, sort: 'other' };
  if (part) return part.chip ? { used, chip: { ...part.chip, not }, sort } : { used, sort: 'filler' };
  const phrase = phraseIn(words.slice(0, used), schema.plain);
  if (phrase !== null) {
    const read = written(phrase, schema);
    return { used, ...read, ...(read.chip && { chip: { ...read.chip, not: read.chip.not !== not } }) };
  }
  // A "not" before a part with a field: `not state:TX`.
  const next = written(raws[at + used] ?? '', schema);
  if (!next.chip) return { used, refused: { problem: 'no-part', nearest: 'not mapped' }, sort: 'other' };
  return { used: used + 1, chip: { ...next.chip, not: !next.chip.not }, sort: 'other' };
}

/** The phrase at the end of the words: what precedes it is a "not" with its fillers. */
function phraseIn(words: readonly string[], plain: PlainWords | undefined): string | null {
  if (!plain) return null;
  for (let from = 0; from < words.length; from++) {
    const phrase = phraseOf(words.slice(from), plain);
    if (phrase !== null) return phrase;
  }
  return null;
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

function written(raw: string, schema: QuerySchema): Pick<Piece, 'chip' | 'refused' | 'sort'> {
  const read = readPart(raw, schema);
  if (typeof read === 'string') return { refused: { problem: read }, sort: 'other' };
  return 'problem' in read ? { refused: read, sort: 'other' } : { chip: read, sort: 'other' };
}

function readPart(raw: string, schema: QuerySchema): SingleChip | QueryProblem | Refused {
  const not = raw.length > 1 && raw.startsWith('-');
  const rest = not ? raw.slice(1) : raw;
  const name = FIELD_PART.exec(rest)?.[1];
  if (name === undefined) {
    const text = unquoted(rest);
    return text.trim() === '' ? 'missing-value' : { not, kind: 'word', text };
  }
  const value = rest.slice(name.length + 1);
  const lower = name.toLowerCase();
  if (lower === 'near' && schema.near) return readNear(not, value);
  if (lower === 'is' || lower === 'flag') return readNames(not, lower, listOf(value), schema);
  const field = fieldNamed(schema, name);
  if (!field) {
    const nearest = nearestField(schema, name);
    return { problem: 'unknown-field', ...(nearest && { nearest: `${not ? '-' : ''}${nearest}:${value}` }) };
  }
  if (value === '""') return { not, kind: 'empty', field: field.key };
  return readValue(not, field, value, schema);
}

function readNear(not: boolean, value: string): SingleChip | QueryProblem {
  if (value === '') return 'missing-value';
  const near = nearOf(value);
  return near ? { not, ...near } : 'not-a-distance';
}

function readNames(
  not: boolean,
  of: 'is' | 'flag',
  names: readonly string[],
  schema: QuerySchema,
): SingleChip | QueryProblem | Refused {
  if (names.length === 0) return 'missing-value';
  const known = names.map((name) => predicateNamed(schema, of, name)?.name);
  const found = known.filter((name) => name !== undefined);
  if (found.length === names.length) return { not, kind: 'named', of, names: found };
  const meant = names.map((name, i) => known[i] ?? nearestPredicate(schema, of, name));
  const nearest = meant.includes(undefined) ? undefined : `${not ? '-' : ''}${of}:${meant.join(',')}`;
  return { problem: 'unknown-predicate', ...(nearest && { nearest }) };
}

function readValue(not: boolean, field: QueryField, value: string, schema: QuerySchema): SingleChip | QueryProblem {
  const operator = field.type === 'text' && /^[=~]/.test(value) ? value.charAt(0) : '';
  const values = listOf(value.slice(operator.length));
  if (values.length === 0 || values.some((v) => v.trim() === '')) return 'missing-value';
  switch (field.type) {
    case 'text': {
      const exact = operator === '' ? (field.exact ?? false) : operator === '=';
      const isState = operator === '' && field.key === schema.plain?.state;
      return { not, kind: 'text', field: field.key, exact, values: isState ? values.map(asStateCode) : values };
    }
    case 'number':
      return withSpans(values, readNumber, 'not-a-number', (spans) => ({ not, kind: 'number', field: field.key, spans }));
    case 'date':
      return withSpans(values, readDate, 'not-a-date', (spans) => ({ not, kind: 'date', field: field.key, spans }));
    case 'flag':
      break;
  }
  return readYes(not, field, values);
}

function readYes(not: boolean, field: QueryField, values: readonly string[]): SingleChip | QueryProblem {
  const said = values.length === 1 ? values[0]?.toLowerCase() : undefined;
  if (said === 'yes' || said === 'true' || said === '1') return { not, kind: 'yes', field: field.key };
  if (said === 'no' || said === 'false' || said === '0') return { not: !not, kind: 'yes', field: field.key };
  return 'not-yes-or-no';
}

function withSpans<T>(
  values: readonly string[],
  read: (text: string) => T | null,
  problem: QueryProblem,
  chip: (spans: Span<T>[]) => SingleChip,
): SingleChip | QueryProblem {
  const spans = values.map((value) => readSpan(value, read)).filter((span) => span !== null);
  return spans.length === values.length ? chip(spans) : problem;
}
