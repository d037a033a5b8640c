import { withoutEntities } from './entities.ts';
import type { Piece } from './read-tags.ts';

/** A piece of a line's text. `struck` text is struck through, so it no longer counts. */
export type Run = { readonly text: string; readonly struck: boolean };

/** A line of a description. Blanks are collapsed, and no line is empty. */
export type Line = {
  readonly runs: readonly Run[];
  /** How deep the list is that the line is an item of; 0 outside lists. */
  readonly level: number;
  /** The first line of its item. */
  readonly begins: boolean;
  readonly isHeading: boolean;
  /** All of it is bold. */
  readonly isBold: boolean;
  /** The row of a table, and the cell in it; null outside tables. */
  readonly cell: { readonly row: number; readonly column: number } | null;
};

/** Elements that neither begin nor end a line. */
const inline = new Set(
  'a abbr acronym b bdi bdo big blink cite code data del dfn em embed font i img input ins kbd label map mark nobr o output picture q rp rt ruby s samp small source span strike strong sub sup time tt u var wbr'.split(
    ' ',
  ),
);
const empty = new Set('br hr img input wbr meta link source area base col embed param track basefont'.split(' '));
const boldNames = new Set(['b', 'strong']);
const struckNames = new Set(['s', 'strike', 'del']);
const listNames = new Set(['ul', 'ol', 'menu', 'dir']);
const headingName = /^h[1-6]$/;

/** Most open elements that are remembered; deeper ones have no effect on how text looks. */
const mostOpen = 200;
const deepestList = 4;

type Open = { readonly name: string; readonly struck: boolean; readonly bold: boolean };
type Tag = Exclude<Piece, { kind: 'text' }>;
type Draft = { text: string; struck: boolean; bold: boolean };

/** The rows of tables that are open. */
function openRows() {
  const rows: { row: number; column: number }[] = [];
  /** How many rows are open outside of each open table. */
  const tables: number[] = [];
  let lastRow = 0;
  return {
    cell(): Line['cell'] {
      const row = rows.at(-1);
      return row ? { ...row } : null;
    },
    tag(name: string, opens: boolean): void {
      if (name === 'table' && opens && tables.length < mostOpen) tables.push(rows.length);
      else if (name === 'table' && !opens) rows.length = Math.min(rows.length, tables.pop() ?? 0);
      if (name === 'tr') {
        // A row that is not closed ends where the next one begins.
        rows.length = Math.min(rows.length, tables.at(-1) ?? 0);
        if (opens && rows.length < mostOpen) rows.push({ row: ++lastRow, column: 0 });
      }
      const row = rows.at(-1);
      if ((name === 'td' || name === 'th') && opens && row) row.column += 1;
    },
  };
}

/** How text looks now, by the elements that are open. */
function openLooks() {
  const open: Open[] = [];
  return {
    now: () => ({ struck: open.some((one) => one.struck), bold: open.some((one) => one.bold) }),
    tag({ kind, name, struck, bold }: Tag): void {
      if (kind === 'close') {
        const at = open.findLastIndex((one) => one.name === name);
        if (at >= 0) open.splice(at, 1);
      } else if (!empty.has(name)) {
        const looks = { name, struck: struck || struckNames.has(name), bold: bold || boldNames.has(name) };
        const matters = looks.struck || looks.bold || open.some((one) => one.name === name);
        if (matters && open.length < mostOpen) open.push(looks);
      }
    },
  };
}

/** Writes lines down one after the other. */
function lineWriter(keepsBreaks: boolean) {
  const lines: Line[] = [];
  const rows = openRows();
  const looks = openLooks();
  let drafts: Draft[] = [];
  let [lists, items, headings, pre] = [0, 0, 0, 0];
  let begins = false;

  function end(): void {
    const runs = tidied(drafts);
    const isBold = drafts.every(({ text, bold }) => bold || text.trim() === '');
    const level = items > 0 ? Math.min(Math.max(lists, 1), deepestList) : 0;
    if (runs.length > 0) {
      lines.push({ runs, level, begins, isHeading: headings > 0, isBold, cell: rows.cell() });
      begins = false;
    }
    drafts = [];
  }

  function write(text: string): void {
    const parts = keepsBreaks || pre > 0 ? text.split('\n') : [text];
    for (const [i, part] of parts.entries()) {
      if (i > 0) end();
      if (part !== '') drafts.push({ text: part, ...looks.now() });
    }
  }

  /** Counts how deep the text is in elements that say what a line is. */
  function count(name: string, by: 1 | -1): void {
    const to = (depth: number): number => Math.max(0, depth + by);
    if (listNames.has(name)) {
      lists = to(lists);
      items = lists === 0 ? 0 : Math.min(items, lists);
    } else if (name === 'li') {
      items = by === 1 ? Math.min(items + 1, Math.max(lists, 1)) : to(items);
      begins = by === 1;
    } else if (name === 'p' && by === 1 && lists === 0) items = 0;
    else if (headingName.test(name)) headings = to(headings);
    else if (name === 'pre') pre = to(pre);
  }

  function tag(piece: Tag): void {
    const { kind, name } = piece;
    if (isBlock(name)) end();
    looks.tag(piece);
    if (empty.has(name)) return;
    count(name, kind === 'open' ? 1 : -1);
    rows.tag(name, kind === 'open');
  }

  return { write, tag, end, lines };
}

/** The runs of a line: blanks collapsed, none at its ends, neighbors that look the same as one. */
function tidied(drafts: readonly Draft[]): Run[] {
  const runs: Run[] = [];
  let isBlank = true;
  for (const { text, struck } of drafts) {
    const collapsed = text.replaceAll(/\s+/g, ' ');
    const shown: string = isBlank && collapsed.startsWith(' ') ? collapsed.slice(1) : collapsed;
    if (shown === '') continue;
    isBlank = shown.endsWith(' ');
    const last = runs.at(-1);
    if (last?.struck === struck) runs[runs.length - 1] = { text: last.text + shown, struck };
    else runs.push({ text: shown, struck });
  }
  const last = runs.at(-1);
  if (last?.text.endsWith(' ')) runs[runs.length - 1] = { ...last, text: last.text.slice(0, -1) };
  return runs.filter(({ text }) => text !== '');
}

/** The lines of a description. `keepsBreaks`: a line break of the source is one of the text, as in plain text. */
export function readLines(pieces: readonly Piece[], keepsBreaks: boolean): readonly Line[] {
  const writer = lineWriter(keepsBreaks);
  for (const piece of pieces) {
    if (piece.kind === 'text') writer.write(withoutEntities(piece.text));
    else writer.tag(piece);
  }
  writer.end();
  return writer.lines;
}

/** Whether an element begins or ends a line, so that the line breaks of its source mean nothing. */
export const isBlock = (name: string): boolean => !inline.has(name) && !name.includes(':');
