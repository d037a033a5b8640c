import type { BlockColumn } from '#contract/kit/columns.ts';
import { cellAt } from '#domain/columns/cell-at.ts';
import type { Column, Stored } from './column.ts';
import type { Cell } from './grid-schema.ts';
import { TextColumn } from './text-column.ts';

const jsonOf = (value: unknown): string | null => (value === null || value === undefined ? null : JSON.stringify(value));

/** Lists and objects that are only shown. Stored as JSON text in a dictionary, because most jobs share the empty value. */
export class JsonColumn implements Column, Stored {
  readonly #texts = new TextColumn(false);

  reserve(rows: number): void {
    this.#texts.reserve(rows);
  }

  write(row: number, value: unknown): void {
    this.#texts.write(row, jsonOf(value));
  }

  load(at: number, rows: number, column: BlockColumn | undefined): void {
    if (column?.kind === 'dict') this.#texts.load(at, rows, { ...column, values: column.values.map(jsonOf) });
    else if (column) for (let i = 0; i < rows; i++) this.write(at + i, cellAt(column, i));
    else this.#texts.load(at, rows, undefined);
  }

  cell(row: number): Cell {
    const text = this.#texts.cell(row);
    return text === null ? null : JSON.parse(text);
  }

  bytes(): number {
    return this.#texts.bytes();
  }
}
