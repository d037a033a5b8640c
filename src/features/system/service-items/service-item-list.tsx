import { listServiceItems, removeServiceItem } from '#contract/system/service-items.ts';
import { useReply } from '#src/entities/reply/use-reply.ts';
import { useDo } from '#src/entities/reply/use-save.ts';
import { useEditor } from '#src/ui/dialog/use-editor.tsx';
import { ExportButton } from '#src/ui/export/export-button.tsx';
import { Ago } from '#src/ui/format/use-format.tsx';
import { pagerSizes } from '#src/ui/list/pager.tsx';
import { usePagedList } from '#src/ui/list/use-list.ts';
import { EmptyState } from '#src/ui/page/empty-state.tsx';
import { ListPage } from '#src/ui/page/list-page.tsx';
import { columnsOf } from '#src/ui/table/column.ts';
import { DataTable } from '#src/ui/table/data-table.tsx';
import { type ItemRow, newItem, rowOf, useItemInAddress } from './service-item.ts';
import { ServiceItemForm } from './service-item-form.tsx';

const col = columnsOf<ItemRow>();
const columns = [
  col('code', 'Code'),
  col('label', 'Item'),
  col('words', 'Value'),
  col('range', 'Range'),
  col('whose', 'For'),
  col('by', 'Set by'),
  col('at', 'Set', { cell: ({ at }) => <Ago at={at} /> }),
];

/** `/servicesettingitems`: operating values that differ from their defaults. `/editServiceItemSettings/:id` opens one; 0 adds one. */
export function ServiceItemList() {
  const items = useReply(listServiceItems, {});
  const list = usePagedList(items.reply?.map(rowOf), {
    from: items,
    sort: 'code',
    searchIn: ['code', 'label', 'words', 'whose'],
    sizes: pagerSizes,
  });
  const editor = useEditor(ServiceItemForm, {});
  useItemInAddress(items.reply, editor.open);
  const remove = useDo(removeServiceItem, {
    args: ({ id }: ItemRow) => ({ id }),
    said: ({ code }) => ({ title: `${code} removed` }),
    failed: 'Service item not removed',
    refreshes: [listServiceItems],
  });
  return (
    <ListPage
      dialogs={editor.dialog}
      title="Service items"
      noun="service item"
      list={list}
      actions={
        <>
          <ExportButton title="Service items" list={list} columns={columns} />
          {editor.add('Add service item', newItem)}
        </>
      }
      firstUse={
        <EmptyState kind="first-use" title="No service items yet">
          <p>Everything has its default. An item changes one of them, for all customers or for one.</p>
        </EmptyState>
      }
    >
      <DataTable
        list={list}
        label="Service items"
        columns={columns}
        rowKey={({ id }) => id}
        nameOf={({ code }) => code}
        actions={[editor.action('Edit'), { label: 'Remove…', run: remove, online: true, danger: true, confirm: removal }]}
      />
    </ListPage>
  );
}

const removal = ({ code, whose }: ItemRow) =>
  ({
    title: `Remove ${code}?`,
    body: `${whose}: the value is the default again, or the one for all customers.`,
    choices: { go: { words: 'Remove service item', tone: 'danger' }, stay: { words: 'Cancel' } },
    safe: 'stay',
  }) as const;
