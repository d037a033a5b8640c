import { type CustomerRow, listAllCustomers } from '#contract/people/customer-list.ts';
import { useReply } from '#src/entities/reply/use-reply.ts';
import { counted } from '#src/ui/format/format.ts';
import { useList } from '#src/ui/list/use-list.ts';
import { EmptyState } from '#src/ui/page/empty-state.tsx';
import { ListBody } from '#src/ui/page/list-page.tsx';
import { DataTable } from '#src/ui/table/data-table.tsx';
import { customerColumns } from './customer-columns.tsx';

const most = 500;

/** The customers below one. They are moved by their own parent, in their Plan tab. */
export function CustomerChildren({ id }: { id: number }) {
  const answer = useReply(listAllCustomers, { all: '1', state: 'all', parent: id, pageSize: most });
  const total = answer.reply?.total ?? 0;
  const list = useList<CustomerRow>(answer.reply?.rows, { sort: 'name', searchIn: ['name'], from: answer });
  return (
    <ListBody
      list={list}
      noun="child"
      plural="children"
      firstUse={
        <EmptyState kind="first-use" title="No children">
          <p>Another customer becomes a child when this one is chosen as its parent, in its Plan tab.</p>
        </EmptyState>
      }
    >
      <DataTable list={list} label="Children of the customer" columns={customerColumns} rowKey={(child) => child.id} />
      {total > most && (
        <p className="muted">
          The first {most} of {counted(total, 'child', 'children')}.
        </p>
      )}
    </ListBody>
  );
}
