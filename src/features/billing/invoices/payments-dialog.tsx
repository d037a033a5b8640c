import { listPayments, type Payment } from '#contract/billing/invoices.ts';
import { messages } from '#contract/kit/messages.ts';
import { shownAmount } from '#domain/billing/money.ts';
import { Day } from '#src/entities/billing/day.tsx';
import { useReply } from '#src/entities/reply/use-reply.ts';
import { useSession } from '#src/entities/session/session.ts';
import { Dialog } from '#src/ui/dialog/dialog.tsx';
import type { EditorProps } from '#src/ui/dialog/use-editor.tsx';
import { useSortedRows } from '#src/ui/list/use-sorted-rows.ts';
import { TryAgain } from '#src/ui/page/answered.tsx';
import { Waiting } from '#src/ui/page/waiting.tsx';
import { columnsOf } from '#src/ui/table/column.ts';
import { DataTable } from '#src/ui/table/data-table.tsx';

/** Whose payments are shown: of one invoice, or `all`. */
export type PaymentsOf = { readonly link: string; readonly title: string };

/** The payments of an invoice, or of the whole account. */
export function PaymentsDialog({ row: { link, title }, onClose }: EditorProps<PaymentsOf>) {
  const { customer } = useSession();
  const { reply, problem, refresh } = useReply(listPayments, { cust: customer.id, link });
  return (
    <Dialog title={title} dirty={false} onClose={onClose}>
      {() =>
        reply ? (
          <Payments payments={reply.payments} none={reply.message} />
        ) : problem === null ? (
          <Waiting />
        ) : (
          <div role="alert">
            <p>{messages.paymentsNotRead}</p>
            <p className="muted">{problem}</p>
            <TryAgain refresh={refresh} />
          </div>
        )
      }
    </Dialog>
  );
}

const col = columnsOf<Payment>();

const columns = [
  col('onDay', 'Date', { cell: ({ onDay }) => <Day on={onDay} /> }),
  col('number', 'Invoice'),
  col('amount', 'Amount', { align: 'end', cell: ({ amount }) => shownAmount(amount) }),
  col('reference', 'Reference'),
];

function Payments({ payments, none }: { payments: readonly Payment[]; none: string }) {
  const list = useSortedRows(payments, 'onDay');
  if (payments.length === 0) return <p className="muted">{none}</p>;
  return <DataTable list={list} label="Payments" columns={columns} rowKey={({ id }) => id} />;
}
