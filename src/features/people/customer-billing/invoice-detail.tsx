import { Button } from '@mantine/core';
import type { LedgerEntry, LedgerInvoice } from '#contract/billing/ledger.ts';
import { shownAmount } from '#domain/billing/money.ts';
import { Day } from '#src/entities/billing/day.tsx';
import { Dialog } from '#src/ui/dialog/dialog.tsx';
import type { EditorProps } from '#src/ui/dialog/use-editor.tsx';
import { useFormat } from '#src/ui/format/use-format.tsx';
import { useSortedRows } from '#src/ui/list/use-sorted-rows.ts';
import { columnsOf } from '#src/ui/table/column.ts';
import { DataTable } from '#src/ui/table/data-table.tsx';

type Line = LedgerInvoice['lines'][number];
type Props = EditorProps<LedgerInvoice> & { voidEntry: (invoice: LedgerInvoice, entry: LedgerEntry) => Promise<boolean> };

const col = columnsOf<Line>();
const columns = [
  col('text', 'Item'),
  col('fromOn', 'From', { cell: ({ fromOn }) => <Day on={fromOn} /> }),
  col('untilOn', 'To before', { cell: ({ untilOn }) => <Day on={untilOn} /> }),
  col('quantity', 'Quantity', { align: 'end' }),
  col('unitPrice', 'A month', { align: 'end', cell: ({ unitPrice }) => shownAmount(unitPrice) }),
  col('amount', 'Amount', { align: 'end', cell: ({ amount }) => shownAmount(amount) }),
];

/** The lines of an invoice, and what became of it: payments, credits and voids. */
export function InvoiceDetail({ row: invoice, voidEntry, onClose }: Props) {
  const { localDate } = useFormat();
  const list = useSortedRows(invoice.lines, 'fromOn');
  const { entries, total, open, number } = invoice;
  const takeBack = async (entry: LedgerEntry) => {
    if (await voidEntry(invoice, entry)) onClose();
  };
  return (
    <Dialog title={number === '' ? 'Draft' : number} dirty={false} size={760} onClose={onClose}>
      {() => (
        <div className="form">
          <DataTable list={list} label="Lines" columns={columns} rowKey={({ text, fromOn }) => `${text} ${fromOn}`} />
          <p>{`Total ${shownAmount(total)}, ${shownAmount(open)} open.`}</p>
          {entries.length > 0 && (
            <ul className="billing-entries" aria-label="Entries">
              {entries.map((entry) => (
                <li key={entry.id}>
                  <span>{wordsOf(entry, localDate)}</span>
                  {entry.kind !== 'void' && !entry.isVoid && (
                    <Button size="xs" variant="default" onClick={() => void takeBack(entry)}>
                      {`Void ${entry.kind}`}
                    </Button>
                  )}
                </li>
              ))}
            </ul>
          )}
        </div>
      )}
    </Dialog>
  );
}

const names = { payment: 'Payment', credit: 'Credit', void: 'Void' };

function wordsOf({ kind, amount, isVoid, reference, onDay, by }: LedgerEntry, day: (on: string) => string): string {
  const about = reference === '' ? '' : `: ${reference}`;
  return `${names[kind]} of ${shownAmount(amount)}${about}, ${day(onDay)}, by ${by}${isVoid ? ' (void)' : ''}`;
}
