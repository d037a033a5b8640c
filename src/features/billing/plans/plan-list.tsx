import { listPlanPrices, type PricedPlan } from '#contract/billing/plans.ts';
import { shownAmount } from '#domain/billing/money.ts';
import { useReply } from '#src/entities/reply/use-reply.ts';
import { useEditor } from '#src/ui/dialog/use-editor.tsx';
import { pagerSizes } from '#src/ui/list/pager.tsx';
import { usePagedList } from '#src/ui/list/use-list.ts';
import { ListPage } from '#src/ui/page/list-page.tsx';
import { columnsOf } from '#src/ui/table/column.ts';
import { DataTable } from '#src/ui/table/data-table.tsx';
import { PlanForm } from './plan-form.tsx';

const col = columnsOf<PricedPlan>();
const columns = [
  col('name', 'Plan'),
  col('monthPrice', 'A month', { align: 'end', cell: ({ monthPrice }) => shownAmount(monthPrice) }),
  col('connections', 'VMS connections included', { align: 'end' }),
  col('connectionPrice', 'Further connection, a month', {
    align: 'end',
    cell: ({ connectionPrice }) => shownAmount(connectionPrice),
  }),
  col('users', 'Users included', { align: 'end' }),
  col('userPrice', 'Further user, a month', { align: 'end', cell: ({ userPrice }) => shownAmount(userPrice) }),
  col('customers', 'Customers', { align: 'end' }),
];

/** `/plans`: what customers can subscribe to, with the list prices. */
export function PlanList() {
  const answer = useReply(listPlanPrices, {});
  const list = usePagedList(answer.reply, { from: answer, sort: 'connections', searchIn: ['name'], sizes: pagerSizes });
  const editor = useEditor(PlanForm, {});
  return (
    <ListPage dialogs={editor.dialog} title="Plans" noun="plan" list={list} isKept={false}>
      <DataTable list={list} label="Plans" columns={columns} rowKey={({ id }) => id} actions={[editor.action('Change prices')]} />
    </ListPage>
  );
}
