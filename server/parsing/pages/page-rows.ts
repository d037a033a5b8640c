import { headerOf } from '../files/feed-table.ts';
import type { PagePlan, PageRow } from '../files/page-plan.ts';
import { textOf, valueOf } from './page-text.ts';
import { find, isElement, type PageElement, type PageNode } from './parse-page.ts';

type Rows = { readonly columns: readonly string[]; readonly rows: readonly PageRow[] };
type Count = (text: string) => string;

/** Reads the list of a page: null if the page has none. */
export function rowsOf(page: readonly PageNode[], plan: NonNullable<PagePlan['rows']>, count: Count): Rows | null {
  if (plan.kind === 'items') {
    const columns = Object.keys(plan.values);
    const items = find(plan.at, page);
    return { columns, rows: items.map((item) => ({ cells: cellsOf(item, plan.values, count), link: linkOf(item, plan.link) })) };
  }
  const [table] = find(plan.at, page);
  return table ? tableOf(table, plan.link, count) : null;
}

const cellsOf = (item: PageElement, values: Readonly<Record<string, { at: string; attribute?: string }>>, count: Count) =>
  Object.values(values).map(({ at, attribute }) => {
    const [element] = find(at, item);
    return element ? count(valueOf(element, attribute)) : '';
  });

/** The address that an element, or the first link in it, leads to. */
function linkOf(element: PageElement, selector: string): string {
  const [link] = find(selector, element);
  return link?.attribs['href']?.trim().slice(0, 2000) ?? '';
}

/** The columns of a table come from its first row with header cells, or else from its first row. */
function tableOf(table: PageElement, link: string, count: Count): Rows | null {
  const all = rowsIn(table).map((row) => ({ row, cells: cellsIn(row) }));
  const at = Math.max(
    all.findIndex(({ cells }) => cells.length > 0 && cells.every(({ name }) => name === 'th')),
    0,
  );
  const header = all[at];
  if (!header || header.cells.length === 0) return null;
  const columns = headerOf(header.cells.flatMap((cell) => Array.from({ length: spanOf(cell, 'colspan') }, () => textOf([cell]))));
  const grid = new Map<number, { left: number; text: string }>();
  const rows: PageRow[] = [];
  for (const { row, cells } of all.slice(at + 1)) {
    // "No jobs found." over the whole width is no job.
    const [only] = cells;
    if (cells.length === 0 || (only && cells.length === 1 && columns.length > 1 && grid.size === 0)) continue;
    rows.push({ cells: gridRow(cells, columns.length, grid, count), link: linkOf(row, link) });
  }
  return { columns, rows };
}

/** Places the cells of a row under its columns, with cells of earlier rows that span it. */
function gridRow(cells: readonly PageElement[], width: number, grid: Map<number, { left: number; text: string }>, count: Count) {
  const placed: string[] = [];
  let next = 0;
  while (placed.length < width) {
    const column = placed.length;
    const above = grid.get(column);
    if (above) {
      placed.push(count(above.text));
      if (above.left === 1) grid.delete(column);
      else grid.set(column, { ...above, left: above.left - 1 });
      continue;
    }
    const cell = cells[next];
    next += 1;
    const text = cell ? count(textOf([cell])) : '';
    const rows = cell ? spanOf(cell, 'rowspan') : 1;
    const columns = cell ? spanOf(cell, 'colspan') : 1;
    for (let at = 0; at < columns && placed.length < width; at += 1) {
      if (rows > 1) grid.set(placed.length, { left: rows - 1, text });
      placed.push(at === 0 ? text : '');
    }
  }
  return placed;
}

const mostSpan = 100;
const spanOf = (cell: PageElement, name: 'colspan' | 'rowspan'): number =>
  Math.min(Math.max(Math.trunc(Number(cell.attribs[name] ?? 1)) || 1, 1), mostSpan);

/** The rows of a table, without those of tables inside it. */
function rowsIn(table: PageElement): PageElement[] {
  const groups = new Set(['thead', 'tbody', 'tfoot']);
  return table.children.flatMap((child) => {
    if (!isElement(child)) return [];
    if (child.name === 'tr') return [child];
    return groups.has(child.name) ? child.children.filter((row) => isElement(row) && row.name === 'tr').filter(isElement) : [];
  });
}

const cellsIn = (row: PageElement): PageElement[] =>
  row.children.filter(isElement).filter(({ name }) => name === 'td' || name === 'th');
