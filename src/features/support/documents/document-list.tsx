import { type DocumentType, listDocuments, removeDocument, taxFormId } from '#contract/support/documents.ts';
import { useReply } from '#src/entities/reply/use-reply.ts';
import { useDo } from '#src/entities/reply/use-save.ts';
import { useSession } from '#src/entities/session/session.ts';
import { useEditor } from '#src/ui/dialog/use-editor.tsx';
import { pagerSizes } from '#src/ui/list/pager.tsx';
import { usePagedList } from '#src/ui/list/use-list.ts';
import { EmptyState } from '#src/ui/page/empty-state.tsx';
import { ListPage } from '#src/ui/page/list-page.tsx';
import { DataTable } from '#src/ui/table/data-table.tsx';
import { ReplaceFile } from '../document-files/replace-file.tsx';
import { useDownloadDocument } from '../document-files/use-download-document.ts';
import { type DocumentLine, lineOf, newDocument, removal, words } from './document.ts';
import { documentColumns } from './document-columns.tsx';
import { DocumentForm } from './document-form.tsx';

/** `/documents`: PDF files of the provider. */
export const Documents = () => <DocumentList type={1} />;
/** `/youtube`: videos of the provider, as links to their pages. */
export const Videos = () => <DocumentList type={3} />;

function DocumentList({ type }: { type: DocumentType }) {
  const { administrator } = useSession();
  const { title, noun, none, later } = words[type];
  const documents = useReply(listDocuments, { type });
  const list = usePagedList(documents.reply?.map(lineOf), {
    from: documents,
    sort: 'name',
    searchIn: ['name', 'description', 'where'],
    sizes: pagerSizes,
  });
  const editor = useEditor(DocumentForm, {});
  const replacing = useEditor(ReplaceFile, {});
  const download = useDownloadDocument();
  const remove = useDo(removeDocument, {
    args: ({ id }: DocumentLine) => ({ id }),
    said: (_reply, { name }) => ({ title: `${name} removed` }),
    failed: `The ${noun} was not removed`,
    refreshes: [listDocuments],
  });
  const add = administrator && editor.add(`Add ${noun}`, newDocument(type));
  const actions = [
    { label: 'Download', run: download, online: true, when: ({ fileName }: DocumentLine) => fileName !== null },
    {
      label: 'Open in a new window',
      run: ({ link }: DocumentLine) => openPage(link),
      when: ({ link }: DocumentLine) => link !== null,
    },
    replacing.action('Replace file…', { when: administrator && type === 1, online: true }),
    editor.action('Edit', { when: administrator }),
    {
      label: 'Remove…',
      run: remove,
      online: true,
      danger: true,
      confirm: removal,
      when: ({ id }: DocumentLine) => administrator && id !== taxFormId,
    },
  ];
  const dialogs = [editor.dialog, replacing.dialog];
  const firstUse = (
    <EmptyState kind="first-use" title={none}>
      {administrator ? add : <p>{later}</p>}
    </EmptyState>
  );
  return (
    <ListPage title={title} noun={noun} list={list} dialogs={dialogs} actions={add} firstUse={firstUse}>
      <DataTable list={list} label={title} columns={documentColumns} rowKey={({ id }) => id} actions={actions} />
    </ListPage>
  );
}

/** Without a player of another site inside the app: its page opens by itself and learns nothing of this one. */
const openPage = (link: string | null) => link !== null && window.open(link, '_blank', 'noopener,noreferrer');
