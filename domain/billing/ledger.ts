import { type Cents, usd } from './money.ts';

/**
 * An entry of a sent invoice; nothing is edited, each change is an entry. A void takes back the payment or credit whose id is `voids`;
 * with null it closes the open rest of the invoice. `cents` is above 0.
 */
export type Entry = {
  readonly id: number;
  readonly kind: 'payment' | 'credit' | 'void';
  readonly cents: Cents;
  readonly voids: number | null;
};

/** What became of the total of an invoice: `paid + credited + voided + open` is the total. */
export type Balance = { readonly paid: Cents; readonly credited: Cents; readonly voided: Cents; readonly open: Cents };

/** The balance of an invoice from its total and its entries, in any order. */
export function balanceOf(total: Cents, entries: readonly Entry[]): Balance {
  const takenBack = new Set(entries.map(({ voids }) => voids));
  const sum = (kept: (entry: Entry) => boolean) =>
    entries.filter((entry) => kept(entry) && !takenBack.has(entry.id)).reduce((cents, entry) => cents + entry.cents, 0);
  const paid = sum(({ kind }) => kind === 'payment');
  const credited = sum(({ kind }) => kind === 'credit');
  const voided = sum(({ kind, voids }) => kind === 'void' && voids === null);
  return { paid, credited, voided, open: total - paid - credited - voided };
}

/** A further entry, as it is asked for. A void takes the amount of what it takes back, so it asks for none. */
export type Asked = Pick<Entry, 'kind' | 'voids'> & { readonly cents: Cents | null };

/** The amount of a further entry in cents, or why it is refused, by field. */
export function judgeEntry(
  total: Cents,
  entries: readonly Entry[],
  { kind, cents, voids }: Asked,
): { readonly cents: Cents } | { readonly problems: Readonly<Record<string, string>> } {
  const { open, paid, voided } = balanceOf(total, entries);
  if (kind === 'void') return voids === null ? judgeVoid(open, paid) : judgeTakeBack(entries, voids, voided);
  if (open === 0) return refused('amount', 'Nothing of this invoice is open.');
  if (cents === null || cents < 1) return refused('amount', 'Write an amount above 0.');
  if (cents > open) return refused('amount', `${usd(open)} is open: write that or less.`);
  return { cents };
}

const refused = (field: string, sentence: string) => ({ problems: { [field]: sentence } });

function judgeVoid(open: Cents, paid: Cents) {
  if (paid > 0) return refused('kind', 'The invoice has payments: void these first.');
  return open === 0 ? refused('kind', 'Nothing of this invoice is open.') : { cents: open };
}

function judgeTakeBack(entries: readonly Entry[], voids: number, voided: Cents) {
  const entry = entries.find(({ id, kind }) => id === voids && kind !== 'void');
  if (!entry) return refused('voids', 'This invoice has no such payment or credit: reload the list.');
  if (entries.some((other) => other.voids === voids)) return refused('voids', `This ${entry.kind} is void already.`);
  if (voided > 0) return refused('voids', 'The invoice is void, so its credits stay.');
  return { cents: entry.cents };
}
