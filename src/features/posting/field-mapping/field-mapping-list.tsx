import type { ReactNode } from 'react';
import { listAtsFields } from '#contract/posting/ats-fields.ts';
import type { FieldMappingRow } from '#contract/rows/field-mapping.ts';
import { movesOf } from '#domain/assignments/positions.ts';
import { useChanges } from '#src/entities/change/use-changes.ts';
import { useFieldNames } from '#src/entities/label/use-field-names.ts';
import { TargetPick } from '#src/entities/mapping/target-choice.tsx';
import type { TargetChoice } from '#src/entities/mapping/use-target-choice.ts';
import { useReply } from '#src/entities/reply/use-reply.ts';
import { useSession } from '#src/entities/session/session.ts';
import { scanFields } from '#src/store/rows.ts';
import { useCollection } from '#src/sync/hooks/use-collection.ts';
import { useWatched } from '#src/sync/hooks/use-watched.ts';
import { useEditor } from '#src/ui/dialog/use-editor.tsx';
import { ExportButton } from '#src/ui/export/export-button.tsx';
import { pagerSizes } from '#src/ui/list/pager.tsx';
import { usePagedList } from '#src/ui/list/use-list.ts';
import { EmptyState } from '#src/ui/page/empty-state.tsx';
import { ListPage } from '#src/ui/page/list-page.tsx';
import { withProblem } from '#src/ui/table/cell-problem.tsx';
import { columnsOf } from '#src/ui/table/column.ts';
import { DataTable } from '#src/ui/table/data-table.tsx';
import { linesOf, type MappingLine } from './field-mapping.ts';
import { FieldMappingForm } from './field-mapping-form.tsx';
import { MappingPreview } from './mapping-preview.tsx';

const col = columnsOf<MappingLine>();
/** A cell with the first problem of the parts of a line that it shows. */
const cellOf = (key: 'label' | 'source' | 'how' | 'condition' | 'value', parts: readonly string[]) => (row: MappingLine) =>
  withProblem(row[key], row.problems.find(({ field }) => parts.includes(field))?.message);
const columns = [
  col('label', 'ATS field', { cell: cellOf('label', ['atsField', 'fieldType', 'maxLength', 'onUpdate']) }),
  col('order', 'Order', { align: 'end', width: 72 }),
  col('source', 'Job field', { cell: cellOf('source', ['jobField']) }),
  col('how', 'Option', { cell: cellOf('how', ['option']) }),
  col('condition', 'Condition', { cell: cellOf('condition', ['condition']) }),
  col('value', 'Value', { cell: cellOf('value', ['value']) }),
];

/** Moves and removes the lines of a target. */
function useLineChanges(targetId: number, own: readonly FieldMappingRow[]) {
  const changes = useChanges();
  const move =
    (by: -1 | 1) =>
    async ({ id, label }: MappingLine) => {
      const moves = movesOf(own, id, by).map((one) => ({ ...one, targetId }));
      await changes.makeEach('fieldMapping.move.v1', moves, () => `${label} moved`);
    };
  const remove = async ({ id, ref, label }: MappingLine) => {
    await changes.make('fieldMapping.remove.v1', { id, ref, targetId }, () => `Mapping of ${label} removed`);
  };
  return { move, remove };
}

/** How many jobs of this device are in a target. */
function usePostedJobs(targetId: number): number {
  const jobs = useWatched(
    'posted jobs',
    (store) => scanFields(store, 'job', ['posts']),
    ({ changes: all }) => all.some(({ collection }) => collection === 'job'),
  );
  const isPosted = ({ posts }: { posts: readonly { targetId: number; externalId: string | null }[] }) =>
    posts.some((post) => post.targetId === targetId && post.externalId !== null);
  return jobs.ready ? jobs.value.filter(isPosted).length : 0;
}

type LineWork = Pick<ReturnType<typeof useLineChanges>, 'move' | 'remove'> & {
  readonly open: (line: MappingLine) => void;
  /** The place of the last line. */
  readonly last: number;
};

const lineActions = ({ open, move, remove, last }: LineWork) => [
  { label: 'Edit', run: open },
  { label: 'Move up', run: move(-1), when: ({ order }: MappingLine) => order > 1 },
  { label: 'Move down', run: move(1), when: ({ order }: MappingLine) => order < last },
  { label: 'Remove', run: remove },
];

/** The first tab of `/atsFieldMapping`: what each field of a target’s job orders gets. */
export function LinesOfTarget({ choice, tabs }: { readonly choice: TargetChoice; readonly tabs: ReactNode }) {
  const { target } = choice;
  const { customer, may } = useSession();
  const { ready, rows } = useCollection('fieldMapping');
  const atsFields = useReply(listAtsFields, { target: target.id, cust: customer.id }, { wanted: may('rules.read') }).reply;
  const own = rows.filter(({ purged, targetId }) => !purged && targetId === target.id);
  const lines = linesOf(own, { atsFields, typeId: target.typeId, names: useFieldNames() });
  const posted = usePostedJobs(target.id);
  const list = usePagedList(ready ? lines : null, {
    sort: 'order',
    searchIn: ['label', 'atsField', 'source', 'value'],
    sizes: pagerSizes,
  });
  const editor = useEditor(FieldMappingForm, {
    target,
    atsFields,
    last: Math.max(0, ...own.map(({ position }) => position)),
    posted,
  });
  const { move, remove } = useLineChanges(target.id, own);
  const actions = lineActions({ open: editor.open, move, remove, last: lines.length });
  return (
    <ListPage
      title="Field mapping"
      noun="line"
      list={list}
      dialogs={editor.dialog}
      below={lines.length > 0 && <MappingPreview target={target} lines={lines} />}
      filters={
        <>
          <TargetPick choice={choice} />
          {tabs}
        </>
      }
      actions={
        <>
          <ExportButton title={`Field mapping of ${target.name}`} list={list} columns={columns} />
          {own.length > 0 && editor.add('Add line', null)}
        </>
      }
      firstUse={
        <EmptyState kind="first-use" title="No field mapping">
          <p>What {target.name} gets cannot be changed here.</p>
        </EmptyState>
      }
    >
      <DataTable
        list={list}
        label="Field mapping"
        columns={columns}
        rowKey={(row) => row.ref ?? row.id}
        nameOf={({ label }) => label}
        actions={actions}
      />
    </ListPage>
  );
}
