import type { Asked, NumberAsked, TextAsked } from './column.ts';
import { DerivedNumberColumn, DerivedTextColumn, type Lookup } from './derived-column.ts';
import type { DerivedColumnSchema, StoredColumn } from './grid-schema.ts';
import { JsonColumn } from './json-column.ts';
import { NumberColumn } from './number-column.ts';
import { TextColumn } from './text-column.ts';

export type OwnColumn = TextColumn | NumberColumn | JsonColumn;
export type LookedUpColumn = DerivedTextColumn | DerivedNumberColumn;
export type AnyColumn = OwnColumn | LookedUpColumn;

/** `isBase`: derived columns look up their values through this column. */
export function ownColumn(column: StoredColumn, isBase: boolean): OwnColumn {
  if (column.type === 'json') return new JsonColumn();
  return column.type === 'text' ? new TextColumn(isBase) : new NumberColumn(column.type);
}

export function lookedUpColumn(column: DerivedColumnSchema, base: AnyColumn | undefined, lookup: () => Lookup): LookedUpColumn {
  if (!(base instanceof TextColumn))
    throw new Error(`"${column.key}" is looked up through "${column.from}", which must be a text column`);
  return column.type === 'text'
    ? new DerivedTextColumn(base, lookup, column.pick)
    : new DerivedNumberColumn(base, lookup, column.pick, column.type);
}

/** Returns the column for sorting and blank tests. Throws for a JSON column, which supports neither. */
export function asAsked(column: AnyColumn, key: string): Asked {
  if (column instanceof JsonColumn) throw new Error(`"${key}" is only shown`);
  return column;
}

export function asText(column: AnyColumn, key: string): TextAsked {
  if (column instanceof TextColumn || column instanceof DerivedTextColumn) return column;
  throw new Error(`"${key}" is no text column`);
}

export function asNumbers(column: AnyColumn, key: string): NumberAsked {
  if (column instanceof NumberColumn || column instanceof DerivedNumberColumn) return column;
  throw new Error(`"${key}" is no column of numbers`);
}
