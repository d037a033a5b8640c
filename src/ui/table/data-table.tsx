import {
  columnOrderingFeature,
  columnSizingFeature,
  columnVisibilityFeature,
  createColumnHelper,
  type Row,
  type RowData,
  rowSelectionFeature,
  tableFeatures,
  useTable,
} from '@tanstack/react-table';
import { type ReactNode, useMemo } from 'react';
import { Link } from 'react-router-dom';
import type { RowAction } from '../actions/row-action.ts';
import { RowActions } from '../actions/row-actions.tsx';
import type { TableList } from '../list/use-list.ts';
import { useSetting } from '../local-setting.ts';
import { type Column, sumOf } from './column.ts';
import { emptyColumns } from './empty-columns.ts';
import { ActionsHead, HeadCell } from './head-cell.tsx';
import { SelectAll, SelectRow } from './select-rows.tsx';
import { isHidden, type TableLayout, tableLayout, usualLayout } from './table-layout.ts';
import './data-table.css';

type Key = string | number;

type Props<T> = {
  list: TableList<T>;
  /** The table's name, for screen readers. */
  label: string;
  /** The name under which the user's column layout is stored, if not the table's. */
  layoutName?: string;
  columns: readonly Column<T>[];
  rowKey: (row: T) => Key;
  /** The name of a row, for its buttons and checkboxes. Defaults to the text of the first column. */
  nameOf?: (row: T) => string;
  /** The path of a row. Its first cell becomes a link to it. */
  openPath?: (row: T) => string;
  /** The actions of each row. */
  actions?: readonly RowAction<T>[];
  /** Instead of `actions`: a custom control at the end of each row. */
  control?: (row: T) => ReactNode;
  /** Checkboxes before the rows, for actions on several rows. */
  selection?: { selected: ReadonlySet<Key>; onSelected: (selected: ReadonlySet<Key>) => void };
};

const features = tableFeatures({ columnVisibilityFeature, columnOrderingFeature, columnSizingFeature, rowSelectionFeature });
type Features = typeof features;

/** A table for up to some hundred rows; use the grid for thousands. Headless TanStack Table with our own elements. */
export function DataTable<T extends RowData>(props: Props<T>) {
  const { list, label, layoutName = label, columns, rowKey, selection } = props;
  const empty = emptyColumns(columns, list.whole, list.rows);
  const layout = useLayout(layoutName, columns, empty);
  const table = useTable<Features, T>({
    features,
    columns: useColumns(columns),
    data: list.rows,
    getRowId: (row) => String(rowKey(row)),
    state: { ...layout.state, rowSelection: selectionState(selection?.selected) },
    onRowSelectionChange: (change) => {
      const next = typeof change === 'function' ? change(selectionState(selection?.selected)) : change;
      selection?.onSelected(
        new Set([...list.rows.map(rowKey), ...(selection?.selected ?? [])].filter((key) => next[String(key)])),
      );
    },
  });
  const byKey = new Map<string, Column<T>>(columns.map((column) => [column.key, column]));
  const shown = table.getVisibleLeafColumns().flatMap(({ id }) => byKey.get(id) ?? []);
  const all = table.getAllLeafColumns().flatMap(({ id }) => byKey.get(id) ?? []);
  const { rows } = table.getRowModel();
  const last = props.actions || props.control;
  const menu = { columns: all, empty, layout: layout.kept, onLayout: layout.keep, onReset: layout.reset, label };
  return (
    <div className="rows-scroll card" tabIndex={0} role="group" aria-label={label}>
      <table className="rows" {...sizeOf(shown.length)}>
        <thead>
          <tr>
            {selection && <SelectAll table={table} />}
            {shown.map((column, at) => (
              <HeadCell
                key={column.key}
                column={column}
                list={list}
                width={layout.kept.widths[column.key]}
                onWidth={layout.widen}
                menu={!last && at === shown.length - 1 ? menu : null}
              />
            ))}
            {last && <ActionsHead menu={menu} />}
          </tr>
        </thead>
        <tbody>
          {rows.map((row) => (
            <BodyRow key={row.id} row={row} shown={shown} widths={layout.kept.widths} {...props} />
          ))}
        </tbody>
        <Sums rows={list.rows} shown={shown} before={selection ? 1 : 0} after={last ? 1 : 0} />
      </table>
    </div>
  );
}

