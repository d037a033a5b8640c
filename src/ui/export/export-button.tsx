import { Button, Menu } from '@mantine/core';
import { IconDownload } from '@tabler/icons-react';
import { type ReactNode, useState } from 'react';
import { fileNameOf } from '#domain/sheet/file-name.ts';
import { mostExcelRows, type SheetData, type SheetFile } from '#domain/sheet/sheet-data.ts';
import { makeSheetFile } from '#src/workers/sheet/sheet-client.ts';
import type { PagedList } from '../list/use-list.ts';
import { saveFile } from '../save-file.ts';
import type { Column } from '../table/column.ts';
import { toast } from '../toast/toasts.tsx';
import { sheetOf } from './sheet-of.ts';
import './export-button.css';

type Props<T> = {
  /** The list's title. The file name derives from it. */
  title: string;
  list: Pick<PagedList<T>, 'all' | 'found'>;
  columns: readonly Column<T>[];
  /** The sheet of the rows, where more is known than the table's columns say. */
  sheet?: (rows: readonly T[]) => SheetData;
  /** Further items of the menu. */
  items?: ReactNode;
};

/** Saves every row that search and filters match, in the list's columns, as CSV or for Excel. The file is made on this device. */
export function ExportButton<T>({ title, list, columns, sheet = (rows) => sheetOf(columns, rows), items }: Props<T>) {
  const [busy, setBusy] = useState(false);
  const save = async (type: SheetFile) => {
    const all = await list.all();
    if (!all) return;
    const rows = type === 'xlsx' ? all.rows.slice(0, mostExcelRows) : all.rows;
    saveFile(fileNameOf(title, type), await makeSheetFile(type, sheet(rows)));
    if (rows.length < all.found) toast.warning({ title: cutTitle(rows.length, all.found), ...(type === 'xlsx' && asCsv) });
  };
  const run = (type: SheetFile) => () => {
    setBusy(true);
    save(type)
      .catch(() => toast.error({ title: 'The file was not made', detail: 'Your rows are unchanged. Try again.' }))
      .finally(() => setBusy(false));
  };
  return (
    <Menu position="bottom-end">
      <Menu.Target>
        <Button
          className="export-button"
          variant="default"
          loading={busy}
          disabled={list.found === 0}
          leftSection={<IconDownload size={16} aria-hidden />}
        >
          Export
        </Button>
      </Menu.Target>
      <Menu.Dropdown>
        <Menu.Item onClick={run('csv')}>Save as CSV</Menu.Item>
        <Menu.Item onClick={run('xlsx')}>Save for Excel</Menu.Item>
        {items}
      </Menu.Dropdown>
    </Menu>
  );
}

const cutTitle = (rows: number, found: number): string =>
  `The file has the first ${rows.toLocaleString('en-US')} of ${found.toLocaleString('en-US')} rows`;
const asCsv = { detail: 'An Excel file has at most 10,000 rows. Save as CSV to get more.' };
