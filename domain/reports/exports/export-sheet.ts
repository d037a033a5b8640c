import type { SheetCell } from '../../sheet/sheet-data.ts';
import type { ReportColumnType } from '../kit/report.ts';

/** A column of an exported sheet: `of` reads its cell. Instants are UTC; the writer of the file puts them on a clock. */
export type ExportColumn<Row> = {
  readonly label: string;
  readonly type: ReportColumnType;
  readonly of: (row: Row) => SheetCell;
};

/** A sheet of an export: its name, of at most 31 characters, and its columns. */
export type ExportSheet<Row> = { readonly name: string; readonly columns: readonly ExportColumn<Row>[] };

/** The cells of a row. A blank text is an empty cell, yes and no are words. */
export const cellsOf = <Row>({ columns }: ExportSheet<Row>, row: Row): SheetCell[] =>
  columns.map(({ of }) => {
    const cell = of(row);
    if (typeof cell === 'boolean') return cell ? 'Yes' : 'No';
    return cell === '' ? null : cell;
  });

/** Names of what rows refer to by id. */
export type NameOf = (id: number) => string | null;

/** Builds columns. `id` of something that is gone stays in the column beside its name. */
export const column = <Row>(label: string, of: ExportColumn<Row>['of'], type: ReportColumnType = 'text'): ExportColumn<Row> => ({
  label,
  type,
  of,
});
