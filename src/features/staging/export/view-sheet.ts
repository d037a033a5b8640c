import type { SheetData } from '#domain/sheet/sheet-data.ts';
import { blank } from '#src/ui/format/format.ts';
import type { GridColumn } from '#src/ui/grid/model/grid-column.ts';
import type { Cell, RowView } from '#src/ui/grid/model/grid-source.ts';

/** Rows read from the grid at once: the page stays usable in between. */
const readAtOnce = 2000;

/** Where the rows of a view come from: all their ids in order, and the cells of some of them. */
export type ViewRows = {
  allIds(): Promise<ArrayLike<number>>;
  cellsOf(ids: readonly number[], keys: readonly string[]): Promise<Readonly<Record<string, ArrayLike<Cell>>>>;
};

/**
 * The rows of a view in its columns, as the grid shows them: amounts as numbers, unknown values blank, the rest as text. Groups are left out, their rows are
 * not. A row that is removed meanwhile is left out.
 */
export async function viewSheet(rows: ViewRows, columns: readonly GridColumn[]): Promise<SheetData> {
  const ids = Array.from(await rows.allIds());
  const keys = [...new Set(['id', ...columns.flatMap(({ reads }) => reads)])];
  const lines: SheetData['rows'][number][] = [];
  for (let from = 0; from < ids.length; from += readAtOnce) {
    const part = ids.slice(from, from + readAtOnce);
    const cells = await rows.cellsOf(part, keys);
    for (const [at, id] of part.entries()) {
      const row: RowView = { id, get: (key) => cells[key]?.[at] ?? null };
      if (row.get('id') !== null) lines.push(columns.map((column) => valueOf(row, column)));
    }
  }
  return { labels: columns.map(({ label }) => label), rows: lines };
}

function valueOf(row: RowView, column: GridColumn): string | number {
  const cell = row.get(column.sortBy ?? column.key);
  if ((column.sumText || column.isNumber) && typeof cell === 'number') return cell;
  const text = column.text(row);
  return text === blank ? '' : text;
}
