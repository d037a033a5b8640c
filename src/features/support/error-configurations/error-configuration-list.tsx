import { messages } from '#contract/kit/messages.ts';
import {
  type ErrorConfiguration,
  listErrorConfigurations,
  newErrorConfiguration,
  removeErrorConfiguration,
} from '#contract/support/error-configurations.ts';
import { alertName, deliveryProblem, filteredFields, slackWords } from '#domain/error-alerts/alert-words.ts';
import { useReply } from '#src/entities/reply/use-reply.ts';
import { useDo } from '#src/entities/reply/use-save.ts';
import { useEditor } from '#src/ui/dialog/use-editor.tsx';
import { ExportButton } from '#src/ui/export/export-button.tsx';
import { usePagedList } from '#src/ui/list/use-list.ts';
import { ValueFilters } from '#src/ui/list/value-filters.tsx';
import { EmptyState } from '#src/ui/page/empty-state.tsx';
import { ListPage } from '#src/ui/page/list-page.tsx';
import { DataTable } from '#src/ui/table/data-table.tsx';
import { columns } from './columns.tsx';
import { filters, removal, unread } from './error-configuration.ts';
import { ErrorConfigurationForm } from './error-configuration-form.tsx';
import './error-configurations.css';

const searchIn = ['id', 'error', 'customer', 'crawler', 'parser'] as const;

/** `/notificationconfigs`: after how many errors of what a message goes to Slack or by email. */
export function ErrorConfigurationList() {
  const answer = useReply(listErrorConfigurations, { pageSize: 1000 });
  const { reply } = answer;
  const from = { ...answer, problem: unread(answer.problem) };
  const list = usePagedList(reply?.rows, { from, sort: 'id', sizes: [50, 100, 300], searchIn, filters });
  const editor = useEditor(ErrorConfigurationForm, {});
  const remove = useDo(removeErrorConfiguration, {
    args: ({ id }: ErrorConfiguration) => ({ id }),
    said: (_reply, row) => ({ title: 'Error alert removed', detail: alertName(row) }),
    failed: messages.alertNotRemoved,
    refreshes: [listErrorConfigurations],
  });
  const warning = reply && deliveryProblem(reply);
  return (
    <ListPage
      dialogs={editor.dialog}
      title="Error alerts"
      noun="error alert"
      list={list}
      filters={<ValueFilters list={list} rows={reply?.rows ?? null} fields={filteredFields} />}
      actions={
        <>
          <ExportButton title="Error alerts" list={list} columns={columns} />
          {editor.add('Add error alert', newErrorConfiguration)}
        </>
      }
      below={reply && reply.total > 0 && <p className="muted">{slackWords(reply.slack)}</p>}
      firstUse={
        <EmptyState kind="first-use" title="No error alerts yet">
          <p>An error alert sends one message to Slack or by email when errors pile up, and is then silent for some minutes.</p>
        </EmptyState>
      }
    >
      {warning && <p className="error-configurations-problem">{warning}</p>}
      <DataTable
        list={list}
        label="Error alerts"
        columns={columns}
        rowKey={({ id }) => id}
        nameOf={alertName}
        actions={[editor.action('Edit'), { label: 'Remove…', run: remove, online: true, danger: true, confirm: removal }]}
      />
    </ListPage>
  );
}
