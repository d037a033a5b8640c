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

/** Begins a file. An Excel file is a zip, too. Throws for more than 4 GB in one sheet. */
export function createPacker({ kind, names, zone }: PackPlan): Packer {
  const form = forms[kind];
  const onClock = clockOf(zone);
  const zip = new ZipOutput();
  let cut = 0;
  let sheets = 0;
  let open: OpenSheet | null = null;
  const packed = (): Packed => ({ bytes: zip.take(), cut });
  if (kind === 'xlsx') for (const [path, content] of workbookFiles(names)) zip.begin(path).push(strToU8(content), true);
  return {
    sheet(sheet) {
      open?.close();
      open = new OpenSheet(form, sheet, zip.begin(form.path(sheets, sheet.name)));
      sheets++;
      return packed();
    },
    rows(given) {
      if (!open) throw new Error('rows of no sheet');
      const { types } = open.sheet;
      const rows = given.map((row) => row.map((cell, i) => (types[i] === 'instant' ? onClock(cell) : cell)));
      if (kind === 'xlsx') for (const row of rows) cut += row.filter(isTooLong).length;
      open.add(rows);
      return packed();
    },
    end() {
      open?.close();
      zip.end();
      return packed();
    },
  };
}

/** A zip whose bytes are taken as they come. */
class ZipOutput {
  #done: Uint8Array[] = [];
  readonly #zip = new Zip((error, bytes) => {
    if (error) throw error;
    this.#done.push(bytes);
  });

  begin(path: string): ZipDeflate {
    const entry = new ZipDeflate(path, { level: 6 });
    this.#zip.add(entry);
    return entry;
  }

  end(): void {
    this.#zip.end();
  }

  take(): Uint8Array {
    const bytes = joined(this.#done);
    this.#done = [];
    return bytes;
  }
}

/** A sheet that gets its rows. Excel wants the widths, which the first rows decide, before any row. */
class OpenSheet {
  readonly sheet: PackSheet;
  readonly #form: Form;
  readonly #entry: ZipDeflate;
  #rows = 0;
  #bytes = 0;

  constructor(form: Form, sheet: PackSheet, entry: ZipDeflate) {
    this.#form = form;
    this.sheet = sheet;
    this.#entry = entry;
  }

  add(rows: Rows): void {
    this.#start(rows);
    this.#push(this.#form.rows(this.sheet, rows, this.#rows));
    this.#rows += rows.length;
  }

  close(): void {
    this.#start([]);
    this.#push(this.#form.end(this.sheet, this.#rows), true);
  }

  #start(first: Rows): void {
    if (this.#bytes === 0) this.#push(this.#form.start(this.sheet, first));
  }

  #push(text: string, isLast = false): void {
    const bytes = strToU8(text);
    this.#bytes += bytes.byteLength;
    if (this.#bytes > mostEntryBytes) throw new Error(`the sheet ${this.sheet.name} has more than 4 GB`);
    this.#entry.push(bytes, isLast);
  }
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
