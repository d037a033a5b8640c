import { tidy } from '#domain/parsing/value-problem.ts';
import { feedLimits } from './feed-limits.ts';
import { UnreadableFeed } from './feed-problem.ts';

export type FeedFormat = 'xml' | 'json' | 'csv' | 'xlsx' | 'mail';

/** A row that is not a valid record. `row` counts records from 1, without the header. */
export type BadRow = { readonly row: number; readonly problem: string; readonly shown: string };

/** A feed as one flat table. `rows[i].cells[j]` belongs to `columns[j]`; '' if the record has no value there. */
export type FeedTable = {
  readonly format: FeedFormat;
  readonly columns: readonly string[];
  readonly rows: readonly { readonly row: number; readonly cells: readonly string[] }[];
  readonly badRows: readonly BadRow[];
  /** Says what was left out, if the file has more than the limits allow. */
  readonly truncated?: string;
};

const SPECIAL_NAMES = new Set(['__proto__', 'constructor', 'prototype']);

/**
 * Makes a column name safe as an object key: one line, at most 120 characters, never a name with a special meaning in objects.
 */
export function columnName(text: string, index: number): string {
  const name = tidy(text, 120);
  if (name === '') return `column ${index + 1}`;
  return SPECIAL_NAMES.has(name) ? `column ${name}` : name;
}

/** Column names of a header row, made unique: a second `Rate` becomes `Rate (2)`. */
export function headerOf(cells: readonly string[]): string[] {
  if (cells.length > feedLimits.columns) throw tooManyColumns(cells.length);
  const seen = new Map<string, number>();
  return cells.map((cell, index) => {
    const name = columnName(cell, index);
    const times = (seen.get(name) ?? 0) + 1;
    seen.set(name, times);
    return times === 1 ? name : `${name} (${times})`;
  });
}

const tooManyColumns = (count: number): UnreadableFeed =>
  new UnreadableFeed(
    'too_large',
    `The file has ${count.toLocaleString('en-US')} columns; at most ${feedLimits.columns.toLocaleString('en-US')} are read. Send one column per field.`,
  );

/** Counts the rows read and reports when the file has more than the limits allow. */
export function rowBudget() {
  let rows = 0;
  let cells = 0;
  let truncated: string | undefined;
  return {
    /** Whether another row with this many cells may be read. */
    take(width: number): boolean {
      if (truncated === undefined && (rows + 1 > feedLimits.rows || cells + width > feedLimits.cells)) {
        truncated = `Only the first ${rows.toLocaleString('en-US')} rows were read: a feed may hold ${feedLimits.rows.toLocaleString('en-US')} rows and ${feedLimits.cells.toLocaleString('en-US')} cells. Split the file.`;
      }
      if (truncated !== undefined) return false;
      rows += 1;
      cells += width;
      return true;
    },
    truncated: (): { truncated?: string } => (truncated === undefined ? {} : { truncated }),
  };
}

/** Combines records with different names into one table. */
export function tableBuilder() {
  const positions = new Map<string, number>();
  const rows: { row: number; cells: string[] }[] = [];
  return {
    add(row: number, record: ReadonlyMap<string, string>): void {
      const cells: string[] = [];
      for (const [name, value] of record) {
        let position = positions.get(name);
        if (position === undefined) {
          position = positions.size;
          if (position >= feedLimits.columns) throw tooManyColumns(position + 1);
          positions.set(name, position);
        }
        cells[position] = value;
      }
      rows.push({ row, cells: Array.from(cells, (cell) => cell ?? '') });
    },
    columns: (): string[] => [...positions.keys()],
    rows: (): readonly { row: number; cells: string[] }[] => rows,
  };
}
