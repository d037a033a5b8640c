import { UnreadableFeed } from '../files/feed-problem.ts';
import { type DocumentWriter, documentWriter, type WrittenText } from './document-writer.ts';
import { type HtmlElement, type HtmlNode, type HtmlTree, isElement, isHiding, isStruck, unreadTags } from './html-tree.ts';

const mostLevels = 400;

const unread = new Set(unreadTags);
const struckTags = new Set(['s', 'strike', 'del']);
const inlineTags = new Set(
  'a abbr acronym b bdi bdo big cite code dfn em font i img ins kbd label mark o:p q samp small span strong sub sup tt u var wbr'.split(
    ' ',
  ),
);

type TableState = { readonly index: number; row: number; column: number; held: Map<number, number> };
type Walk = { readonly writer: DocumentWriter; tables: number };
/** What an element passes on to its content. */
type Inherited = { readonly level: number; readonly table: TableState | undefined; readonly keep: Keep };
type Keep = { readonly lines?: boolean; readonly spaces?: boolean };

/** Reads the text and the cells of a page. Struck-through and hidden text is left out. */
export function readHtml(tree: HtmlTree): WrittenText {
  const writer = documentWriter();
  const walk: Walk = { writer, tables: 0 };
  readAll(walk, tree.children, { level: 0, table: undefined, keep: {} });
  return writer.done();
}

function readAll(walk: Walk, nodes: readonly HtmlNode[], inherited: Inherited): void {
  if (inherited.level > mostLevels)
    throw new UnreadableFeed(
      'too_large',
      `The page is nested deeper than ${mostLevels} levels. Ask the vendor for a simpler one.`,
    );
  for (const node of nodes) {
    if (node.type === 'text') walk.writer.write(node.data, inherited.keep);
    else if (isElement(node)) readElement(walk, node, inherited);
  }
}

function readElement(walk: Walk, element: HtmlElement, inherited: Inherited): void {
  const { name, attribs } = element;
  const style = attribs['style'] ?? '';
  if (unread.has(name) || struckTags.has(name) || isStruck(style) || isHiding(style) || 'hidden' in attribs) return;
  const { writer } = walk;
  if (name === 'br') return writer.lineBreak();
  const within = { level: inherited.level + 1, table: inherited.table, keep: keepOf(name, style) ?? inherited.keep };
  const content = (change: Partial<Inherited> = {}): void => readAll(walk, element.children, { ...within, ...change });
  if (name === 'table') {
    walk.tables += 1;
    writer.block();
    content({ table: { index: walk.tables, row: 0, column: 1, held: new Map() } });
    return writer.block();
  }
  if (name === 'tr' && inherited.table) {
    nextRow(inherited.table);
    writer.block();
    return content();
  }
  if ((name === 'td' || name === 'th') && inherited.table) return readCell(writer, inherited.table, attribs, content);
  if (name === 'blockquote') return writer.quote(content);
  if (inlineTags.has(name)) return content();
  writer.block();
  content();
  writer.block();
}

function keepOf(name: string, style: string): Keep | undefined {
  const said = /white-space\s*:\s*([\w-]{1,20})/i.exec(style)?.[1]?.toLowerCase();
  if (said === 'normal' || said === 'nowrap') return {};
  return said?.startsWith('pre') || said === 'break-spaces' || name === 'pre' ? { lines: true } : undefined;
}

function nextRow(table: TableState): void {
  table.row += 1;
  table.column = 1;
  table.held = new Map(Array.from(table.held, ([column, rows]) => [column, rows - 1] as const).filter(([, rows]) => rows > 0));
}

function readCell(
  writer: DocumentWriter,
  table: TableState,
  attribs: Readonly<Record<string, string>>,
  content: () => void,
): void {
  const span = (name: 'colspan' | 'rowspan', most: number): number =>
    Math.min(Math.max(Number.parseInt(attribs[name] ?? '1', 10) || 1, 1), most);
  if (table.row === 0) nextRow(table);
  while (table.held.has(table.column)) table.column += 1;
  const [columns, rows] = [span('colspan', 100), span('rowspan', 1000)];
  // The rows are counted down at each new row, the first time at the row after this one.
  if (rows > 1) for (let n = 0; n < columns; n++) table.held.set(table.column + n, rows);
  writer.openCell(table.index, table.row, table.column, columns);
  table.column += columns;
  content();
  writer.closeCell();
}
