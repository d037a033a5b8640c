import { listSharedFacilities, sharedFacilitySorts } from '#contract/mapping/shared-facilities.ts';
import { fieldLabel } from '#domain/job-list/job-fields.ts';
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
const columns = [
  col('name', 'Name'),
  col('address', fieldLabel('address')),
  col('city', fieldLabel('city')),
  col('state', fieldLabel('state')),
  col('zip', fieldLabel('zip')),
  col('country', 'Country'),
  col('isHealthcare', 'Healthcare'),
];

/** `/facilitiesShared`: facilities that all customers share; administrators edit them. */
export function SharedFacilities() {
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
      filters={<ListFilter list={list} name="state" label={fieldLabel('state')} choices={useStateChoices()} />}
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
