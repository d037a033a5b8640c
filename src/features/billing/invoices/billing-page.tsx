import { Button } from '@mantine/core';
import { useEffect, useEffectEvent } from 'react';
import { Link } from 'react-router-dom';
import {
  type AccountSummary,
  downloadInvoice,
  downloadStatement,
  type Invoice,
  listInvoices,
} from '#contract/billing/invoices.ts';
import { shownAmount } from '#domain/billing/money.ts';
import { Figures } from '#src/entities/billing/figures.tsx';
import { usePdf } from '#src/entities/billing/use-pdf.ts';
import { useReply } from '#src/entities/reply/use-reply.ts';
import { OnlineButton } from '#src/entities/session/online-button.tsx';
import { useSession } from '#src/entities/session/session.ts';
import { useEditor } from '#src/ui/dialog/use-editor.tsx';
import { useFormat } from '#src/ui/format/use-format.tsx';
import { pagerSizes } from '#src/ui/list/pager.tsx';
import { type From, usePagedList } from '#src/ui/list/use-list.ts';
import { Answered } from '#src/ui/page/answered.tsx';
import { EmptyState } from '#src/ui/page/empty-state.tsx';
import { ListBody } from '#src/ui/page/list-page.tsx';
import { PageHeader } from '#src/ui/page/page-header.tsx';
import { TabRow, useTab } from '#src/ui/page/tabs-page.tsx';
import { pathTo } from '#src/ui/screen/path-to.ts';
import { DataTable } from '#src/ui/table/data-table.tsx';
import { AccountBanner } from './account-banner.tsx';
import { invoiceColumns, linesOf } from './invoice-columns.tsx';
import { PaymentsDialog, type PaymentsOf } from './payments-dialog.tsx';
import { ResendForm } from './resend-form.tsx';

const spans = [
  ['year', 'Last year'],
  ['all', 'All'],
] as const;

/** `/billing`: what the customer owes, its invoices and its payments. Nothing of it is stored on the device. */
export function BillingPage() {
  const { customer } = useSession();
  const span = useTab('show', spans);
  const all = span[0] === 'all' ? 1 : 0;
  const answer = useReply(listInvoices, { cust: customer.id, all }, { keepsPrevious: true });
  const payments = useEditor(PaymentsDialog, {});
  const save = usePdf(downloadStatement);
  useOnReturn(answer.refresh);
  const ofAll: PaymentsOf = { link: 'all', title: 'All payments' };
  return (
    <section className="page" aria-labelledby="page-title">
      <PageHeader
        title="Billing"
        actions={
          <>
            <Link to={pathTo('/billingContactInfo')}>Billing contacts</Link>
            <Button variant="default" onClick={() => payments.open(ofAll)}>
              Payments
            </Button>
            <OnlineButton variant="default" onClick={() => void save({ cust: customer.id, all })}>
              Download statement
            </OnlineButton>
          </>
        }
      />
      <Answered answer={answer} what="Invoices">
        {({ invoices, ...account }) =>
          account.off ? (
            <EmptyState kind="no-data" title="No accounting is connected">
              <p>The provider’s own company is not billed. Choose a customer to see its invoices.</p>
            </EmptyState>
          ) : (
            <>
              <AccountBanner account={account} />
              <Account account={account} />
              <TabRow label="Which invoices" tabs={spans} tab={span} />
              <Invoices invoices={invoices} from={answer} openPayments={payments.open} />
            </>
          )
        }
      </Answered>
      {payments.dialog}
    </section>
  );
}

/** Asks again when the person comes back to this window: they may have paid in another one. */
function useOnReturn(refresh: () => void): void {
  const again = useEffectEvent(refresh);
  useEffect(() => {
    const onFocus = () => again();
    window.addEventListener('focus', onFocus);
    return () => window.removeEventListener('focus', onFocus);
  }, []);
}

function Account({ account }: { account: AccountSummary }) {
  const { localDate } = useFormat();
  const { aging } = account;
  const late = [
    ['1 to 30 days late', aging.to30],
    ['31 to 60 days late', aging.to60],
    ['61 to 90 days late', aging.to90],
    ['Over 90 days late', aging.over90],
  ] as const;
  return (
    <section className="card settings-part" aria-label="Account">
      <Figures
        lead={4}
        rows={[
          ['Open', shownAmount(account.outstanding)],
          ['Past due', shownAmount(account.pastDueAmount)],
          ['Paid in all', shownAmount(account.payments)],
          ['Invoiced in all', shownAmount(account.invoiced)],
          ['Pay by', localDate(account.payBy)],
          [
            'Last payment',
            account.lastAmount === null ? 'None yet' : `${shownAmount(account.lastAmount)}, ${localDate(account.lastPayment)}`,
          ],
          ['Last paid invoice', account.lastPaidInvoice || 'None yet'],
          ['Not due yet', shownAmount(aging.notDue)],
          ...late.filter(([, amount]) => Number(amount) > 0).map(([label, amount]) => [label, shownAmount(amount)] as const),
        ]}
      />
    </section>
  );
}

type InvoicesProps = { invoices: readonly Invoice[]; from: From; openPayments: (of: PaymentsOf) => void };

function Invoices({ invoices, from, openPayments }: InvoicesProps) {
  const { customer, may } = useSession();
  const list = usePagedList(linesOf(invoices), {
    from,
    sort: 'createdOn',
    descending: true,
    searchIn: ['number', 'status'],
    sizes: pagerSizes,
  });
  const resend = useEditor(ResendForm, {});
  const save = usePdf(downloadInvoice);
  return (
    <>
      <ListBody
        list={list}
        noun="invoice"
        isKept={false}
        firstUse={
          <EmptyState kind="first-use" title="No invoices yet">
            <p>An invoice appears here after the first month.</p>
          </EmptyState>
        }
      >
        <DataTable
          list={list}
          label="Invoices"
          columns={invoiceColumns}
          rowKey={({ id }) => id}
          nameOf={({ number }) => number}
          actions={[
            { label: 'Download', run: ({ id }) => save({ cust: customer.id, invoiceId: id }), online: true },
            {
              label: 'Payments',
              run: ({ id, number }) => openPayments({ link: String(id), title: `Payments of ${number}` }),
              online: true,
            },
            resend.action('Send again…', { when: may('billing.write'), online: true }),
          ]}
        />
      </ListBody>
      {resend.dialog}
    </>
  );
}
