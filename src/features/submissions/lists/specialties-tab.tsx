import { messages } from '#contract/kit/messages.ts';
import { listSubmissionSpecialties, type SubmissionSpecialty, syncSubmissionSpecialties } from '#contract/submissions/lists.ts';
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
import { heldSpecialties } from './held-lists.ts';
import { ListHead } from './list-head.tsx';
import { SubmissionListUpload } from './list-upload.tsx';
import { useHeldList } from './use-held-list.ts';

const col = columnsOf<SubmissionSpecialty>();
const columnsWith = (names: FieldNames) => [
  col('name', names.of('specialty')),
  col('degree', names.of('degree'), { cell: ({ degree }) => degree || <span className="muted">Every degree</span> }),
  col('extId', 'ID at the target'),
];

/** The specialties of a submission target, read from its system or from a file. */
export function SpecialtiesTab({ target }: { target: SubmissionTarget }) {
  const { id, can, systemName, name } = target;
  const call = useCall();
  const columns = columnsWith(useFieldNames());
  const me = useSession().customer.id;
  const since = useSyncEnd();
  const { rows, asked } = useHeldList(listSubmissionSpecialties, { me, targetId: id }, heldSpecialties);
  const list = usePagedList(rows, {
    ...(asked && { from: asked }),
    sort: 'name',
    searchIn: ['name', 'degree', 'extId'],
    sizes: pagerSizes,
  });
  return (
    <>
      <ListHead
        target={target}
        kind="specialty"
        title="Specialties"
        about={`The specialties that ${name} knows. One without a degree belongs to each.`}
        since={since}
      >
        {can.lists && (
          <SyncButton
            label={`Sync specialties from ${systemName}`}
            failed={messages.specialtiesNotSynced}
            start={() => call(syncSubmissionSpecialties, { me, targetId: id })}
          />
        )}
        <SubmissionListUpload targetId={id} kind="specialty" refreshes={[listSubmissionSpecialties]} />
      </ListHead>
      <ListTools list={list} label="Search specialties">
        <ExportButton title="Specialties" list={list} columns={columns} />
      </ListTools>
      <ListBody list={list} noun="specialty" plural="specialties">
        <DataTable
          list={list}
          label="Specialties"
          layoutName="Submission specialties"
          columns={columns}
          rowKey={(specialty) => specialty.id}
        />
      </ListBody>
    </>
  );
}
