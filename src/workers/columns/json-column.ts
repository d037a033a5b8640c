import type { BlockColumn } from '#contract/columns.ts';
import type { Column, Stored } from './column.ts';
import type { Cell } from './grid-schema.ts';
import { TextColumn } from './text-column.ts';

/** Lists and records, only shown. Kept as JSON text in a dictionary, since most jobs share the empty one. */
export class JsonColumn implements Column, Stored {
  readonly #texts = new TextColumn(false);

  reserve(rows: number): void {
    this.#texts.reserve(rows);
  }

  write(row: number, value: unknown): void {
    this.#texts.write(row, value === null || value === undefined ? null : JSON.stringify(value));
  }

  load(at: number, rows: number, column: BlockColumn | undefined): void {
    if (!column) return this.#texts.load(at, rows, undefined);
    for (let i = 0; i < rows; i++)
      this.write(at + i, column.kind === 'dict' ? column.values[column.codes[i] ?? 0] : column.values[i]);
  }

  cell(row: number): Cell {
    const text = this.#texts.cell(row);
    return text === null ? null : JSON.parse(text);
  }

  bytes(): number {
    return this.#texts.bytes();
  }
}
