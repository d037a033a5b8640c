import { Button, Menu } from '@mantine/core';
import { IconDownload } from '@tabler/icons-react';
import { useState } from 'react';
import type { PagedList } from '../list/use-list.ts';
import { saveFile } from '../save-file.ts';
import type { Column } from '../table/column.ts';
import { toast } from '../toast/toasts.tsx';
import { fileNameOf, sheetOf } from './sheet-of.ts';
import './export-button.css';

type Props<T> = {
  /** The list's title. The file name derives from it. */
  title: string;
  list: Pick<PagedList<T>, 'all' | 'found'>;
  columns: readonly Column<T>[];
};

/** Saves every row that search and filters match, in the list's columns, as CSV or for Excel. */
export function ExportButton<T>({ title, list, columns }: Props<T>) {
  const [busy, setBusy] = useState(false);
  const save = async (type: 'csv' | 'xlsx') => {
    // The file writers load with the first export.
    const [all, { csvOf, xlsxOf }] = await Promise.all([list.all(), import('./write-sheet.ts')]);
    if (!all) return;
    const sheet = sheetOf(columns, all.rows);
    saveFile(fileNameOf(title, type), type === 'csv' ? csvOf(sheet) : await xlsxOf(sheet));
    const [rows, found] = [all.rows.length.toLocaleString('en-US'), all.found.toLocaleString('en-US')];
    if (all.rows.length < all.found) toast.warning({ title: `The file has the first ${rows} of ${found} rows` });
  };
  const run = (type: 'csv' | 'xlsx') => () => {
    setBusy(true);
    void save(type).finally(() => setBusy(false));
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
      </Menu.Dropdown>
    </Menu>
  );
}
