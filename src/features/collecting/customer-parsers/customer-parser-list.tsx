import { listCustomerParsers, listParsers, unassignParser } from '#contract/collecting/parsers.ts';
import type { ReplyOf } from '#contract/kit/endpoint.ts';
import { messages } from '#contract/kit/messages.ts';
import { useReply } from '#src/entities/reply/use-reply.ts';
import { useDo } from '#src/entities/reply/use-save.ts';
import { useSession } from '#src/entities/session/session.ts';
import { useEditor } from '#src/ui/dialog/use-editor.tsx';
import { pagerSizes } from '#src/ui/list/pager.tsx';
import { usePagedList } from '#src/ui/list/use-list.ts';
import { EmptyState } from '#src/ui/page/empty-state.tsx';
import { ListPage } from '#src/ui/page/list-page.tsx';
import { columnsOf } from '#src/ui/table/column.ts';
import { DataTable } from '#src/ui/table/data-table.tsx';
import { CustomerParserForm } from './customer-parser-form.tsx';

type Assigned = ReplyOf<typeof listCustomerParsers>[number];
const col = columnsOf<Assigned>();
const columns = [col('name', 'Parser'), col('description', 'Description')];

/** `/customerparsers`: the parsers that read the emails of the customer in view. */
export function CustomerParserList() {
  const { customer } = useSession();
  const parsers = useReply(listCustomerParsers, { cust: customer.id });
  const from = { ...parsers, problem: parsers.problem && `${messages.parsersNotRead}. ${parsers.problem}` };
  const list = usePagedList(parsers.reply, { from, sort: 'name', searchIn: ['name', 'description'], sizes: pagerSizes });
  const editor = useEditor(CustomerParserForm, {});
  const remove = useDo(unassignParser, {
    args: ({ id }: Assigned) => ({ cust: customer.id, parserId: id }),
    said: ({ name }) => ({ title: `${name} taken from ${customer.name}` }),
    failed: 'Parser not taken',
    refreshes: [listCustomerParsers, listParsers],
  });
  return (
    <ListPage
      dialogs={editor.dialog}
      title="Customer parsers"
      noun="parser"
      list={list}
      actions={editor.add('Assign parser', null)}
      firstUse={
        <EmptyState kind="first-use" title={`${customer.name} has no parsers`}>
          <p>Emails of a vendor are read once its parser is assigned.</p>
        </EmptyState>
      }
    >
      <DataTable
        list={list}
        label="Customer parsers"
        columns={columns}
        rowKey={({ id }) => id}
        nameOf={({ name }) => name}
        actions={[{ label: 'Take away…', run: remove, online: true, danger: true, confirm: removal(customer.name) }]}
      />
    </ListPage>
  );
}

const removal =
  (customer: string) =>
  ({ name }: Assigned) =>
    ({
      title: `Take ${name} from ${customer}?`,
      body: 'Emails of its vendor are no longer read for this customer. You can assign it again.',
      choices: { go: { words: 'Take parser away', tone: 'danger' }, stay: { words: 'Cancel' } },
      safe: 'stay',
    }) as const;
