import type { ActiveCell } from './model/active-cell.ts';
import type { Sections } from './model/column-layout.ts';
import type { GridProps } from './model/grid-props.ts';
import type { Cell, RowView } from './model/grid-source.ts';

/** More rows than this call for a download, not a copy. */
const maxCopiedRows = 2000;

/** Copies the selected rows (shown columns, tab separated, with headings) to the clipboard, or else the focused cell. */
export async function copyText(props: GridProps, sections: Sections, active: ActiveCell): Promise<void> {
  const columns = sections.all.map((placed) => placed.column);
  const column = columns[active.col - 1];
  const chosen = props.selection.ids.size > 0;
  const rows = await rowsAt(props, sections, chosen ? null : active.row);
  const cells = chosen ? columns : column ? [column] : [];
  const lines = rows.map((row) => cells.map((c) => c.text(row).replace(/\s+/g, ' ')).join('\t'));
  const heading = chosen ? [cells.map((c) => c.label).join('\t')] : [];
  await navigator.clipboard.writeText([...heading, ...lines].join('\n'));
}

/** The selected rows in the current order, or the one at `only`. */
async function rowsAt({ source, selection }: GridProps, sections: Sections, only: number | null): Promise<RowView[]> {
  const keys = [...new Set(sections.all.flatMap((placed) => placed.column.reads))];
  if (only !== null) return readRows(source, keys, only, only + 1);
  const ids = await source.ids(0, source.rowCount);
  const places = Array.from(ids, (id, i) => (selection.ids.has(id) ? i : -1))
    .filter((i) => i >= 0)
    .slice(0, maxCopiedRows);
  const rows: RowView[] = [];
  for (let i = 0; i < places.length; ) {
    const from = places[i] ?? 0;
    let to = from + 1;
    while (places[i + to - from] === to) to++;
    rows.push(...(await readRows(source, keys, from, to)));
    i += to - from;
  }
  return rows;
}

async function readRows(source: GridProps['source'], keys: readonly string[], from: number, to: number): Promise<RowView[]> {
  const window = await source.window(from, to, keys);
  if (!window) return [];
  const cell = (key: string, i: number): Cell => window.cells[key]?.[i] ?? null;
  const rows = Array.from(window.ids, (id, i): RowView => ({ id, get: (key) => cell(key, i) }));
  return rows.filter((_, i) => !window.groups?.[i]);
}
