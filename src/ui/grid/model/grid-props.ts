import type { KeyboardEvent, ReactNode, Ref } from 'react';
import type { ColumnLayout } from './column-layout.ts';
import type { GridColumn } from './grid-column.ts';
import type { GridSource, RowView, SortKey } from './grid-source.ts';
import type { Selection } from './selection.ts';

/** A row and column that something happens at; `element` is the cell, for what opens beside it. */
export type At = { readonly row: RowView; readonly index: number; readonly column: GridColumn | null; readonly element: Element };

export type GridProps = {
  /** What the rows are, for screen readers: "Staged jobs". */
  readonly label: string;
  readonly source: GridSource;
  readonly columns: readonly GridColumn[];
  readonly layout: ColumnLayout;
  readonly onLayout: (layout: ColumnLayout) => void;
  readonly sort: readonly SortKey[];
  readonly onSort: (sort: readonly SortKey[]) => void;
  readonly selection: Selection;
  /** Told as a change of what is chosen by then: keys come faster than screens are drawn. */
  readonly onSelection: (change: (now: Selection) => Selection) => void;
  /** Chosen rows that the present query does not show. */
  readonly hiddenSelected: number;
  readonly onSelectAll: () => void;
  /** Every key the grid itself has no use for; true when it meant something. */
  readonly onKey: (event: KeyboardEvent, at: At) => boolean;
  /** A part of a cell that was clicked (`data-part`), or `opens` of its column. */
  readonly onPart: (part: string, at: At) => void;
  /** A double click or a tap on a row: open the record. */
  readonly onOpen: (row: RowView, index: number) => void;
  /** The card for a part of a cell, or for the cell itself (`part` null); null when there is nothing to explain. */
  readonly card: (part: string | null, row: RowView, column: GridColumn) => ReactNode;
  readonly onFilterBy: (column: GridColumn, row: RowView | null, exclude: boolean) => void;
  /** Extra class of a row, by what it is. */
  readonly tone: (row: RowView) => string;
  readonly readOnly: boolean;
  /** Single letters are shortcuts; a person may switch them off. */
  readonly letters: boolean;
  readonly empty: ReactNode;
  readonly covered: number;
  readonly onVisible?: (first: number) => void;
  readonly gridRef?: Ref<GridHandle>;
};

/** What a screen may ask of its grid. */
export type GridHandle = { focus(): void; goTo(index: number): void };
