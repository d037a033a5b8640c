import type { ReactNode } from 'react';
import { messages } from '#contract/kit/messages.ts';
import { listProductFields, type ProductField } from '#contract/rules/rule-lists.ts';
import { unreadList } from '#src/entities/reply/failed-save.ts';
import { useReply } from '#src/entities/reply/use-reply.ts';
import { useSession } from '#src/entities/session/session.ts';
import { useEditor } from '#src/ui/dialog/use-editor.tsx';
import { ExportButton } from '#src/ui/export/export-button.tsx';
import { usePagedList } from '#src/ui/list/use-list.ts';
import { filtersByValue, ValueFilters } from '#src/ui/list/value-filters.tsx';
import { ListPage } from '#src/ui/page/list-page.tsx';
import { columnsOf } from '#src/ui/table/column.ts';
import { DataTable } from '#src/ui/table/data-table.tsx';
import { FieldForm } from './field-form.tsx';

const col = columnsOf<ProductField>();
const usableWhen = ({ isExportOnly: onExport, isCollectionOnly: onCollection }: ProductField): string =>
  onExport ? 'Export only' : onCollection ? 'Data collection only' : 'Always';
const filtered = { type: 'Type' };
const columns = [
  col('name', 'Field'),
  col('id', 'ID', { align: 'end' }),
  col('title', 'Title'),
  col('type', 'Type'),
  col('lookupObjectType', 'Lookup list'),
  col('isRequired', 'Required'),
  col('isVisibleToCustomers', 'Visible to customers'),
  col('isAdvanced', 'Advanced'),
  col('isExportOnly', 'Available on', { cell: usableWhen, text: usableWhen }),
];

/** Every product field of a job. Administrators edit title, visibility and availability; others only read. */
export function FieldList({ tabs }: { readonly tabs: ReactNode }) {
  const { may } = useSession();
  const answer = useReply(listProductFields, {});
  const list = usePagedList(answer.reply, {
    sort: 'id',
    sizes: [50, 100, 300],
    searchIn: ['name', 'title', 'key', 'id'],
    filters: filtersByValue(filtered),
    from: { ...answer, problem: unreadList(messages.productFieldsNotRead, answer.problem) },
  });
  const editor = useEditor(FieldForm, {});
  return (
    <ListPage
      dialogs={editor.dialog}
      title="Field definitions"
      noun="field"
      list={list}
      filters={
        <>
          {tabs}
          <ValueFilters list={list} rows={answer.reply} fields={filtered} />
        </>
      }
      actions={<ExportButton title="Field definitions" list={list} columns={columns} />}
    >
      <DataTable
        list={list}
        label="Fields"
        columns={columns}
        rowKey={({ id }) => id}
        actions={[editor.action('Edit', { when: may('admin.system') })]}
      />
    </ListPage>
  );
}
