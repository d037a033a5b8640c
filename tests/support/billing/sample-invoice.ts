import { balanceOf } from '#domain/billing/ledger.ts';
import { periodLines, type Terms, totalOf } from '#domain/billing/period-lines.ts';
import { daysAfter, monthsAfter, periodAt } from '#domain/billing/periods.ts';
import type { PrintedInvoice, PrintedLine } from '#server/billing/pdf/invoice-pdf.ts';

export type SampleInvoice = {
  readonly billed: { readonly name: string };
  readonly invoice: PrintedInvoice & { readonly number: string };
  readonly lines: readonly PrintedLine[];
};

const names = [
  'Harborview Staffing, Inc.',
  'Šťastný & Søn Nurses “West” – 24 h',
  'Νοσηλευτές Αθηνών',
  'Медсестра Київ',
  'Nguyễn Việt Care',
  'A name of an agency that is so long that no line of an invoice can hold all of it, and so it goes on below',
] as const;

/** Invoice `n` of many: names in all printable scripts, months of all lengths, changes within them, and what was paid of it. */
export function sampleInvoice(n: number): SampleInvoice {
  const period = periodAt('2023-01-31', n % 48);
  const changes = Array.from({ length: 1 + (n % 4) }, (_, at) => termsFrom(daysAfter(period.fromOn, at * 7), n + at));
  const lines = periodLines(period, changes);
  const total = totalOf(lines);
  const paid = Math.floor((total * (n % 5)) / 4);
  const entries =
    paid === 0 ? [] : [{ id: 1, kind: n % 2 === 0 ? ('payment' as const) : ('credit' as const), cents: paid, voids: null }];
  return {
    billed: { name: names[n % names.length] ?? '' },
    invoice: {
      number: `${1 + (n % 7)}-${String(n).padStart(4, '0')}`,
      from_on: period.fromOn,
      until_on: period.untilOn,
      created_on: period.untilOn,
      due_on: monthsAfter(period.untilOn, 1),
      total_cents: total,
      balance: balanceOf(total, entries),
    },
    lines: lines.map((line) => ({
      text: line.text,
      from_on: line.fromOn,
      until_on: line.untilOn,
      quantity: line.quantity,
      unit_cents: line.unitCents,
      amount_cents: line.amountCents,
    })),
  };
}

const termsFrom = (fromOn: string, n: number): Terms => ({
  fromOn,
  plan: ['Team', 'Agency', 'Enterprise'][n % 3] ?? '',
  monthCents: 60_000 + 137 * (n % 1000),
  connections: n % 40,
  connectionCents: 4_550,
  users: n % 9,
  userCents: 1_999,
});
