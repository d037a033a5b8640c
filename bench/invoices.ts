import { usd } from '#domain/billing/money.ts';
import { textsOfPdf } from '#tests/support/billing/read-pdf.ts';
import { type SampleInvoice, sampleInvoice } from '#tests/support/billing/sample-invoice.ts';
import { writers } from './invoices/peers.ts';
import { sizeOf } from './kit/sizes.ts';

/** Few invoices in one round. Every file is read back and compared. */
export const short = ['--invoices', '6', '--rounds', '1'];

/**
 * Invoices as PDF by the service, beside `pdf-lib` and `jspdf`, which draw the same texts in the same font. `--invoices n` (200) a round,
 * `--rounds n` (5). Fails when a file, read back, does not name the customer, the lines and the sums.
 */
export async function run(argv: readonly string[]): Promise<void> {
  const samples = Array.from({ length: sizeOf(argv, 'invoices', 200) }, (_, n) => sampleInvoice(n));
  const rounds = sizeOf(argv, 'rounds', 5);
  const taken: Record<string, number[]> = Object.fromEntries(Object.keys(writers).map((name) => [name, []]));
  const sizes: Record<string, number> = {};
  for (const [name, write] of Object.entries(writers)) sizes[name] = await compared(name, write, samples);
  // In turns, so that what else the machine does meets each of them alike.
  for (let round = 0; round < rounds; round++)
    for (const [name, write] of Object.entries(writers)) {
      const since = performance.now();
      for (const sample of samples) await write(sample);
      taken[name]?.push((performance.now() - since) / samples.length);
    }
  const ours = middle(Object.values(taken)[0] ?? []);
  console.log(`${samples.length} invoices, milliseconds for one, medians of ${rounds} rounds in one process:`);
  for (const [name, all] of Object.entries(taken)) {
    const ms = middle(all);
    const size = ((sizes[name] ?? 0) / samples.length / 1000).toFixed(1);
    console.log(
      `  ${name.padEnd(16)} ${ms.toFixed(1).padStart(7)} ms   ours takes ${(ours / ms).toFixed(2)} times as long   ${size} kB a file`,
    );
  }
}

/** Reads back what a library wrote. Returns the bytes of all files; says what is missing in one, and fails. */
async function compared(name: string, write: (sample: SampleInvoice) => Promise<Uint8Array>, samples: readonly SampleInvoice[]) {
  let bytes = 0;
  for (const sample of samples) {
    const file = await write(sample);
    bytes += file.length;
    const text = joined((await textsOfPdf(file)).join(''));
    const missing = wanted(sample).find((part) => !text.includes(joined(part)));
    if (missing === undefined) continue;
    console.error(`RESULTS DIFFER: ${name} did not write “${missing}” in invoice ${sample.invoice.number}.`);
    process.exitCode = 1;
  }
  return bytes;
}

const joined = (text: string): string => text.replaceAll(/\s/g, '');

const wanted = ({ billed, invoice, lines }: SampleInvoice): string[] => [
  `Invoice ${invoice.number}`,
  billed.name,
  ...lines.flatMap((line) => [line.text, usd(line.amount_cents)]),
  usd(invoice.total_cents),
  usd(invoice.balance.open),
];

const middle = (all: readonly number[]): number => all.toSorted((a, b) => a - b)[all.length >> 1] ?? 0;
