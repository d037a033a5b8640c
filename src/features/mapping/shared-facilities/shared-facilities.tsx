import { listSharedFacilities, sharedFacilitySorts } from '#contract/mapping/shared-facilities.ts';
import type { FieldNames } from '#domain/job-list/field-names.ts';
import { useFieldNames } from '#src/entities/label/use-field-names.ts';
import { useTargetChoice } from '#src/entities/mapping/use-target-choice.ts';
import { useServerList } from '#src/entities/reply/use-server-list.ts';
import { useSession } from '#src/entities/session/session.ts';
import { useEditor } from '#src/ui/dialog/use-editor.tsx';
import { ExportButton } from '#src/ui/export/export-button.tsx';
import { ListFilter } from '#src/ui/list/list-filter.tsx';
import { ListPage } from '#src/ui/page/list-page.tsx';
import { columnsOf } from '#src/ui/table/column.ts';
import { DataTable } from '#src/ui/table/data-table.tsx';
import { NoFacilities } from '../first-steps/first-steps.tsx';
import { AddToMyClients } from './add-to-my-clients.tsx';
import { newSharedFacility, type SharedFacility, useStateChoices } from './shared-facility.ts';
import { SharedFacilityForm } from './shared-facility-form.tsx';

const col = columnsOf<SharedFacility>();
const columnsIn = (names: FieldNames) => [
  col('name', 'Name'),
  col('address', names.of('address')),
  col('city', names.of('city')),
  col('state', names.of('state')),
  col('zip', names.of('zip')),
  col('country', 'Country'),
  col('isHealthcare', 'Healthcare'),
];

/** `/facilitiesShared`: facilities that all customers share; administrators edit them. */
export function SharedFacilities() {
  const names = useFieldNames();
  const columns = columnsIn(names);
  const { administrator, may } = useSession();
  const target = useTargetChoice().choice?.target;
  const list = useServerList(listSharedFacilities, {
    sorts: sharedFacilitySorts,
    filters: ['state'],
    args: ({ search, sort, page, size, filter }) => ({ pageSize: size, page, query: search, sort, state: filter('state') }),
    rows: ({ rows, total }) => ({ rows, found: total }),
  });
  const editor = useEditor(SharedFacilityForm, {});
  const adding = useEditor(AddToMyClients, { target });
  return (
    <ListPage
      dialogs={
        <>
          {editor.dialog}
          {adding.dialog}
        </>
      }
      title="Shared facilities"
      noun="facility"
      plural="facilities"
      list={list}
      filters={<ListFilter list={list} name="state" label={names.of('state')} choices={useStateChoices()} />}
      actions={
        <>
          <ExportButton title="Shared facilities" list={list} columns={columns} />
          {administrator && editor.add('Add facility', newSharedFacility)}
        </>
      }
      firstUse={<NoFacilities add={administrator && editor.add('Add the first facility', newSharedFacility)} />}
    >
      <DataTable
        list={list}
        label="Shared facilities"
        columns={columns}
        rowKey={(row) => row.id}
        actions={[
          editor.action('Edit', { when: administrator }),
          adding.action('Add to my clients…', { when: may('map.facility') && target !== undefined, online: true }),
        ]}
      />
    </ListPage>
  );
}
