import type { ReactNode } from 'react';
import { Link } from 'react-router-dom';
import type { List } from './use-list.ts';
import './rows-table.css';

/** A column by a key of the row; `cell` where the plain value is not what people read. */
export type RowsColumn<T> = {
  key: keyof T & string;
  label: string;
  width?: number;
  align?: 'end';
  cell?: (row: T) => ReactNode;
};

/** Makes columns whose keys the compiler checks: `const col = columnsOf<Task>()`. */
export function columnsOf<T>() {
  return (key: keyof T & string, label: string, more: Omit<RowsColumn<T>, 'key' | 'label'> = {}): RowsColumn<T> => ({
    key,
    label,
    ...more,
  });
}

type Props<T> = {
  list: List<T>;
  label: string;
  columns: readonly RowsColumn<T>[];
  rowKey: (row: T) => string | number;
  /** Where a row leads; its first cell becomes the link. */
  openPath?: (row: T) => string;
  actions?: (row: T) => ReactNode;
  /** Boxes before the rows, for doing something to several. */
  choosing?: Choosing<T>;
};

type Choosing<T> = {
  chosen: ReadonlySet<string | number>;
  onChosen: (chosen: ReadonlySet<string | number>) => void;
  nameOf: (row: T) => string;
};

/** A list of up to some hundred rows as a plain table; the grid is for thousands. */
export function RowsTable<T>({ list, label, columns, rowKey, openPath, actions, choosing }: Props<T>) {
  return (
    <div className="rows-scroll card" tabIndex={0} role="region" aria-label={label}>
      <table className="rows">
        <thead>
          <tr>
            {choosing && <ChooseAll keys={list.rows.map(rowKey)} {...choosing} />}
            {columns.map((column) => (
              <HeadCell key={column.key} column={column} list={list} />
            ))}
            {actions && (
              <th className="rows-actions">
                <span className="visually-hidden">Actions</span>
              </th>
            )}
          </tr>
        </thead>
        <tbody>
          {list.rows.map((row) => (
            <tr key={rowKey(row)} aria-selected={choosing ? choosing.chosen.has(rowKey(row)) : undefined}>
              {choosing && <Choose row={row} of={rowKey(row)} {...choosing} />}
              {columns.map((column, index) => {
                const shown = column.cell ? column.cell(row) : plain(row[column.key]);
                const path = index === 0 ? openPath?.(row) : undefined;
                return (
                  <td key={column.key} data-align={column.align} data-label={index === 0 ? undefined : column.label}>
                    {path ? <Link to={path}>{shown}</Link> : shown}
                  </td>
                );
              })}
              {actions && <td className="rows-actions">{actions(row)}</td>}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}

function ChooseAll<T>({ keys, chosen, onChosen }: Choosing<T> & { keys: readonly (string | number)[] }) {
  const all = keys.length > 0 && keys.every((key) => chosen.has(key));
  const some = !all && keys.some((key) => chosen.has(key));
  return (
    <th className="rows-choose">
      <input
        type="checkbox"
        aria-label="Select all on this page"
        checked={all}
        ref={(box) => {
          if (box) box.indeterminate = some;
        }}
        onChange={() => onChosen(all ? new Set() : new Set(keys))}
      />
    </th>
  );
}

function Choose<T>({ row, of, chosen, onChosen, nameOf }: Choosing<T> & { row: T; of: string | number }) {
  const on = chosen.has(of);
  return (
    <td className="rows-choose">
      <label>
        <input
          type="checkbox"
          aria-label={`Select ${nameOf(row)}`}
          checked={on}
          onChange={() => onChosen(on ? new Set([...chosen].filter((key) => key !== of)) : new Set([...chosen, of]))}
        />
      </label>
    </td>
  );
}

function HeadCell<T>({ column, list }: { column: RowsColumn<T>; list: List<T> }) {
  const style = column.width ? { width: column.width } : {};
  const sorted = list.sort === column.key;
  const sort = sorted ? (list.descending ? 'descending' : 'ascending') : 'none';
  return (
    <th aria-sort={sort} data-align={column.align} style={style}>
      <button type="button" className="plain-button rows-sort" onClick={() => list.sortBy(column.key)}>
        {column.label}
        <span aria-hidden>{sorted ? (list.descending ? ' ↓' : ' ↑') : ''}</span>
      </button>
    </th>
  );
}

function plain(value: unknown): ReactNode {
  if (value === null || value === undefined || value === '') return <span className="muted">—</span>;
  if (typeof value === 'boolean') return value ? 'Yes' : 'No';
  return typeof value === 'string' ? value : JSON.stringify(value);
}
