import { Link } from 'react-router-dom';
import type { FieldNames } from '#domain/job-list/field-names.ts';
import { useAssignmentBook } from '#src/entities/assignment/use-assignment-book.ts';
import { useAssignmentChanges } from '#src/entities/assignment/use-assignment-changes.ts';
import { useAssignmentRules } from '#src/entities/assignment/use-assignment-rules.ts';
import { jobsPath } from '#src/entities/job/jobs-path.ts';
import { useFieldNames } from '#src/entities/label/use-field-names.ts';
import { useSession } from '#src/entities/session/session.ts';
import { useEditor } from '#src/ui/dialog/use-editor.tsx';
import { ExportButton } from '#src/ui/export/export-button.tsx';
import { pagerSizes } from '#src/ui/list/pager.tsx';
import { usePagedList } from '#src/ui/list/use-list.ts';
import { StateBadge } from '#src/ui/mark/state-badge.tsx';
import { EmptyState } from '#src/ui/page/empty-state.tsx';
import { ListPage } from '#src/ui/page/list-page.tsx';
import { columnsOf } from '#src/ui/table/column.ts';
import { DataTable } from '#src/ui/table/data-table.tsx';
import { type AssignmentLine, linesOf } from './assignment.ts';
import { AssignmentForm } from './assignment-form.tsx';

const col = columnsOf<AssignmentLine>();
const columnsIn = (names: FieldNames) => [
  col('order', 'Order', { align: 'end', width: 72 }),
  col('person', names.of('assignee')),
  col('source', names.of('source')),
  col('facility', names.of('facility')),
  col('idle', 'Assigns', { cell: ({ idle }) => <StateBadge tone={idle ? 'warn' : 'good'}>{idle ?? 'Yes'}</StateBadge> }),
  col('jobs', 'Open jobs', {
    align: 'end',
    cell: ({ id, jobs }) =>
      jobs === 0 ? '0' : <Link to={jobsPath(`assignment:${id} status:Open`)}>{jobs.toLocaleString('en-US')}</Link>,
  }),
];

/** `/assignments`: who gets the jobs of a source or facility. The first rule that fits a job assigns it. */
export function AssignmentList() {
  const names = useFieldNames();
  const columns = columnsIn(names);
  const { may } = useSession();
  const edits = may('targets.write') && may('jobs.hold');
  const { ready, rules } = useAssignmentRules();
  const book = useAssignmentBook();
  const lines = linesOf(rules, book);
  const list = usePagedList(ready ? lines : null, {
    sort: 'order',
    searchIn: ['person', 'source', 'facility'],
    sizes: pagerSizes,
  });
  const editor = useEditor(AssignmentForm, { rules, book });
  const { remove, move } = useAssignmentChanges(rules, book);
  const actions = [
    { label: 'Edit', run: editor.open },
    { label: 'Move up', run: move(-1), when: ({ order }: AssignmentLine) => order > 1 },
    { label: 'Move down', run: move(1), when: ({ order }: AssignmentLine) => order < rules.length },
    { label: 'Remove', run: remove },
  ];
  const firstUse = (
    <EmptyState kind="first-use" title="No assignments yet">
      <p>An assignment gives every open job of a source or facility to one person, unless somebody assigns it by hand.</p>
    </EmptyState>
  );
  const tools = (
    <>
      <ExportButton title="Assignments" list={list} columns={columns} />
      {edits && editor.add('Add assignment', null)}
    </>
  );
  return (
    <ListPage dialogs={editor.dialog} title="Assignments" noun="assignment" list={list} actions={tools} firstUse={firstUse}>
      <DataTable
        list={list}
        label="Assignments"
        columns={columns}
        rowKey={(row) => row.ref ?? row.id}
        nameOf={({ place, person }) => `${place} to ${person}`}
        {...(edits && { actions })}
      />
    </ListPage>
  );
}
