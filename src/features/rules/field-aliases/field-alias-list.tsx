import { useChanges } from '#src/entities/change/use-changes.ts';
import { useFieldNames } from '#src/entities/label/use-field-names.ts';
import { useFieldAliases } from '#src/entities/rule/use-field-aliases.ts';
import { useSession } from '#src/entities/session/session.ts';
import { useEditor } from '#src/ui/dialog/use-editor.tsx';
import { ExportButton } from '#src/ui/export/export-button.tsx';
import { pagerSizes } from '#src/ui/list/pager.tsx';
import { usePagedList } from '#src/ui/list/use-list.ts';
import { EmptyState } from '#src/ui/page/empty-state.tsx';
import { ListPage } from '#src/ui/page/list-page.tsx';
import { columnsOf } from '#src/ui/table/column.ts';
import { DataTable } from '#src/ui/table/data-table.tsx';
import { type AliasLine, lineIn } from './field-alias.ts';
import { FieldAliasForm } from './field-alias-form.tsx';

const col = columnsOf<AliasLine>();
const columns = [col('alias', 'Alias'), col('field', 'Field'), col('fieldId', 'Field ID', { align: 'end' })];

/** `/fieldAliases`: other names of job fields in vendors' files and in rules. */
export function FieldAliasList() {
  const edits = useSession().may('rules.write');
  const aliases = useFieldAliases();
  const changes = useChanges();
  const list = usePagedList(aliases.map(lineIn(useFieldNames())), {
    sort: 'field',
    searchIn: ['field', 'alias'],
    sizes: pagerSizes,
  });
  const editor = useEditor(FieldAliasForm, { aliases });
  const remove = async ({ id, ref, alias }: AliasLine) => {
    await changes.make('fieldAlias.remove.v1', { id, ref }, () => `${alias} removed`);
  };
  return (
    <ListPage
      dialogs={editor.dialog}
      title="Field aliases"
      noun="alias"
      plural="aliases"
      list={list}
      actions={
        <>
          <ExportButton title="Field aliases" list={list} columns={columns} />
          {edits && editor.add('Add alias', null)}
        </>
      }
      firstUse={
        <EmptyState kind="first-use" title="No aliases yet">
          <p>Jobdock knows the usual names of columns. Add the names that only your vendors use, such as “Ward” for Unit.</p>
        </EmptyState>
      }
    >
      <DataTable
        list={list}
        label="Field aliases"
        columns={columns}
        rowKey={(row) => row.ref ?? row.id}
        {...(edits && {
          actions: [
            { label: 'Edit', run: editor.open },
            { label: 'Remove', run: remove },
          ],
        })}
      />
    </ListPage>
  );
}
