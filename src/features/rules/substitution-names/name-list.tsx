import type { SubstitutionTargetRow } from '#contract/rows/rule-rows.ts';
import { useChanges } from '#src/entities/change/use-changes.ts';
import type { SubstitutionLists } from '#src/entities/substitution/substitution-lists.ts';
import { useEditor } from '#src/ui/dialog/use-editor.tsx';
import { ExportButton } from '#src/ui/export/export-button.tsx';
import { counted } from '#src/ui/format/format.ts';
import { pagerSizes } from '#src/ui/list/pager.tsx';
import { usePagedList } from '#src/ui/list/use-list.ts';
import { ListBody } from '#src/ui/page/list-page.tsx';
import { columnsOf } from '#src/ui/table/column.ts';
import { DataTable } from '#src/ui/table/data-table.tsx';
import { toast } from '#src/ui/toast/toasts.tsx';
import { NameForm } from './name-form.tsx';

type Line = SubstitutionTargetRow & { used: number };
const col = columnsOf<Line>();
const columns = [col('name', 'Name'), col('used', 'Rules', { align: 'end' })];

/** The names that replace vendor texts. */
export function NameList({ lists: { type, targets, rules, readOnly } }: { lists: SubstitutionLists }) {
  const changes = useChanges();
  const lines = targets.map((row): Line => ({ ...row, used: rules.filter(({ targetId }) => targetId === row.id).length }));
  const list = usePagedList(lines, { sort: 'name', searchIn: ['name'], sizes: pagerSizes });
  const editor = useEditor(NameForm, { type });
  const remove = async ({ id, ref, name, used }: Line) => {
    const title = `${name} has ${counted(used, 'substitution rule')}`;
    if (used > 0) return void toast.warning({ title, detail: 'Remove them first, or have them rewrite to another name.' });
    await changes.make('substitutionTarget.remove.v1', { id, ref }, () => `${name} removed`);
  };
  return (
    <>
      <div className="page-tools">
        <div className="page-actions">
          <ExportButton title="Substitution names" list={list} columns={columns} />
          {!readOnly && editor.add('Add name', null)}
        </div>
      </div>
      <ListBody list={list} noun="name">
        <DataTable
          list={list}
          label="Substitution names"
          columns={columns}
          rowKey={(row) => row.ref ?? row.id}
          {...(!readOnly && {
            actions: [
              { label: 'Edit', run: editor.open },
              { label: 'Remove', run: remove },
            ],
          })}
        />
      </ListBody>
      {editor.dialog}
    </>
  );
}
