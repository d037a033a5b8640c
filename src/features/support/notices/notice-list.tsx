import { listProviderNotices, removeNotice } from '#contract/support/notices.ts';
import { useReply } from '#src/entities/reply/use-reply.ts';
import { useDo } from '#src/entities/reply/use-save.ts';
import { useEditor } from '#src/ui/dialog/use-editor.tsx';
import { ExportButton } from '#src/ui/export/export-button.tsx';
import { localToday } from '#src/ui/format/local-today.ts';
import { useFormat } from '#src/ui/format/use-format.tsx';
import { pagerSizes } from '#src/ui/list/pager.tsx';
import { usePagedList } from '#src/ui/list/use-list.ts';
import { EmptyState } from '#src/ui/page/empty-state.tsx';
import { ListPage } from '#src/ui/page/list-page.tsx';
import { DataTable } from '#src/ui/table/data-table.tsx';
import { isSpreading, lineOf, type NoticeLine, newNotice, removal } from './notice.ts';
import { noticeColumns } from './notice-columns.tsx';
import { NoticeForm } from './notice-form.tsx';

/** `/notificationsTool`: notices that people of customers see above every screen and in their bell. */
export function NoticeList() {
  const notices = useReply(listProviderNotices, {}, { again: isSpreading });
  const today = localToday(useFormat().preferences.timeZone);
  const list = usePagedList(
    notices.reply?.map((notice) => lineOf(notice, today)),
    {
      from: notices,
      sort: 'changedAt',
      descending: true,
      searchIn: ['name', 'message', 'who', 'state'],
      sizes: pagerSizes,
    },
  );
  const editor = useEditor(NoticeForm, {});
  const remove = useDo(removeNotice, {
    args: ({ id }: NoticeLine) => ({ id }),
    said: (_reply, { name }) => ({ title: `${name} removed`, detail: 'People stop seeing it within a minute.' }),
    failed: 'Notice not removed',
    refreshes: [listProviderNotices],
  });
  return (
    <ListPage
      title="Notices"
      noun="notice"
      list={list}
      isKept={false}
      dialogs={editor.dialog}
      actions={
        <>
          <ExportButton title="Notices" list={list} columns={noticeColumns} />
          {editor.add('Add notice', newNotice)}
        </>
      }
      firstUse={
        <EmptyState kind="first-use" title="No notices yet">
          <p>A notice appears above every screen of the people you choose, and in their bell, until they dismiss it.</p>
        </EmptyState>
      }
    >
      <DataTable
        list={list}
        label="Notices"
        columns={noticeColumns}
        rowKey={({ id }) => id}
        actions={[editor.action('Edit'), { label: 'Remove…', run: remove, online: true, danger: true, confirm: removal }]}
      />
    </ListPage>
  );
}
