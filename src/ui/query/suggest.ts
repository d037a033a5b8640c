import { type CaretInQuery, caretInQuery } from '#domain/query/caret-in-query.ts';
import type { QueryField, QuerySchema } from '#domain/query/query-schema.ts';

/** A completion: `insert` replaces the piece `from`..`to` of the text. */
export type QuerySuggestion = {
  readonly label: string;
  /** The text that the user could have typed instead, shown beside the label. */
  readonly hint: string;
  readonly count: number | null;
  readonly insert: string;
  readonly from: number;
  readonly to: number;
};

/** Distinct values of a field with their row counts, most frequent first. */
export type ValuesOf = (field: QueryField, typed: string, limit: number) => Promise<readonly { value: string; count: number }[]>;

const mostNames = 8;
const mostValues = 12;
const mostOfWords = 4;

/** Suggestions at the caret: names, predicates or live values. A free word is searched in the values of `wordFields`. */
export async function suggestions(
  text: string,
  caret: number,
  schema: QuerySchema,
  valuesOf: ValuesOf,
  wordFields: readonly string[],
): Promise<readonly QuerySuggestion[]> {
  const at = caretInQuery(text, caret, schema);
  switch (at.kind) {
    case 'value':
      return valueSuggestions(at, at.field, valuesOf);
    case 'predicate':
      return predicatesLike(at, schema, at.of).map(({ name, label }) => ({
        ...pieceOf(at),
        label,
        hint: name,
        insert: `${name} `,
      }));
    case 'name':
      return [...nameSuggestions(at, schema), ...(await wordSuggestions(at, schema, valuesOf, wordFields))];
  }
}

const pieceOf = ({ from, to }: CaretInQuery) => ({ from, to, count: null });

async function valueSuggestions(at: CaretInQuery, field: QueryField, valuesOf: ValuesOf): Promise<QuerySuggestion[]> {
  if (field.type === 'flag') return ['yes', 'no'].map((word) => ({ ...pieceOf(at), label: word, hint: '', insert: `${word} ` }));
  if (field.type === 'date') return dateSuggestions(at);
  if (field.type === 'number' && /^[<>=]|\.\./.test(at.typed)) return [];
  const values = ranked(await valuesOf(field, at.typed, mostValues * 5), at.typed);
  return values
    .slice(0, mostValues)
    .map(({ value, count }) => ({ ...pieceOf(at), label: value, hint: '', count, insert: `${quoted(value)} ` }));
}

/** Values that start with the typed text, before those that contain it. Otherwise the order stays. */
function ranked<V extends { readonly value: string }>(values: readonly V[], typed: string): V[] {
  const begins = ({ value }: V) => (value.toLowerCase().startsWith(typed.toLowerCase()) ? 0 : 1);
  return [...values].sort((a, b) => begins(a) - begins(b));
}

const dateSuggestions = (at: CaretInQuery): QuerySuggestion[] =>
  [
    ['today', 'Today'],
    ['<7d', 'Less than 7 days ago'],
    ['<30d', 'Less than 30 days ago'],
    ['>30d', 'More than 30 days ago'],
  ]
    .filter(([written]) => written?.startsWith(at.typed))
    .map(([written = '', label = '']) => ({ ...pieceOf(at), label, hint: written, insert: `${written} ` }));

function predicatesLike(at: CaretInQuery, schema: QuerySchema, of: 'is' | 'flag') {
  const typed = at.typed.toLowerCase();
  return schema[of].filter(({ name, label }) => name.toLowerCase().startsWith(typed) || label.toLowerCase().includes(typed));
}

function nameSuggestions(at: CaretInQuery, schema: QuerySchema): QuerySuggestion[] {
  const typed = at.typed.toLowerCase();
  const fields = schema.fields
    .filter(({ valueLabel }) => valueLabel === undefined)
    .map((field) => ({ field, written: shortest(field, typed) }))
    .filter(({ field, written }) => written.toLowerCase().startsWith(typed) || field.label.toLowerCase().includes(typed))
    .sort((a, b) => rank(a.written, typed) - rank(b.written, typed))
    .map(({ field, written }) => ({ ...pieceOf(at), label: field.label, hint: `${written}:`, insert: `${written}:` }));
  const isNear = schema.near !== undefined && typed !== '' && 'near'.startsWith(typed);
  const near = isNear ? [{ ...pieceOf(at), label: 'Miles around a zip code', hint: 'near:89501~50', insert: 'near:' }] : [];
  const predicates = (['is', 'flag'] as const).flatMap((of) =>
    predicatesLike(at, schema, of).map(({ name, label }) => ({
      ...pieceOf(at),
      label,
      hint: `${of}:${name}`,
      insert: `${of}:${name} `,
    })),
  );
  return typed === ''
    ? [...predicates.slice(0, 4), ...fields.slice(0, mostNames - 4)]
    : [...near, ...fields, ...predicates].slice(0, mostNames);
}

const rank = (written: string, typed: string): number => (written.toLowerCase().startsWith(typed) ? 0 : 1);

/** The shortest name or alias of a field, if possible one that starts with the typed text. */
function shortest({ key, aliases = [] }: QueryField, typed = ''): string {
  const names = [key, ...aliases].filter((name) => name.length > 2 || name === key);
  const goOn = names.filter((name) => name.toLowerCase().startsWith(typed));
  return (goOn.length > 0 ? goOn : names).reduce((best, name) => (name.length < best.length ? name : best));
}

async function wordSuggestions(
  at: CaretInQuery,
  schema: QuerySchema,
  valuesOf: ValuesOf,
  wordFields: readonly string[],
): Promise<QuerySuggestion[]> {
  if (at.typed.length < 2) return [];
  const fields = schema.fields.filter((field) => wordFields.includes(field.key));
  const found = await Promise.all(
    fields.map(async (field) =>
      (await valuesOf(field, at.typed, mostOfWords)).map(({ value, count }) => ({
        ...pieceOf(at),
        label: value,
        hint: field.label,
        count,
        insert: `${shortest(field)}:${quoted(value)} `,
      })),
    ),
  );
  return found.flat();
}

/** A value in quotes if it would not parse as one value otherwise. */
const quoted = (value: string): string => (/^[^\s",=~<>][^\s",]*$/.test(value) ? value : `"${value.replace(/["\\]/g, '\\$&')}"`);
