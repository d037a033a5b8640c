import { placesOf } from './parse-query.ts';
import { fieldNamed, type QueryField, type QuerySchema } from './query-schema.ts';

/** What can be completed at the caret. A chosen suggestion replaces the text from `from` to `to`. */
export type CaretInQuery = { readonly typed: string; readonly from: number; readonly to: number } & (
  | { readonly kind: 'name' }
  | { readonly kind: 'value'; readonly field: QueryField }
  | { readonly kind: 'predicate'; readonly of: 'is' | 'flag' }
);

/** Finds what a person is typing at `caret`: a field or word, a value of a field (suggested from live data), or a predicate. */
export function caretInQuery(text: string, caret: number, schema: QuerySchema): CaretInQuery {
  const part = placesOf(text).find((place) => place.from <= caret && caret <= place.to) ?? { from: caret, to: caret };
  const raw = text.slice(part.from, caret);
  const start = raw.startsWith('-') ? 1 : 0;
  const colon = raw.indexOf(':');
  const name = raw.slice(start, colon).toLowerCase();
  if (colon < 0) return { kind: 'name', typed: raw.slice(start), from: part.from + start, to: part.to };
  const [opening = ''] = /^[=~<>]*/.exec(raw.slice(colon + 1)) ?? [];
  const from = part.from + Math.max(colon + 1 + opening.length, lastComma(raw) + 1);
  const comma = text.indexOf(',', caret);
  const to = comma >= 0 && comma < part.to ? comma : part.to;
  const piece = { typed: text.slice(from, caret).replaceAll('"', ''), from, to };
  if (name === 'is' || name === 'flag') return { kind: 'predicate', of: name, ...piece };
  const field = fieldNamed(schema, name);
  return field
    ? { kind: 'value', field, ...piece }
    : { kind: 'name', typed: raw.slice(start), from: part.from + start, to: part.to };
}

/** Place of the last comma outside quotes, or -1. */
function lastComma(raw: string): number {
  let quoted = false;
  let last = -1;
  for (let at = 0; at < raw.length; at++) {
    if (raw.charAt(at) === '"') quoted = !quoted;
    else if (raw.charAt(at) === ',' && !quoted) last = at;
  }
  return last;
}
