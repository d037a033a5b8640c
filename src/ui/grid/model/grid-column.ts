import type { ReactNode } from 'react';
import type { RowView } from './grid-source.ts';

/** Where an edited text leads: a value to keep, or a sentence saying why not. */
export type Edited = { readonly ok: true; readonly value: unknown } | { readonly ok: false; readonly problem: string };

/** How a cell is edited in place. `problem` is shown beside the emptied input. */
export type CellEdit = {
  readonly mode: 'decimal' | 'numeric' | 'text' | 'date';
  initial(row: RowView): string;
  read(text: string): Edited;
  commit(row: RowView, value: unknown): void;
  /** What else the typed text would change, shown live under the input. */
  effect?(row: RowView, text: string): string | null;
  /** Why this row's cell cannot be edited now, or null. */
  blocked?(row: RowView): string | null;
};

/** One column: which source columns it reads, how its cells look, and what they say in words. */
export type GridColumn = {
  readonly key: string;
  readonly label: string;
  /** Heading in the column chooser. */
  readonly group: string;
  readonly width: number;
  readonly align?: 'end';
  readonly reads: readonly string[];
  /** Plain elements with class names only: no component library inside a cell. */
  cell(row: RowView, tall: boolean): ReactNode;
  /** The cell in words: copied, announced, shown when it does not fit. */
  text(row: RowView): string;
  /** Source column to sort by; absent when the column cannot be sorted. */
  readonly sortBy?: string;
  readonly edit?: CellEdit;
  /** Enter and click on the cell's button open something of the screen's (a picker) instead of an input. */
  readonly opens?: string;
};
