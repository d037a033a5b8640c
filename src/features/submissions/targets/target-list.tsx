import { listSubmissionTargets, type ShortSubmissionTarget } from '#contract/submissions/targets.ts';
import { useReply } from '#src/entities/reply/use-reply.ts';
import { useSession } from '#src/entities/session/session.ts';
import { typeLabels, usedAs } from '#src/entities/submission/submission-labels.ts';
import { unread } from '#src/entities/submission/unread.ts';
import { useEditor } from '#src/ui/dialog/use-editor.tsx';
import { ExportButton } from '#src/ui/export/export-button.tsx';
import { pagerSizes } from '#src/ui/list/pager.tsx';
import { usePagedList } from '#src/ui/list/use-list.ts';
import { StateBadge } from '#src/ui/mark/state-badge.tsx';
import { EmptyState } from '#src/ui/page/empty-state.tsx';
import { ListPage } from '#src/ui/page/list-page.tsx';
import { pathTo } from '#src/ui/screen/path-to.ts';
import { columnsOf } from '#src/ui/table/column.ts';
import { DataTable } from '#src/ui/table/data-table.tsx';
import { SyncAll } from './sync-all.tsx';
import { newTarget, TargetForm } from './target-form.tsx';

type Line = ShortSubmissionTarget & { readonly kind: string; readonly use: string };

const badge = ({ isActive }: Line) => (
  <StateBadge tone={isActive ? 'good' : 'neutral'}>{isActive ? 'Active' : 'Inactive'}</StateBadge>
);
const col = columnsOf<Line>();
const columns = [
  col('name', 'Target'),
  col('systemName', 'System'),
  col('kind', 'Type'),
  col('use', 'Used as'),
  col('isActive', 'Active', { cell: badge, text: ({ isActive }) => (isActive ? 'Active' : 'Inactive') }),
  col('sharesDocuments', 'Shared document mapping'),
];

/** `/submissiontargets`: where caregivers of submissions come from, and where submissions go. */
export function SubmissionTargetList() {
  const { customer } = useSession();
  const answer = useReply(listSubmissionTargets, { me: customer.id });
  const lines = answer.reply?.map((target): Line => ({ ...target, kind: typeLabels[target.type], use: usedAs(target) }));
  const list = usePagedList(lines, {
    from: { ...answer, problem: unread('targets', answer.problem) },
    sort: 'name',
    searchIn: ['name', 'systemName', 'kind', 'use'],
    sizes: pagerSizes,
  });
  const editor = useEditor(TargetForm, {});
  return (
    <ListPage
      title="Submission targets"
      noun="target"
      list={list}
      dialogs={editor.dialog}
      actions={
        <>
          <ExportButton title="Submission targets" list={list} columns={columns} />
          {lines && lines.length > 0 && <SyncAll />}
          {editor.add('Add target', newTarget)}
        </>
      }
      firstUse={
        <EmptyState kind="first-use" title="No submission targets yet">
          <p>Add the ATS that holds your caregivers, and the VMS or job board that submissions go to.</p>
          {editor.add('Add the first target', newTarget)}
        </EmptyState>
      }
    >
      <DataTable
        list={list}
        label="Submission targets"
        columns={columns}
        rowKey={({ id }) => id}
        openPath={({ id }) => pathTo('/submissionTarget/:id/:short?', { id })}
      />
    </ListPage>
  );
}
