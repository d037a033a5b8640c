import type { Row, RowData, rowSelectionFeature, Table } from '@tanstack/react-table';

type Features = { rowSelectionFeature: typeof rowSelectionFeature };

/** Selects every row on the page, or none. */
export function SelectAll<T extends RowData>({
  table,
}: {
  table: Pick<Table<Features, T>, 'getIsAllRowsSelected' | 'getIsSomeRowsSelected' | 'toggleAllRowsSelected'>;
}) {
  return (
    <th className="rows-choose">
      <input
        type="checkbox"
        aria-label="Select all on this page"
        checked={table.getIsAllRowsSelected()}
        ref={(box) => {
          if (box) box.indeterminate = table.getIsSomeRowsSelected();
        }}
        onChange={(event) => table.toggleAllRowsSelected(event.currentTarget.checked)}
      />
    </th>
  );
}

/** Selects one row. With Shift, selects all rows from the last clicked one. */
export function SelectRow<T extends RowData>({
  row,
  name,
}: {
  row: Pick<Row<Features, T>, 'getIsSelected' | 'getToggleSelectedHandler'>;
  name: string;
}) {
  return (
    <td className="rows-choose">
      <label>
        <input
          type="checkbox"
          aria-label={`Select ${name}`}
          checked={row.getIsSelected()}
          onChange={row.getToggleSelectedHandler()}
        />
      </label>
    </td>
  );
}
