import { type Cents, usd } from '#domain/billing/money.ts';
import { daysAfter } from '#domain/billing/periods.ts';
import type { Billed } from '../accounting/accounting.ts';
import type { LedgerInvoiceRow, LineRow } from '../book/ledger-rows.ts';
import { makePdf, type PdfDocument, type PdfPart } from './make-pdf.ts';

/** A day as an invoice prints it: `Nov 1, 2026`. */
export const printedDay = (day: string): string =>
  new Intl.DateTimeFormat('en-US', { dateStyle: 'medium', timeZone: 'UTC' }).format(new Date(`${day}T00:00:00Z`));

/** The days of a period, its last day among them: `Nov 1, 2026 to Nov 30, 2026`. */
export const printedDays = (fromOn: string, untilOn: string): string =>
  `${printedDay(fromOn)} to ${printedDay(daysAfter(untilOn, -1))}`;

/** What a PDF says of an invoice, and of each of its lines. */
export type PrintedInvoice = Pick<
  LedgerInvoiceRow,
  'number' | 'from_on' | 'until_on' | 'created_on' | 'due_on' | 'total_cents' | 'balance'
>;
export type PrintedLine = Pick<LineRow, 'text' | 'from_on' | 'until_on' | 'quantity' | 'unit_cents' | 'amount_cents'>;

/** One invoice as PDF: its lines, its total, and what was paid, credited and voided. */
export const invoicePdf = (
  billed: Pick<Billed, 'name'>,
  invoice: PrintedInvoice,
  lines: readonly PrintedLine[],
): Promise<Uint8Array> =>
  makePdf({
    ...frame(invoice.number === null ? 'Draft of an invoice' : `Invoice ${invoice.number}`, billed),
    content: [
      heading(invoice.number === null ? 'Draft of an invoice' : `Invoice ${invoice.number}`),
      facts([
        ['Bill to', billed.name],
        ['Period', printedDays(invoice.from_on, invoice.until_on)],
        ...(invoice.created_on === null ? [] : [['Invoice date', printedDay(invoice.created_on)] as const]),
        ...(invoice.due_on === null ? [] : [['Due', printedDay(invoice.due_on)] as const]),
      ]),
      linesTable(lines),
      sums(invoice),
    ],
  });

const linesTable = (lines: readonly PrintedLine[]): PdfPart =>
  table(
    ['*', 'auto', 'auto', 'auto', 'auto'],
    ['Item', 'Days', 'Quantity', 'Price a month', 'Amount'],
    lines.map((line) => [
      line.text,
      printedDays(line.from_on, line.until_on),
      right(String(line.quantity)),
      right(usd(line.unit_cents)),
      right(usd(line.amount_cents)),
    ]),
  );

function sums({ total_cents: total, balance }: PrintedInvoice): PdfPart {
  const rows: readonly (readonly [string, Cents])[] = [
    ['Total', total],
    ...(balance.paid > 0 ? [['Paid', -balance.paid] as const] : []),
    ...(balance.credited > 0 ? [['Credited', -balance.credited] as const] : []),
    ...(balance.voided > 0 ? [['Voided', -balance.voided] as const] : []),
    ['Open', balance.open],
  ];
  return {
    margin: [0, 12, 0, 0],
    columns: [
      { text: '' },
      {
        width: 'auto',
        layout: 'noBorders',
        table: {
          body: rows.map(([label, cents]): PdfPart[] => [
            { text: label, bold: label === 'Open' },
            { text: usd(cents), alignment: 'right', bold: label === 'Open' },
          ]),
        },
      },
    ],
  };
}

/** A cell whose text is at the right. */
export const right = (text: string): PdfPart => ({ text, alignment: 'right' });

/** The title of a document. */
export const heading = (text: string): PdfPart => ({ text, fontSize: 20, bold: true, margin: [0, 0, 0, 12] });

/** Facts as pairs of label and value. */
export const facts = (rows: readonly (readonly [string, string])[]): PdfPart => ({
  layout: 'noBorders',
  margin: [0, 0, 0, 16],
  table: { body: rows.map(([label, value]): PdfPart[] => [{ text: label, color: '#555555' }, value]) },
});

/** A table with a head that every page repeats. */
export const table = (widths: readonly string[], head: readonly string[], rows: readonly (readonly PdfPart[])[]): PdfPart => ({
  layout: 'lightHorizontalLines',
  table: {
    headerRows: 1,
    widths: [...widths],
    body: [head.map((text): PdfPart => ({ text, bold: true })), ...rows.map((row) => [...row])],
  },
});

/** What each page has: the title of the file, and below it who is billed and the number of the page. */
export const frame = (title: string, { name }: Pick<Billed, 'name'>): Omit<PdfDocument, 'content'> => ({
  pageSize: 'LETTER',
  pageMargins: [48, 56, 48, 56],
  info: { title, author: 'Jobdock', subject: name },
  footer: (page: number, pages: number) => ({
    text: `Jobdock · ${name} · page ${page} of ${pages}`,
    fontSize: 8,
    color: '#555555',
    alignment: 'center',
    margin: [48, 16],
  }),
});
