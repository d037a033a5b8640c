import { readFeed } from '../files/read-feed.ts';
import { readSheetRows } from '../files/read-xlsx.ts';
import { documentWriter, type WrittenText } from './document-writer.ts';

/** Reads a worksheet or a CSV file as one table. */
export async function readWorksheet(bytes: Uint8Array, isWorkbook: boolean): Promise<WrittenText | undefined> {
  const rows = isWorkbook ? await readSheetRows(bytes) : await readRows(bytes);
  if (!rows) return undefined;
  const writer = documentWriter();
  for (const [row, cells] of rows.entries())
    for (const [column, text] of cells.entries()) {
      writer.openCell(1, row + 1, column + 1, 1);
      writer.write(text, { lines: true });
      writer.closeCell();
    }
  return writer.done();
}

async function readRows(bytes: Uint8Array): Promise<readonly (readonly string[])[] | undefined> {
  const table = await readFeed(bytes);
  if (!table.ok || table.value.format !== 'csv') return undefined;
  return [table.value.columns, ...table.value.rows.map(({ cells }) => cells)];
}
