import { downloadInvoice } from '#contract/billing/invoices.ts';
import { addLedgerEntry, discardDraft, type LedgerEntry, type LedgerInvoice, sendDraft } from '#contract/billing/ledger.ts';
import { shownAmount } from '#domain/billing/money.ts';
import { Day } from '#src/entities/billing/day.tsx';
import { InvoiceState } from '#src/entities/billing/invoice-state.tsx';
import { usePdf } from '#src/entities/billing/use-pdf.ts';
import { useDo } from '#src/entities/reply/use-save.ts';
import { useEditor } from '#src/ui/dialog/use-editor.tsx';
import { useList } from '#src/ui/list/use-list.ts';
import { StateBadge } from '#src/ui/mark/state-badge.tsx';
import { columnsOf } from '#src/ui/table/column.ts';
import { DataTable } from '#src/ui/table/data-table.tsx';
import { customerReplies } from './billing-replies.ts';
import { EntryForm } from './entry-form.tsx';
import { InvoiceDetail } from './invoice-detail.tsx';

const col = columnsOf<LedgerInvoice>();
const columns = [
  col('number', 'Invoice', { cell: ({ number }) => (number === '' ? 'Draft' : number) }),
  col('state', 'Status', { cell: (invoice) => <State invoice={invoice} /> }),
  col('fromOn', 'Period', { cell: ({ fromOn, untilOn }) => <Days from={fromOn} until={untilOn} /> }),
  col('dueOn', 'Due', { cell: ({ dueOn }) => <Day on={dueOn} /> }),
  col('total', 'Total', { align: 'end', cell: ({ total }) => shownAmount(total) }),
  col('open', 'Open', { align: 'end', cell: ({ open }) => shownAmount(open) }),
];

/** Drafts and invoices of a customer, the newest first, with what staff do to them. */
export function LedgerInvoices({ id, invoices }: { id: number; invoices: readonly LedgerInvoice[] }) {
  const list = useList(invoices, { sort: 'fromOn', descending: true, searchIn: ['number'] });
  const detail = useEditor(InvoiceDetail, { voidEntry: useVoid(id) });
  const entry = useEditor(EntryForm, { id });
  const pdf = usePdf(downloadInvoice);
  const send = useDo(sendDraft, {
    args: (invoice: LedgerInvoice) => ({ cust: id, invoiceId: invoice.id }),
    said: () => ({ title: 'Invoice sent' }),
    failed: 'Invoice not sent',
    refreshes: customerReplies,
  });
  const discard = useDo(discardDraft, {
    args: (invoice: LedgerInvoice) => ({ cust: id, invoiceId: invoice.id }),
    said: () => ({ title: 'Draft discarded' }),
    refreshes: customerReplies,
  });
  const voidAll = useVoid(id);
  const isDraft = ({ state }: LedgerInvoice) => state === 'draft';
  const isOpen = ({ state, open }: LedgerInvoice) => state === 'sent' && Number(open) > 0;
  if (invoices.length === 0) return null;
  return (
    <>
      <DataTable
        list={list}
        label="Invoices of the customer"
        columns={columns}
        rowKey={(invoice) => invoice.id}
        nameOf={({ number, fromOn }) => (number === '' ? `draft of ${fromOn}` : number)}
        actions={[
          detail.action('Show'),
          { label: 'Send…', run: send, when: isDraft, online: true, confirm: sending },
          entry.action('Add payment or credit…', { when: isOpen, online: true }),
          { label: 'Download', run: (invoice) => pdf({ cust: id, invoiceId: invoice.id }), online: true },
          { label: 'Discard…', run: discard, when: isDraft, online: true, danger: true, confirm: discarding },
          {
            label: 'Void…',
            run: (invoice) => voidAll(invoice, null),
            when: (invoice) => isOpen(invoice) && !invoice.entries.some(({ kind, isVoid }) => kind === 'payment' && !isVoid),
            online: true,
            danger: true,
            confirm: voiding,
          },
        ]}
      />
      {detail.dialog}
      {entry.dialog}
    </>
  );
}

/** Voids an entry of an invoice, or what is open of it. */
function useVoid(id: number): (invoice: LedgerInvoice, entry: LedgerEntry | null) => Promise<boolean> {
  const add = useDo(addLedgerEntry, {
    args: ({ invoice, entry }: { invoice: LedgerInvoice; entry: LedgerEntry | null }) => ({
      cust: id,
      invoiceId: invoice.id,
      kind: 'void' as const,
      voids: entry?.id ?? null,
      key: crypto.randomUUID(),
    }),
    said: ({ open }) => ({ title: 'Voided', detail: `${shownAmount(open)} is open.` }),
    refreshes: customerReplies,
  });
  return (invoice, entry) => add({ invoice, entry });
}

const sending = ({ total }: LedgerInvoice) =>
  ({
    title: 'Send this invoice?',
    body: `${shownAmount(total)}. It gets its number and leaves by email to the primary billing contact. It is not changed afterwards.`,
    choices: { go: { words: 'Send invoice', tone: 'primary' }, stay: { words: 'Cancel' } },
    safe: 'stay',
  }) as const;

const discarding = () =>
  ({
    title: 'Discard this draft?',
    body: 'The period is not billed, and no other draft is made for it.',
    choices: { go: { words: 'Discard draft', tone: 'danger' }, stay: { words: 'Cancel' } },
    safe: 'stay',
  }) as const;

const voiding = ({ number, open }: LedgerInvoice) =>
  ({
    title: `Void ${number}?`,
    body: `${shownAmount(open)} need not be paid any more. This cannot be undone.`,
    choices: { go: { words: 'Void invoice', tone: 'danger' }, stay: { words: 'Cancel' } },
    safe: 'stay',
  }) as const;

function State({ invoice: { state, open, isPastDue } }: { invoice: LedgerInvoice }) {
  if (state === 'draft') return <StateBadge tone="pending">Draft</StateBadge>;
  if (state === 'discarded') return <StateBadge>Discarded</StateBadge>;
  return <InvoiceState open={open} isPastDue={isPastDue} />;
}

const Days = ({ from, until }: { from: string; until: string }) => (
  <>
    <Day on={from} /> to before <Day on={until} />
  </>
);
