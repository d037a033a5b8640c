import { useSortedRows } from '../list/use-sorted-rows.ts';
import type { Column } from '../table/column.ts';
import { DataTable } from '../table/data-table.tsx';
import { SettingsPart } from './settings-page.tsx';

type Props<T> = {
  title: string;
  rows: readonly T[];
  sort: keyof T & string;
  columns: readonly Column<T>[];
  rowKey: (row: T) => string | number;
  /** Shown if there are no rows. */
  empty: string;
};

/** A part of a settings page that is a table, usually with fields in its cells. */
export function SettingsTable<T extends object>({ title, rows, sort, columns, rowKey, empty }: Props<T>) {
  const list = useSortedRows(rows, sort);
  if (rows.length === 0) return <SettingsPart title={title} about={empty} />;
  return (
    <SettingsPart title={title}>
      <DataTable list={list} label={title} columns={columns} rowKey={rowKey} />
    </SettingsPart>
  );
}
