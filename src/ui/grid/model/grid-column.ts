import type { ReactNode } from 'react';
import type { GroupValue, RowView } from './grid-source.ts';

/** The result of reading an edited text: a value, or a sentence that explains why there is none. */
export type Edited = { readonly ok: true; readonly value: unknown } | { readonly ok: false; readonly problem: string };

/** How a cell is edited in place. A `problem` is shown beside the input, which is then empty. */
export type CellEdit = {
  readonly mode: 'decimal' | 'numeric' | 'text' | 'date';
  initial(row: RowView): string;
  read(text: string): Edited;
  commit(row: RowView, value: unknown): void;
  /** What else the typed text would change, shown live under the input. */
  effect?(row: RowView, text: string): string | null;
  /** The reason why this row's cell cannot be edited now, or null. */
  blocked?(row: RowView): string | null;
};

/** One column: the source columns that it reads, how its cells look, and their text. */
export type GridColumn = {
  readonly key: string;
  readonly label: string;
  /** Heading in the column chooser. */
  readonly group: string;
  readonly width: number;
  readonly align?: 'end';
  /** The cell of its source is a number that files have as it is. Columns with a total are such columns anyway. */
  readonly isNumber?: true;
  readonly reads: readonly string[];
  /** Plain elements with class names only: no component library inside a cell. */
  cell(row: RowView, tall: boolean): ReactNode;
  /** The cell as text: to copy it, to announce it, and to show it if it does not fit. */
  text(row: RowView): string;
  /** Source column to sort by; absent if the column cannot be sorted. */
  readonly sortBy?: string;
  /** How rows are grouped by this column: the source column whose equal values make a group, and a value as text. */
  readonly groupBy?: { readonly key: string; readonly text: (value: GroupValue) => string };
  /** The total of this column's source column as text, for the line of a group. Absent where a total says nothing. */
  readonly sumText?: (sum: number) => string;
  readonly edit?: CellEdit;
  /** Enter, or a click on the cell's button, calls `onPart` with this name, so that the screen opens a picker, not an input. */
  readonly opens?: string;
};
