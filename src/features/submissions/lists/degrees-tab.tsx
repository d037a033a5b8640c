import { messages } from '#contract/kit/messages.ts';
import { listSubmissionDegrees, type SubmissionDegree, syncSubmissionDegrees } from '#contract/submissions/lists.ts';
import type { SubmissionTarget } from '#contract/submissions/targets.ts';
import type { FieldNames } from '#domain/job-list/field-names.ts';
import { useFieldNames } from '#src/entities/label/use-field-names.ts';
import { useSession } from '#src/entities/session/session.ts';
import { useCall } from '#src/entities/session/use-call.ts';
import { ListTools } from '#src/entities/submission/list-tools.tsx';
import { SyncButton } from '#src/entities/submission/sync-button.tsx';
import { useSyncEnd } from '#src/entities/submission/use-sync-end.ts';
import { ExportButton } from '#src/ui/export/export-button.tsx';
import { pagerSizes } from '#src/ui/list/pager.tsx';
import { usePagedList } from '#src/ui/list/use-list.ts';
import { ListBody } from '#src/ui/page/list-page.tsx';
import { columnsOf } from '#src/ui/table/column.ts';
import { DataTable } from '#src/ui/table/data-table.tsx';
import { heldDegrees } from './held-lists.ts';
import { ListHead } from './list-head.tsx';
import { SubmissionListUpload } from './list-upload.tsx';
import { useHeldList } from './use-held-list.ts';

const col = columnsOf<SubmissionDegree>();
const columnsWith = (names: FieldNames) => [col('name', names.of('degree')), col('extId', 'ID at the target')];

/** The degrees of a submission target, read from its system or from a file. */
export function DegreesTab({ target }: { target: SubmissionTarget }) {
  const { id, can, systemName, name } = target;
  const call = useCall();
  const columns = columnsWith(useFieldNames());
  const me = useSession().customer.id;
  const since = useSyncEnd();
  const { rows, asked } = useHeldList(listSubmissionDegrees, { me, targetId: id }, heldDegrees);
  const list = usePagedList(rows, {
    ...(asked && { from: asked }),
    sort: 'name',
    searchIn: ['name', 'extId'],
    sizes: pagerSizes,
  });
  return (
    <>
      <ListHead target={target} kind="degree" title="Degrees" about={`The degrees that ${name} knows.`} since={since}>
        {can.lists && (
          <SyncButton
            label={`Sync degrees from ${systemName}`}
            failed={messages.degreesNotSynced}
            start={() => call(syncSubmissionDegrees, { me, targetId: id })}
          />
        )}
        <SubmissionListUpload targetId={id} kind="degree" refreshes={[listSubmissionDegrees]} />
      </ListHead>
      <ListTools list={list} label="Search degrees">
        <ExportButton title="Degrees" list={list} columns={columns} />
      </ListTools>
      <ListBody list={list} noun="degree">
        <DataTable list={list} label="Degrees" layoutName="Submission degrees" columns={columns} rowKey={(degree) => degree.id} />
      </ListBody>
    </>
  );
}
