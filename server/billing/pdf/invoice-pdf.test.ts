import { expect, test } from 'vitest';
import { usd } from '#domain/billing/money.ts';
import { textsOfPdf } from '#tests/support/billing/read-pdf.ts';
import { type SampleInvoice, sampleInvoice } from '#tests/support/billing/sample-invoice.ts';
import { invoicePdf, printedDays } from './invoice-pdf.ts';

/** `INVOICE_PDFS=200` is the long form. */
const count = Number(process.env['INVOICE_PDFS'] ?? 12);

/** The texts of a PDF without spaces, because a reader breaks and joins them as lines and letters stand. */
const joined = (texts: readonly string[]): string => texts.join('').replaceAll(/\s/g, '');

/** What the file must say, in this order. */
function expected({ billed, invoice, lines }: SampleInvoice): string[] {
  const { number, balance, total_cents: total } = invoice;
  return [
    `Invoice ${number}`,
    billed.name,
    printedDays(invoice.from_on, invoice.until_on),
    ...lines.flatMap((line) => [line.text, String(line.quantity), usd(line.unit_cents), usd(line.amount_cents)]),
    `Total${usd(total)}`,
    ...(balance.paid > 0 ? [`Paid${usd(-balance.paid)}`] : []),
    ...(balance.credited > 0 ? [`Credited${usd(-balance.credited)}`] : []),
    `Open${usd(balance.open)}`,
    billed.name,
  ];
}

/** The first of `parts` that `text` does not have after those before it; null if it has all. */
function missingPart(text: string, parts: readonly string[]): string | null {
  let at = 0;
  for (const part of parts) {
    const found = text.indexOf(joined([part]), at);
    if (found < 0) return part;
    at = found + joined([part]).length;
  }
  return null;
}

test(`${count} invoices, read back: numbers, names, lines and sums are those of the ledger`, { timeout: 120_000 }, async () => {
  let amounts = 0;
  for (let n = 0; n < count; n++) {
    const sample = sampleInvoice(n * 7);
    const text = joined(await textsOfPdf(await invoicePdf(sample.billed, sample.invoice, sample.lines)));
    expect(missingPart(text, expected(sample)), `invoice ${sample.invoice.number}: ${text}`).toBeNull();
    // The sum of the printed amounts is the printed total.
    const printed = sample.lines.map(({ amount_cents: cents }) => cents).reduce((sum, cents) => sum + cents, 0);
    expect(usd(printed)).toBe(/Total(\$[\d,.]+)(?:Paid|Credited|Open)/.exec(text)?.[1]?.replace(/(\.\d\d).*/, '$1'));
    amounts += sample.lines.length;
  }
  expect(amounts).toBeGreaterThan(count);
});

test('a wrong amount, a missing line and another name are found', async () => {
  const sample = sampleInvoice(9);
  const text = joined(await textsOfPdf(await invoicePdf(sample.billed, sample.invoice, sample.lines)));
  const [first, ...others] = sample.lines;
  if (!first) throw new Error('the sample has no lines');
  const wrong: SampleInvoice[] = [
    { ...sample, lines: [{ ...first, amount_cents: first.amount_cents + 1 }, ...others] },
    { ...sample, lines: [...sample.lines, { ...first, text: 'Plan that no one has' }] },
    { ...sample, billed: { name: 'Another agency' } },
    { ...sample, invoice: { ...sample.invoice, total_cents: sample.invoice.total_cents + 1 } },
  ];
  expect(wrong.map((other) => missingPart(text, expected(other)) !== null)).toEqual([true, true, true, true]);
});
