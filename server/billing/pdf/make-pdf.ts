import { createRequire } from 'node:module';

/** A part or a cell of a document of pdfmake: a text, or an object of its document definition. */
export type PdfPart = string | { readonly [key: string]: unknown };

/** A document definition of pdfmake, as far as ours go. Its own types bring those of browsers into the service. */
export type PdfDocument = {
  readonly content: readonly PdfPart[];
  readonly pageSize: 'LETTER';
  readonly pageMargins: readonly number[];
  readonly info: { readonly title: string; readonly author: string; readonly subject: string };
  readonly footer: (page: number, pages: number) => PdfPart;
};

type Fonts = Readonly<Record<string, Readonly<Record<string, string>>>>;
type Printer = {
  createPdf(document: object): { getBuffer(): Promise<Buffer> };
  setFonts(fonts: Fonts): void;
  setUrlAccessPolicy(allows: (url: string) => boolean): void;
  setLocalAccessPolicy(allows: (path: string) => boolean): void;
};

let loaded: Printer | undefined;

/**
 * Makes a PDF of a document. The library and its font are loaded with the first one, so that the service does not start later for them.
 * Nothing but the font is read: documents name neither files nor addresses.
 */
export async function makePdf(document: PdfDocument): Promise<Uint8Array> {
  loaded ??= loadPrinter();
  return new Uint8Array(await loaded.createPdf({ ...document, defaultStyle: { fontSize: 10, lineHeight: 1.2 } }).getBuffer());
}

function loadPrinter(): Printer {
  const require = createRequire(import.meta.url);
  const printer = require('pdfmake') as Printer;
  const fonts = require('pdfmake/fonts/Roboto.js') as Fonts;
  const files = new Set(Object.values(fonts).flatMap((font) => Object.values(font)));
  printer.setFonts(fonts);
  printer.setUrlAccessPolicy(() => false);
  printer.setLocalAccessPolicy((path) => files.has(path));
  return printer;
}
