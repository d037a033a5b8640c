import { feedLimits } from './feed-limits.ts';
import { UnreadableFeed } from './feed-problem.ts';
import { columnName } from './feed-table.ts';

/** A parsed JSON or XML value. */
export type Tree = string | number | boolean | null | readonly Tree[] | { readonly [name: string]: Tree };
export type Branch = { readonly [name: string]: Tree };

export const isBranch = (value: Tree | undefined): value is Branch =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** Key for the text of an XML element that also has attributes or children. */
const OWN_TEXT = '#text';

/**
 * Flattens one record into names such as `location.name` and `rates.0.rate`. A list of plain values is joined by commas. XML
 * attributes start with `@`. A list of objects gives one name per entry, limited by the number of columns.
 */
export function flatten(record: Branch): ReadonlyMap<string, string> {
  const flat = new Map<string, string>();
  const walk = (value: Tree, name: string, depth: number): void => {
    if (depth > feedLimits.depth) throw tooDeep();
    if (Array.isArray(value)) {
      if (value.every((item) => typeof item !== 'object' || item === null))
        return put(name, value.map(textOf).filter(Boolean).join(', '));
      value.forEach((item: Tree, index: number) => walk(item, join(name, String(index)), depth + 1));
      return;
    }
    if (!isBranch(value)) return put(name, textOf(value));
    for (const [key, inner] of Object.entries(value))
      walk(inner, key === OWN_TEXT ? name : join(name, columnName(key, 0)), depth + 1);
  };
  const put = (name: string, text: string): void => {
    const key = name === '' ? 'text' : name;
    if (flat.size >= feedLimits.columns && !flat.has(key)) {
      throw new UnreadableFeed('too_large', `A record has more than ${feedLimits.columns.toLocaleString('en-US')} fields.`);
    }
    flat.set(key, text);
  };
  walk(record, '', 0);
  return flat;
}

export const tooDeep = (): UnreadableFeed =>
  new UnreadableFeed(
    'too_large',
    `The file is nested deeper than ${feedLimits.depth} levels. Ask the vendor for a flat list of jobs.`,
  );

const join = (name: string, key: string): string => (name === '' ? key : `${name}.${key}`);

const textOf = (value: Tree): string => (value === null || typeof value === 'object' ? '' : String(value));
