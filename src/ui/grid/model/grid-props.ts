import type { KeyboardEvent, ReactNode, Ref } from 'react';
import type { ColumnLayout } from './column-layout.ts';
import type { GridColumn } from './grid-column.ts';
import type { GridSource, RowGroup, RowView, SortKey } from './grid-source.ts';
import type { Selection } from './selection.ts';

/** A row and column of an event. `element` is the cell, for placing popovers beside it. */
export type At = { readonly row: RowView; readonly index: number; readonly column: GridColumn | null; readonly element: Element };

export type GridProps = {
  /** The name of the rows for screen readers: "Staged jobs". */
  readonly label: string;
  readonly source: GridSource;
  readonly columns: readonly GridColumn[];
  readonly layout: ColumnLayout;
  readonly onLayout: (layout: ColumnLayout) => void;
  readonly sort: readonly SortKey[];
  readonly onSort: (sort: readonly SortKey[]) => void;
  /** Source columns by which the rows are grouped, from outside to inside. */
  readonly group?: readonly string[];
  /** Absent where rows cannot be grouped. */
  readonly onGroup?: (group: readonly string[]) => void;
  /** Opens or closes a group, or all of them. */
  readonly onOpenGroup?: (group: RowGroup | 'all', isOpen: boolean) => void;
  /** Opens or closes a row that others are below. Absent where no row is below another. */
  readonly onOpenRow?: (id: number, isOpen: boolean) => void;
  readonly selection: Selection;
  /** Gets a function of the latest selection: keys can arrive faster than the screen renders. */
  readonly onSelection: (change: (now: Selection) => Selection) => void;
  /** Selected rows that the current query does not show. */
  readonly hiddenSelected: number;
  readonly onSelectAll: () => void;
  /** Called for every key that the grid does not use. Returns true if it handled the key. */
  readonly onKey: (event: KeyboardEvent, at: At) => boolean;
  /** Called with a clicked part of a cell (`data-part`), or with `opens` of its column. */
  readonly onPart: (part: string, at: At) => void;
  /** Opens the record of a row, after a double click or a tap. */
  readonly onOpen: (row: RowView, index: number) => void;
  /** The card for a part of a cell, or for the cell itself (`part` null); null if there is nothing to explain. */
  readonly card: (part: string | null, row: RowView, column: GridColumn) => ReactNode;
  readonly onFilterBy: (column: GridColumn, row: RowView | null, exclude: boolean) => void;
  /** Extra class of a row. */
  readonly tone: (row: RowView) => string;
  readonly readOnly: boolean;
  /** Single letters are shortcuts. The user can switch them off. */
  readonly letters: boolean;
  readonly empty: ReactNode;
  readonly covered: number;
  readonly onVisible?: (first: number) => void;
  readonly gridRef?: Ref<GridHandle>;
};

/** What a screen can call on its grid. */
export type GridHandle = { focus(): void; goTo(index: number): void };
