import { messages } from '#contract/kit/messages.ts';
import { externalShiftSorts, listExternalShifts, saveExternalShift } from '#contract/mapping/external-shifts.ts';
import type { FieldNames } from '#domain/job-list/field-names.ts';
import { useFieldNames } from '#src/entities/label/use-field-names.ts';
import { OfTarget, TargetPick } from '#src/entities/mapping/target-choice.tsx';
import type { TargetChoice } from '#src/entities/mapping/use-target-choice.ts';
import { pickArgs } from '#src/entities/reply/pick-args.ts';
import { useRemove } from '#src/entities/reply/use-remove.ts';
import { useServerList } from '#src/entities/reply/use-server-list.ts';
import { useSession } from '#src/entities/session/session.ts';
import { useEditor } from '#src/ui/dialog/use-editor.tsx';
import { ExportButton } from '#src/ui/export/export-button.tsx';
import { StateBadge } from '#src/ui/mark/state-badge.tsx';
import { ListPage } from '#src/ui/page/list-page.tsx';
import { columnsOf } from '#src/ui/table/column.ts';
import { DataTable } from '#src/ui/table/data-table.tsx';
import { NoShifts } from '../first-steps/first-steps.tsx';
import { type ExternalShift, newShift } from './external-shift.ts';
import { ExternalShiftForm } from './external-shift-form.tsx';

const col = columnsOf<ExternalShift>();
const columnsIn = (names: FieldNames) => [
  col('name', names.of('shift')),
  col('externalId', 'ATS ID', {
    cell: ({ externalId: id }) => (id ? <span className="mono">{id}</span> : <StateBadge tone="warn">Not mapped</StateBadge>),
  }),
  col('starts', 'Starts'),
  col('ends', 'Ends'),
  col('hoursPerWeek', 'Hours per week', { align: 'end' }),
  col('daysPerWeek', 'Days per week', { align: 'end' }),
  col('clientName', 'Client'),
];

/** `/eshifts`: the ATS shifts that vendor shifts are mapped to. */
export const ExternalShifts = () => <OfTarget>{(choice) => <Shifts key={choice.target.id} choice={choice} />}</OfTarget>;

function Shifts({ choice }: { choice: TargetChoice }) {
  const names = useFieldNames();
  const columns = columnsIn(names);
  const { may } = useSession();
  const edits = may('lists.write');
  const place = { cust: useSession().customer.id, target: choice.target.id };
  const list = useServerList(listExternalShifts, {
    sorts: externalShiftSorts,
    args: ({ search, sort, page, size }) => ({ ...place, pageSize: size, page, query: search, sort }),
    rows: (rows) => ({ rows, found: rows[0]?.total ?? 0 }),
  });
  const editor = useEditor(ExternalShiftForm, { place });
  const remove = useRemove(saveExternalShift, {
    args: (shift: ExternalShift, removed) => pickArgs(saveExternalShift, { ...shift, ...place, isDeleted: removed }),
    nameOf: (shift) => shift.name,
    done: messages.shiftDeleted,
    failed: messages.shiftNotDeleted,
    refreshes: [listExternalShifts],
  });
  return (
    <ListPage
      dialogs={editor.dialog}
      title="External shifts"
      noun="shift"
      list={list}
      actions={
        <>
          <TargetPick choice={choice} />
          <ExportButton title="External shifts" list={list} columns={columns} />
          {edits && editor.add('Add shift', newShift)}
        </>
      }
      firstUse={<NoShifts of={choice.target.name} add={edits && editor.add('Add the first shift', newShift)} />}
    >
      <DataTable
        list={list}
        label="External shifts"
        columns={columns}
        rowKey={(row) => row.id}
        {...(edits && { actions: [editor.action('Edit'), remove] })}
      />
    </ListPage>
  );
}
