import { type CustomerStatus, listStatuses, removeStatus } from '#contract/posting/statuses.ts';
import { useReply } from '#src/entities/reply/use-reply.ts';
import { useDo } from '#src/entities/reply/use-save.ts';
import { useSession } from '#src/entities/session/session.ts';
import { useEditor } from '#src/ui/dialog/use-editor.tsx';
import { ExportButton } from '#src/ui/export/export-button.tsx';
import { pagerSizes } from '#src/ui/list/pager.tsx';
import { usePagedList } from '#src/ui/list/use-list.ts';
import { StateBadge } from '#src/ui/mark/state-badge.tsx';
import { EmptyState } from '#src/ui/page/empty-state.tsx';
import { ListPage } from '#src/ui/page/list-page.tsx';
import { columnsOf } from '#src/ui/table/column.ts';
import { DataTable } from '#src/ui/table/data-table.tsx';
import { newStatus } from './status.ts';
import { StatusForm } from './status-form.tsx';
import { useEditedInAddress } from './use-edited-in-address.ts';

const col = columnsOf<CustomerStatus>();
const columns = [
  col('name', 'Status'),
  col('isDefault', 'Default', {
    cell: ({ isDefault }) => (isDefault ? <StateBadge tone="good">Default</StateBadge> : <span className="muted">No</span>),
    text: ({ isDefault }) => (isDefault ? 'Yes' : 'No'),
  }),
];

/** `/expandedStatus`: the statuses that users set on jobs. `/expandedStatus/edit/:id` opens one of them; -1 adds one. */
export function StatusList() {
  const { customer, may } = useSession();
  const edits = may('targets.write');
  const cached = useReply(listStatuses, { cust: customer.id });
  const list = usePagedList(cached.reply, { from: cached, sort: 'name', searchIn: ['name'], sizes: pagerSizes });
  const editor = useEditor(StatusForm, {});
  useEditedInAddress(edits ? cached.reply : null, editor.open);
  const remove = useDo(removeStatus, {
    args: ({ id }: CustomerStatus) => ({ cust: customer.id, id }),
    said: ({ name }) => ({ title: `${name} removed` }),
    failed: 'Status not removed',
    refreshes: [listStatuses],
  });
  return (
    <ListPage
      dialogs={editor.dialog}
      title="Statuses"
      noun="status"
      plural="statuses"
      list={list}
      actions={
        <>
          <ExportButton title="Statuses" list={list} columns={columns} />
          {edits && editor.add('Add status', newStatus)}
        </>
      }
      firstUse={
        <EmptyState kind="first-use" title="No statuses yet">
          <p>Statuses are your agency’s own words for the progress of a job, such as “Client review”.</p>
        </EmptyState>
      }
    >
      <DataTable
        list={list}
        label="Statuses"
        columns={columns}
        rowKey={({ id }) => id}
        actions={[
          editor.action('Edit', { when: edits }),
          { label: 'Remove…', run: remove, when: edits, online: true, danger: true, confirm: removal },
        ]}
      />
    </ListPage>
  );
}

const removal = ({ name }: CustomerStatus) =>
  ({
    title: `Remove ${name}?`,
    body: 'It cannot be restored. You can add it again under the same name.',
    choices: { go: { words: 'Remove status', tone: 'danger' }, stay: { words: 'Cancel' } },
    safe: 'stay',
  }) as const;
