import { strToU8, Zip, ZipDeflate } from 'fflate';
import type { ExportKind } from '#contract/reports/data-exports.ts';
import { byteOrderMark, csvRows } from '#domain/sheet/csv-rows.ts';
import { fileNameOf } from '#domain/sheet/file-name.ts';
import type { SheetCell, SheetType } from '#domain/sheet/sheet-data.ts';
import { mostCellText, pathOfSheet, rowXml, sheetEnd, sheetStart, workbookFiles } from '#domain/sheet/sheet-xml.ts';
import { csvText } from '#server/kit/lib/csv-text.ts';
import { clockOf } from './clock.ts';

/** A sheet before its rows. */
export type PackSheet = { readonly name: string; readonly labels: readonly string[]; readonly types: readonly SheetType[] };
type Rows = readonly (readonly SheetCell[])[];

/** The bytes of the file that are finished by now, and how many texts were cut because Excel takes no longer ones. */
export type Packed = { readonly bytes: Uint8Array; readonly cut: number };

/**
 * Writes one file sheet by sheet, portion by portion, and holds no more of it than one portion. First a sheet, then its rows, then the
 * next sheet; at last `end`, which closes the file. Each answers with the bytes that are finished.
 */
export type Packer = {
  sheet(sheet: PackSheet): Packed;
  rows(rows: Rows): Packed;
  end(): Packed;
};

/** What a packer needs to know before it begins: the names of all sheets, and on which clock times are. */
export type PackPlan = { readonly kind: ExportKind; readonly names: readonly string[]; readonly zone: string };

/** Most bytes of one file inside the zip: its format knows no more. */
const mostEntryBytes = 4_000_000_000;

/** How a kind of file writes its sheets. */
type Form = {
  readonly path: (at: number, name: string) => string;
  readonly start: (sheet: PackSheet, first: Rows) => string;
  readonly rows: (sheet: PackSheet, rows: Rows, before: number) => string;
  readonly end: (sheet: PackSheet, rows: number) => string;
};

const textOf = (cell: SheetCell): string => (cell === null ? '' : String(cell));

const forms: Readonly<Record<ExportKind, Form>> = {
  zip: {
    path: (_, name) => fileNameOf(name, 'csv'),
    start: ({ labels }) => byteOrderMark + csvText([labels]),
    rows: ({ labels, types }, rows) => csvText(csvRows({ labels, types, rows }).map((row) => row.map(textOf))),
    end: () => '',
  },
  xlsx: {
    path: pathOfSheet,
    start: ({ labels }, first) => sheetStart(labels, first),
    rows: ({ types }, rows, before) => rows.map((row, i) => rowXml(before + i + 2, row, types)).join(''),
    end: ({ labels }, rows) => sheetEnd(labels.length, rows),
  },
};

type Open = { readonly sheet: PackSheet; readonly entry: ZipDeflate; rows: number; bytes: number; begun: boolean };

/** Begins a file. An Excel file is a zip, too. Throws for more than 4 GB in one sheet. */
export function createPacker({ kind, names, zone }: PackPlan): Packer {
  const form = forms[kind];
  const onClock = clockOf(zone);
  let done: Uint8Array[] = [];
  let cut = 0;
  let sheets = 0;
  let open: Open | null = null;
  const zip = new Zip((error, bytes) => {
    if (error) throw error;
    done.push(bytes);
  });
  const begin = (path: string): ZipDeflate => {
    const entry = new ZipDeflate(path, { level: 6 });
    zip.add(entry);
    return entry;
  };
  const push = (to: Open, text: string, isLast = false) => {
    const bytes = strToU8(text);
    to.bytes += bytes.byteLength;
    if (to.bytes > mostEntryBytes) throw new Error(`the sheet ${to.sheet.name} has more than 4 GB`);
    to.entry.push(bytes, isLast);
  };
  /** Excel wants the widths, which the first rows decide, before any row. */
  const start = (to: Open, first: Rows) => {
    if (to.begun) return;
    to.begun = true;
    push(to, form.start(to.sheet, first));
  };
  const close = () => {
    if (!open) return;
    start(open, []);
    push(open, form.end(open.sheet, open.rows), true);
    open = null;
  };
  const packed = (): Packed => {
    const bytes = joined(done);
    done = [];
    return { bytes, cut };
  };
  if (kind === 'xlsx') for (const [path, content] of workbookFiles(names)) begin(path).push(strToU8(content), true);
  return {
    sheet(sheet) {
      close();
      open = { sheet, entry: begin(form.path(sheets, sheet.name)), rows: 0, bytes: 0, begun: false };
      sheets++;
      return packed();
    },
    rows(given) {
      if (!open) throw new Error('rows of no sheet');
      const { types } = open.sheet;
      const rows = given.map((row) => row.map((cell, i) => (types[i] === 'instant' ? onClock(cell) : cell)));
      if (kind === 'xlsx') for (const row of rows) cut += row.filter(isTooLong).length;
      start(open, rows);
      push(open, form.rows(open.sheet, rows, open.rows));
      open.rows += rows.length;
      return packed();
    },
    end() {
      close();
      zip.end();
      return packed();
    },
  };
}

const isTooLong = (cell: SheetCell): boolean => typeof cell === 'string' && cell.length > mostCellText;

function joined(parts: readonly Uint8Array[]): Uint8Array {
  const all = new Uint8Array(parts.reduce((sum, part) => sum + part.byteLength, 0));
  let at = 0;
  for (const part of parts) {
    all.set(part, at);
    at += part.byteLength;
  }
  return all;
}
