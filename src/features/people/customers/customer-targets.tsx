import { messages } from '#contract/kit/messages.ts';
import { type DocumentedTarget, listTargets } from '#contract/posting/posting.ts';
import { useReply } from '#src/entities/reply/use-reply.ts';
import { useList } from '#src/ui/list/use-list.ts';
import { StateBadge } from '#src/ui/mark/state-badge.tsx';
import { EmptyState } from '#src/ui/page/empty-state.tsx';
import { ListBody } from '#src/ui/page/list-page.tsx';
import { pathTo } from '#src/ui/screen/path-to.ts';
import { columnsOf } from '#src/ui/table/column.ts';
import { DataTable } from '#src/ui/table/data-table.tsx';
import { InCustomer } from '../customer-board/in-customer.tsx';

type Line = DocumentedTarget & { readonly customer: string };

const col = columnsOf<Line>();
const columns = [
  col('name', 'Target', {
    cell: (target) => (
      <InCustomer of={target} to={pathTo('/targetconfig/:id/:cid?', { id: target.id })}>
        {target.name}
      </InCustomer>
    ),
  }),
  col('url', 'URL'),
  col('isDisabled', 'In use', {
    cell: ({ isDisabled }) => <StateBadge tone={isDisabled ? 'neutral' : 'good'}>{isDisabled ? 'Disabled' : 'Yes'}</StateBadge>,
    text: ({ isDisabled }) => (isDisabled ? 'Disabled' : 'Yes'),
  }),
];

/** The targets that a customer posts to. Each leads to its own screen, in the customer's data. */
export function CustomerTargets({ id, name }: { id: number; name: string }) {
  const answer = useReply(listTargets, { cust: id });
  const isUnread = answer.reply === null && answer.problem !== null;
  const from = isUnread ? { ...answer, problem: `${messages.targetsNotRead}. ${answer.problem}` } : answer;
  const lines = answer.reply?.map((target): Line => ({ ...target, customerId: id, customer: name }));
  const list = useList(lines, { sort: 'name', searchIn: ['name'], from });
  return (
    <ListBody
      list={list}
      noun="target"
      firstUse={
        <EmptyState kind="first-use" title="No targets yet">
          <p>This customer posts to no ATS and has no feed.</p>
        </EmptyState>
      }
    >
      <DataTable list={list} label="Targets of the customer" columns={columns} rowKey={(target) => target.id} />
    </ListBody>
  );
}
