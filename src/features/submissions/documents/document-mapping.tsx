import { useState } from 'react';
import { removeDocumentMapping } from '#contract/submissions/documents.ts';
import { useChanges } from '#src/entities/change/use-changes.ts';
import { useDo } from '#src/entities/reply/use-save.ts';
import { useSession } from '#src/entities/session/session.ts';
import { ListTools } from '#src/entities/submission/list-tools.tsx';
import { useEditor } from '#src/ui/dialog/use-editor.tsx';
import { ExportButton } from '#src/ui/export/export-button.tsx';
import { ListFilter } from '#src/ui/list/list-filter.tsx';
import { pagerSizes } from '#src/ui/list/pager.tsx';
import { usePagedList } from '#src/ui/list/use-list.ts';
import { EmptyState } from '#src/ui/page/empty-state.tsx';
import { ListBody } from '#src/ui/page/list-page.tsx';
import { Waiting } from '#src/ui/page/waiting.tsx';
import { DataTable } from '#src/ui/table/data-table.tsx';
import type { Between } from '../mapping/between.ts';
import { betweenColumns, hasSides, sideChoices } from '../mapping/between-columns.tsx';
import { BetweenPage } from '../mapping/between-page.tsx';
import { type Side, SidesDialog } from '../mapping/sides-dialog.tsx';
import { AddDocument } from './add-document.tsx';
import { type DocumentLine, documentLine, removableSides, removedDocumentStep } from './document-lines.ts';
import { documentReplies, mayMapDocuments } from './document-replies.ts';
import { JrDocumentForm } from './jr-document-form.tsx';
import { useDocuments } from './use-documents.ts';

/** `/submissionmappingdoc`: documents from a source over Jobdock's own list to a destination. */
export function DocumentMapping() {
  const { administrator } = useSession();
  const adding = useEditor(JrDocumentForm, {});
  return (
    <>
      <BetweenPage title="Document mapping" actions={administrator && adding.add('Add Jobdock document', { id: 0, name: '' })}>
        {(between) => <Documents key={`${between.source.id}/${between.destination.id}`} between={between} />}
      </BetweenPage>
      {adding.dialog}
    </>
  );
}

function Documents({ between }: { between: Between }) {
  const { administrator } = useSession();
  const { source, destination } = between;
  const { ready, held, shared } = useDocuments(between);
  const [deleted, setDeleted] = useState<DocumentLine | null>(null);
  const columns = betweenColumns<DocumentLine>(between);
  const list = usePagedList(shared && !shared.reply ? null : held.rows.map(documentLine), {
    ...(shared && { from: shared }),
    sort: 'jr',
    searchIn: ['source', 'jr', 'target'],
    filters: { sides: hasSides },
    sizes: pagerSizes,
  });
  const mayChange = mayMapDocuments(destination.sharesDocuments && source.sharesDocuments, administrator);
  if (!ready) return <Waiting />;
  return (
    <>
      {mayChange && <AddDocument between={between} held={held} />}
      <ListTools
        list={list}
        label="Search mappings"
        filters={<ListFilter list={list} name="sides" label="Side" choices={sideChoices} />}
      >
        <ExportButton title="Document mapping" list={list} columns={columns} />
      </ListTools>
      <ListBody
        list={list}
        noun="mapping"
        firstUse={
          <EmptyState kind="first-use" title="No mappings yet">
            <p>{mayChange ? 'Add the first one above.' : 'Both targets share their mapping: an administrator changes it.'}</p>
          </EmptyState>
        }
      >
        <DataTable
          list={list}
          label="Document mappings"
          columns={columns}
          rowKey={({ key }) => key}
          nameOf={({ source: text, jr }) => text || jr}
          actions={[
            {
              label: 'Delete…',
              run: setDeleted,
              when: ({ row }) => removableSides(row, between, administrator).length > 0,
            },
          ]}
        />
      </ListBody>
      {deleted && <DeleteSides key={deleted.key} line={deleted} between={between} onClose={() => setDeleted(null)} />}
    </>
  );
}

function DeleteSides({ line, between, onClose }: { line: DocumentLine; between: Between; onClose: () => void }) {
  const { customer, administrator } = useSession();
  const { source, target } = line.row;
  const changes = useChanges();
  const removeThere = useDo(removeDocumentMapping, {
    args: (sides: readonly Side[]) => ({
      cust: customer.id,
      ...(sides.includes('source') && source && { sourceId: between.source.id, sourceDocumentId: source.id }),
      ...(sides.includes('target') && target && { targetId: between.destination.id, targetDocumentId: target.id }),
    }),
    said: ({ message }) => ({ title: message }),
    failed: 'The mapping was not removed',
    refreshes: documentReplies,
  });
  const removable = removableSides(line.row, between, administrator);
  const isOwn = removable.every((side) => line.row[side]?.isShared === false);
  const remove = async (sides: readonly Side[]) => {
    if (!isOwn) return removeThere(sides);
    const steps = sides.flatMap((side) => line.row[side]?.step ?? []);
    const { done } = await changes.makeTogether(steps.map(removedDocumentStep), () => `Mapping of ${line.jr} deleted`);
    return done.length > 0;
  };
  const details = { source: `${line.source} → ${line.jr}`, target: `${line.jr} → ${line.target}` };
  const labels = { source: 'Source', target: 'Destination' };
  return (
    <SidesDialog
      title={`Delete the mapping of ${line.jr}`}
      choices={removable.map((side) => ({
        side,
        label: labels[side],
        detail: details[side],
      }))}
      worksOffline={isOwn}
      onDelete={remove}
      onClose={onClose}
    />
  );
}
