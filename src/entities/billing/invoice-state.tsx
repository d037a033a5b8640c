import { invoiceStatus } from '#domain/billing/account.ts';
import { type BadgeTone, StateBadge } from '#src/ui/mark/state-badge.tsx';

const tones: Record<ReturnType<typeof invoiceStatus>, BadgeTone> = { Paid: 'good', 'Past Due': 'bad', New: 'info' };

/** The documented status of an invoice, from its open amount as the wire has it. */
export const statusOf = (open: string, isPastDue: boolean) => invoiceStatus(Math.round(Number(open) * 100), isPastDue);

/** The same as a badge. */
export function InvoiceState({ open, isPastDue }: { open: string; isPastDue: boolean }) {
  const status = statusOf(open, isPastDue);
  return <StateBadge tone={tones[status]}>{status}</StateBadge>;
}
