import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import fontkit from '@pdf-lib/fontkit';
import { jsPDF } from 'jspdf';
import { PDFDocument } from 'pdf-lib';
import { type Cents, usd } from '#domain/billing/money.ts';
import { invoicePdf, printedDay, printedDays } from '#server/billing/pdf/invoice-pdf.ts';
import type { SampleInvoice } from '#tests/support/billing/sample-invoice.ts';

type Writer = (sample: SampleInvoice) => Promise<Uint8Array>;

const roboto = (createRequire(import.meta.url)('pdfmake/fonts/Roboto.js') as { Roboto: { normal: string; bold: string } }).Roboto;
const files = { normal: readFileSync(roboto.normal), bold: readFileSync(roboto.bold) };
const base64 = { normal: files.normal.toString('base64'), bold: files.bold.toString('base64') };

type Weight = 'normal' | 'bold';
/** A text of an invoice at its place, in points from the top left of a letter page. */
type Placed = { readonly text: string; readonly x: number; readonly y: number; readonly size: number; readonly weight: Weight };

/** Where the texts of an invoice stand. The peers only draw: they break no lines and lay out no tables. */
function placed({ billed, invoice, lines }: SampleInvoice): Placed[] {
  const all: Placed[] = [];
  let y = 76;
  const row = (cells: readonly (readonly [number, string])[], weight: Weight = 'normal', size = 10) => {
    for (const [x, text] of cells) all.push({ text, x, y, size, weight });
    y += 1.6 * size;
  };
  row([[48, `Invoice ${invoice.number}`]], 'bold', 20);
  for (const [label, value] of [
    ['Bill to', billed.name],
    ['Period', printedDays(invoice.from_on, invoice.until_on)],
    ['Invoice date', printedDay(invoice.created_on ?? '')],
    ['Due', printedDay(invoice.due_on ?? '')],
  ] as const)
    row([
      [48, label],
      [120, value],
    ]);
  y += 16;
  const columns = [48, 200, 380, 440, 520];
  const inColumns = (texts: readonly string[], weight: Weight = 'normal') =>
    row(
      texts.map((text, at) => [columns[at] ?? 0, text]),
      weight,
    );
  inColumns(['Item', 'Days', 'Quantity', 'Price a month', 'Amount'], 'bold');
  for (const line of lines)
    inColumns([
      line.text,
      printedDays(line.from_on, line.until_on),
      String(line.quantity),
      usd(line.unit_cents),
      usd(line.amount_cents),
    ]);
  y += 12;
  for (const [label, cents] of sumsOf(invoice))
    row([
      [440, label],
      [520, usd(cents)],
    ]);
  all.push({ text: `Jobdock · ${billed.name} · page 1 of 1`, x: 200, y: 760, size: 8, weight: 'normal' });
  return all;
}

const sumsOf = ({ total_cents: total, balance }: SampleInvoice['invoice']): readonly (readonly [string, Cents])[] => [
  ['Total', total],
  ...(balance.paid > 0 ? [['Paid', -balance.paid] as const] : []),
  ...(balance.credited > 0 ? [['Credited', -balance.credited] as const] : []),
  ['Open', balance.open],
];

const letter = { width: 612, height: 792 };

/** The service's own way, and libraries that can write the same letters. Each embeds the letters of the same font that it used. */
export const writers: Readonly<Record<string, Writer>> = {
  'pdfmake (ours)': ({ billed, invoice, lines }) => invoicePdf(billed, invoice, lines),
  async 'pdf-lib'(sample) {
    const document = await PDFDocument.create();
    document.registerFontkit(fontkit);
    const fonts = {
      normal: await document.embedFont(files.normal, { subset: true }),
      bold: await document.embedFont(files.bold, { subset: true }),
    };
    const page = document.addPage([letter.width, letter.height]);
    for (const { text, x, y, size, weight } of placed(sample))
      page.drawText(text, { x, y: letter.height - y, size, font: fonts[weight] });
    return document.save();
  },
  async jspdf(sample) {
    const document = new jsPDF({ unit: 'pt', format: 'letter', compress: true });
    for (const weight of ['normal', 'bold'] as const) {
      document.addFileToVFS(`${weight}.ttf`, base64[weight]);
      document.addFont(`${weight}.ttf`, 'Roboto', weight);
    }
    for (const { text, x, y, size, weight } of placed(sample)) {
      document.setFont('Roboto', weight);
      document.setFontSize(size);
      document.text(text, x, y);
    }
    return new Uint8Array(document.output('arraybuffer'));
  },
};