/** Tables of many columns become cards where they do not fit; tables of few columns keep the measure of a form. */
const sizeOf = (columns: number) => ({ 'data-size': columns >= 6 ? 'wide' : columns <= 3 ? 'narrow' : 'usual' });

const selectionState = (selected: ReadonlySet<Key> = noKeys): Record<string, true> =>
  Object.fromEntries([...selected].map((key) => [String(key), true]));
const noKeys = new Set<Key>();

/** TanStack's columns. We render the cells, so a column needs little more than its key. */
function useColumns<T extends RowData>(columns: readonly Column<T>[]) {
  const keys = columns.map(({ key }) => key).join('\n');
  return useMemo(() => keys.split('\n').map((id) => createColumnHelper<Features, T>().display({ id })), [keys]);
}

/** The user's layout of this table on this device, as table state. The first column names the row: it is always shown first. */
function useLayout<T>(name: string, columns: readonly Column<T>[], empty: ReadonlySet<string>) {
  const usual = usualLayout(columns);
  const [kept, keep] = useSetting(tableLayout(name, usual));
  const first = columns[0]?.key ?? '';
  return {
    kept,
    keep,
    reset: () => keep(usual),
    widen: (key: string, width: number) => keep({ ...kept, widths: { ...kept.widths, [key]: width } }),
    state: {
      columnVisibility: Object.fromEntries(columns.map(({ key }) => [key, key === first || !isHidden(key, kept, empty)])),
      columnOrder: [first, ...kept.order.filter((key) => key !== first)],
      columnSizing: kept.widths,
    },
  };
}

type BodyRowProps<T extends RowData> = Omit<Props<T>, 'columns'> & {
  row: Row<Features, T>;
  shown: readonly Column<T>[];
  widths: TableLayout['widths'];
};

function BodyRow<T extends RowData>({ row, shown, widths, actions, control, selection, openPath, nameOf }: BodyRowProps<T>) {
  const { original } = row;
  const [first] = shown;
  const name = nameOf?.(original) ?? (first ? String(original[first.key] ?? '') : '');
  return (
    <tr aria-selected={selection ? row.getIsSelected() : undefined}>
      {selection && <SelectRow row={row} name={name} />}
      {shown.map((column, index) => {
        const text = column.cell ? column.cell(original) : plain(original[column.key]);
        const path = index === 0 ? openPath?.(original) : undefined;
        return (
          <td
            key={column.key}
            data-align={column.align}
            data-label={index === 0 ? undefined : column.label}
            {...cut(widths[column.key])}
          >
            {path ? <Link to={path}>{text}</Link> : text}
          </td>
        );
      })}
      {control && <td className="rows-actions">{control(original)}</td>}
      {actions && (
        <td className="rows-actions">
          <RowActions row={original} name={name} actions={actions} />
        </td>
      )}
    </tr>
  );
}

/** A column narrower than its text ends in an ellipsis. */
const cut = (width: number | undefined) => (width === undefined ? {} : { className: 'rows-cut', style: { maxWidth: width } });

type SumsProps<T> = { rows: readonly T[]; shown: readonly Column<T>[]; before: number; after: number };

/** Sums of the visible rows. For one page of a longer list, the row count makes that clear. */
function Sums<T>({ rows, shown, before, after }: SumsProps<T>) {
  if (rows.length < 2 || !shown.some(({ sum }) => sum)) return null;
  return (
    <tfoot>
      <tr>
        {before > 0 && <td />}
        {shown.map((column, index) => (
          <td key={column.key} data-align={column.align} data-label={index === 0 ? undefined : column.label}>
            {index === 0 ? `Sum of ${rows.length.toLocaleString('en-US')} rows` : ''}
            {column.sum && sumOf(rows, column).toLocaleString('en-US')}
          </td>
        ))}
        {after > 0 && <td />}
      </tr>
    </tfoot>
  );
}

function plain(value: unknown): ReactNode {
  if (value === null || value === undefined || value === '') return <span className="muted">—</span>;
  if (typeof value === 'boolean') return value ? 'Yes' : 'No';
  return typeof value === 'string' ? value : JSON.stringify(value);
}
