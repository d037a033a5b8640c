import type { BlockColumn } from '#contract/columns.ts';
import type { Column, Stored } from './column.ts';
import { textOf } from './text-column.ts';

/** Values that are only shown: lists and records, kept as they came. */
export class JsonColumn implements Column, Stored {
  readonly #values: unknown[] = [];

  reserve(): void {
    // Grows by itself.
  }

  write(row: number, value: unknown): void {
    this.#values[row] = value ?? null;
  }

  load(at: number, rows: number, column: BlockColumn | undefined): void {
    for (let i = 0; i < rows; i++)
      this.write(at + i, column?.kind === 'dict' ? column.values[column.codes[i] ?? 0] : column?.values[i]);
  }

  /** The value as JSON text. */
  cell(row: number): string | null {
    return textOf(this.#values[row]);
  }

  bytes(): number {
    return this.#values.length * 8;
  }
}
