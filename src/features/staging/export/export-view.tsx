import { Button, Group, Stack } from '@mantine/core';
import { useState } from 'react';
import { fileNameOf } from '#domain/sheet/file-name.ts';
import { mostExcelRows, type SheetFile } from '#domain/sheet/sheet-data.ts';
import { Dialog } from '#src/ui/dialog/dialog.tsx';
import { counted } from '#src/ui/format/format.ts';
import type { GridColumn } from '#src/ui/grid/model/grid-column.ts';
import { saveFile } from '#src/ui/save-file.ts';
import { toast } from '#src/ui/toast/toasts.tsx';
import { makeSheetFile } from '#src/workers/sheet/sheet-client.ts';
import { type ViewRows, viewSheet } from './view-sheet.ts';

type Props = {
  /** The view's name, which the file gets. */
  readonly name: string;
  readonly rows: ViewRows;
  readonly count: number;
  /** The columns shown, from left to right. */
  readonly columns: readonly GridColumn[];
  readonly onClose: () => void;
};

/** Saves the rows and columns that the grid shows as a file. The file is made on this device, also without a connection. */
export function ExportView({ name, rows, count, columns, onClose }: Props) {
  const [busy, setBusy] = useState(false);
  const save = async (type: SheetFile) => {
    const sheet = await viewSheet(rows, columns);
    saveFile(fileNameOf(name, type), await makeSheetFile(type, sheet));
    toast.success({ title: `${counted(sheet.rows.length, 'job')} exported` });
    onClose();
  };
  const run = (type: SheetFile) => () => {
    setBusy(true);
    save(type).catch(() => {
      setBusy(false);
      toast.error({ title: 'The file was not made', detail: 'The rows could not be read. Reload the page and try again.' });
    });
  };
  const isTooLong = count > mostExcelRows;
  return (
    <Dialog title={`Export ${name}`} dirty={false} onClose={onClose}>
      {() => (
        <Stack>
          <p>
            {counted(count, 'job')} in {counted(columns.length, 'column')}, in the order that the grid shows. Groups are left out.
          </p>
          <p className="muted">
            An Excel file has at most {mostExcelRows.toLocaleString('en-US')} rows
            {isTooLong
              ? ', which is fewer than this view has. Narrow the view, or save all of it as CSV.'
              : '. A CSV file has no limit.'}
          </p>
          <Group>
            <Button onClick={run('csv')} loading={busy}>
              Save as CSV
            </Button>
            <Button variant="default" onClick={run('xlsx')} disabled={isTooLong || busy}>
              Save for Excel
            </Button>
          </Group>
        </Stack>
      )}
    </Dialog>
  );
}
