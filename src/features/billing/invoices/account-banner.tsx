import { Button } from '@mantine/core';
import { IconAlertTriangle, IconCalendar, IconCircleCheck, IconLock } from '@tabler/icons-react';
import type { AccountSummary } from '#contract/billing/invoices.ts';
import { messages } from '#contract/kit/messages.ts';
import { shownAmount } from '#domain/billing/money.ts';
import { useFormat } from '#src/ui/format/use-format.tsx';
import '#src/entities/billing/billing.css';

const icons = { suspended: IconLock, pastDue: IconAlertTriangle, current: IconCalendar, nothingDue: IconCircleCheck };

/** What an account owes, in a sentence, and the way to pay where a page takes payments. */
export function AccountBanner({ account }: { account: AccountSummary }) {
  const { localDate } = useFormat();
  const { state, payLink, outstanding } = account;
  const Icon = icons[state];
  return (
    <div className="billing-banner" data-state={state} role="status">
      <Icon size={20} aria-hidden />
      <p>{wordsOf(account, localDate)}</p>
      {payLink !== '' && (
        <Button component="a" href={payLink} target="_blank" rel="noopener noreferrer">
          {state === 'current' ? 'Pay now' : `Pay, ${shownAmount(outstanding)} open`}
        </Button>
      )}
    </div>
  );
}

function wordsOf(
  { state, pastDueAmount, pastDueInvoices, outstanding, payBy }: AccountSummary,
  day: (on: string) => string,
): string {
  switch (state) {
    case 'suspended':
      return `${messages.accountSuspended}.`;
    case 'pastDue':
      return `${messages.billingProblem} ${shownAmount(pastDueAmount)} is past due: ${pastDueInvoices.length === 1 ? 'invoice' : 'invoices'} ${pastDueInvoices.join(', ')}.`;
    case 'current':
      return `The next payment is due ${payBy === null ? '' : `by ${day(payBy)}`}: ${shownAmount(outstanding)} is open.`;
    case 'nothingDue':
      return 'Nothing is due.';
  }
}
