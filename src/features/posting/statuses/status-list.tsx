import { messages } from '#contract/kit/messages.ts';
import { useChanges } from '#src/entities/change/use-changes.ts';
import { useSession } from '#src/entities/session/session.ts';
import { useCustomerStatuses } from '#src/entities/status/use-customer-statuses.ts';
import { useEditor } from '#src/ui/dialog/use-editor.tsx';
import { ExportButton } from '#src/ui/export/export-button.tsx';
import { pagerSizes } from '#src/ui/list/pager.tsx';
import { usePagedList } from '#src/ui/list/use-list.ts';
import { StateBadge } from '#src/ui/mark/state-badge.tsx';
import { EmptyState } from '#src/ui/page/empty-state.tsx';
import { ListPage } from '#src/ui/page/list-page.tsx';
import { columnsOf } from '#src/ui/table/column.ts';
import { DataTable } from '#src/ui/table/data-table.tsx';
import { toast } from '#src/ui/toast/toasts.tsx';
import { linesOf, type StatusLine } from './status.ts';
import { StatusForm } from './status-form.tsx';
import { useEditedInAddress } from './use-edited-in-address.ts';

const col = columnsOf<StatusLine>();
const columns = [
  col('name', 'Status'),
  col('isDefault', 'Default', {
    cell: ({ isDefault }) => (isDefault ? <StateBadge tone="good">Default</StateBadge> : <span className="muted">No</span>),
    text: ({ isDefault }) => (isDefault ? 'Yes' : 'No'),
  }),
];

/** `/expandedStatus`: the customer's own statuses of jobs. `/expandedStatus/edit/:id` opens one of them; -1 adds one. */
export function StatusList() {
  const edits = useSession().may('targets.write');
  const { ready, statuses } = useCustomerStatuses();
  const lines = linesOf(statuses);
  const changes = useChanges();
  const list = usePagedList(ready ? lines : null, { sort: 'name', searchIn: ['name'], sizes: pagerSizes });
  const editor = useEditor(StatusForm, { statuses: lines });
  useEditedInAddress(edits && ready ? lines : null, editor.open);
  const remove = async ({ id, ref, name, isDefault }: StatusLine) => {
    if (isDefault) toast.warning({ title: 'Status not removed', detail: messages.defaultStatusKept });
    else await changes.make('customerStatus.remove.v1', { id, ref }, () => `${name} removed`);
  };
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
          {edits && editor.add('Add status', null)}
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
        rowKey={(row) => row.ref ?? row.id}
        {...(edits && {
          actions: [
            { label: 'Edit', run: editor.open },
            { label: 'Remove', run: remove },
          ],
        })}
      />
    </ListPage>
  );
}
