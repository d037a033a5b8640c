import { Button } from '@mantine/core';
import { messages } from '#contract/kit/messages.ts';
import { syncSubmissionDocuments } from '#contract/submissions/lists.ts';
import type { SubmissionTarget } from '#contract/submissions/targets.ts';
import { useChanges } from '#src/entities/change/use-changes.ts';
import { useSession } from '#src/entities/session/session.ts';
import { useCall } from '#src/entities/session/use-call.ts';
import { ListTools } from '#src/entities/submission/list-tools.tsx';
import { SyncButton } from '#src/entities/submission/sync-button.tsx';
import { useSyncEnd } from '#src/entities/submission/use-sync-end.ts';
import { useEditor } from '#src/ui/dialog/use-editor.tsx';
import { ListFilter } from '#src/ui/list/list-filter.tsx';
import { pagerSizes } from '#src/ui/list/pager.tsx';
import { usePagedList } from '#src/ui/list/use-list.ts';
import { StateBadge } from '#src/ui/mark/state-badge.tsx';
import { ListBody } from '#src/ui/page/list-page.tsx';
import { saveText } from '#src/ui/save-file.ts';
import { columnsOf } from '#src/ui/table/column.ts';
import { DataTable } from '#src/ui/table/data-table.tsx';
import { removedDocumentStep } from '../documents/document-lines.ts';
import { documentReplies, mayMapDocuments } from '../documents/document-replies.ts';
import { JrDocumentForm } from '../documents/jr-document-form.tsx';
import { LinkForm } from '../documents/link-form.tsx';
import type { TargetDocument } from '../documents/target-documents.ts';
import { useTargetDocuments } from '../documents/use-target-documents.ts';
import { ListHead } from './list-head.tsx';
import { documentTemplate } from './list-state.ts';
import { SubmissionListUpload } from './list-upload.tsx';

const jrDocument = ({ jrName, isShared }: TargetDocument) =>
  jrName === '' ? (
    <span className="muted">Not mapped</span>
  ) : (
    <>
      {jrName} {isShared && <StateBadge tip="One mapping for every customer of the system.">Shared</StateBadge>}
    </>
  );
const col = columnsOf<TargetDocument>();
const columns = [
  col('name', 'Document type'),
  col('groupName', 'Group'),
  col('extId', 'ID at the target'),
  col('jrName', 'Jobdock document', { cell: jrDocument }),
];
const filters = { show: ({ jrId }: TargetDocument, value: string) => (jrId === 0) === (value === 'open') };
const states = [
  { value: 'open', label: 'Not mapped' },
  { value: 'mapped', label: 'Mapped' },
];
const aboutOf = (name: string, may: boolean) =>
  `The document types that ${name} knows, each with the document of Jobdock that it is mapped to.${may ? '' : ' Its mapping is shared: an administrator changes it.'}`;
const saveTemplate = () => saveText(documentTemplate.name, 'text/csv', documentTemplate.text);

/** The document types of a submission target, each with the document of Jobdock's own list that it is mapped to. Own mappings work offline. */
export function DocumentsTab({ target }: { target: SubmissionTarget }) {
  const { id, can, systemName, name, sharesDocuments } = target;
  const call = useCall();
  const { customer, administrator } = useSession();
  const me = customer.id;
  const since = useSyncEnd();
  const { rows, asked, held } = useTargetDocuments(target, since);
  const list = usePagedList(rows, {
    ...(asked && { from: asked }),
    sort: 'name',
    searchIn: ['name', 'groupName', 'extId', 'jrName'],
    filters,
    sizes: pagerSizes,
  });
  const mapping = useEditor(LinkForm, { target, held });
  const adding = useEditor(JrDocumentForm, {});
  const unmap = useUnmap();
  const may = mayMapDocuments(sharesDocuments, administrator);
  return (
    <>
      <ListHead target={target} kind="document" title="Documents" about={aboutOf(name, may)} since={since}>
        {can.lists && (
          <SyncButton
            label={`Sync document types from ${systemName}`}
            failed={messages.documentsNotSynced}
            start={() => call(syncSubmissionDocuments, { me, targetId: id })}
          />
        )}
        <SubmissionListUpload targetId={id} kind="document" refreshes={documentReplies} />
        <Button variant="default" onClick={saveTemplate}>
          Download template
        </Button>
      </ListHead>
      <ListTools
        list={list}
        label="Search document types"
        filters={<ListFilter list={list} name="show" label="Mapping" choices={states} />}
      >
        {administrator && adding.add('Add Jobdock document', { id: 0, name: '' })}
      </ListTools>
      <ListBody list={list} noun="document type">
        <DataTable
          list={list}
          label="Document types"
          columns={columns}
          rowKey={(document) => document.id}
          {...(may && {
            actions: [
              mapping.action('Choose document…'),
              { label: 'Remove mapping', run: unmap, when: ({ step }: TargetDocument) => step !== null },
            ],
          })}
        />
      </ListBody>
      {mapping.dialog}
      {adding.dialog}
    </>
  );
}

/** Removes the step of a document's mapping, also offline. */
function useUnmap() {
  const changes = useChanges();
  return async ({ name, step }: TargetDocument) => {
    if (step) await changes.makeTogether([removedDocumentStep(step)], () => `Mapping of ${name} removed`);
  };
}
