import { Button } from '@mantine/core';
import { useState } from 'react';
import type { ReplyOf } from '#contract/kit/endpoint.ts';
import { listSharedFacilities, sharedFacilitySorts } from '#contract/mapping/reference-lists.ts';
import { listStates } from '#contract/system/lookups.ts';
import { CachedNote } from '#src/entities/session/cached-note.tsx';
import { useSession } from '#src/entities/session/session.ts';
import { useCached } from '#src/entities/session/use-cached.ts';
import { useCachedList } from '#src/entities/session/use-cached-list.ts';
import { ListFilter } from '#src/ui/list/list-filter.tsx';
import { pagerSizes } from '#src/ui/list/pager.tsx';
import { columnsOf, RowsTable } from '#src/ui/list/rows-table.tsx';
import { ListPage } from '#src/ui/page/list-page.tsx';
import { newSharedFacility, SharedFacilityForm } from './shared-facility-form.tsx';

export type SharedFacility = ReplyOf<typeof listSharedFacilities>['rows'][number];

const col = columnsOf<SharedFacility>();
const columns = [
  col('Name', 'Name'),
  col('Address', 'Address'),
  col('City', 'City'),
  col('State', 'State'),
  col('Zip', 'Zip'),
  col('Coutry', 'Country'),
  col('IsHealthcare', 'Healthcare'),
];

/** `/facilitiesShared`: facilities that all customers share; administrators edit them. */
export function SharedFacilities() {
  const { administrator } = useSession();
  const [edited, setEdited] = useState<SharedFacility | null>(null);
  const { reply: states } = useCached(listStates, {});
  const { list, cached } = useCachedList(listSharedFacilities, {
    sizes: pagerSizes,
    sorts: sharedFacilitySorts,
    filters: ['state'],
    args: ({ search, sort, page, size, filter }) => ({ pageSize: size, page, query: search, sort, state: filter('state') }),
    rows: ({ rows, total }) => ({ rows, found: total }),
  });
  const choices = states?.map(({ ID, NAME }) => ({ value: ID, label: NAME })) ?? [];
  return (
    <ListPage
      title="Shared facilities"
      noun="facility"
      plural="facilities"
      list={list}
      filters={<ListFilter list={list} name="state" label="State" choices={choices} />}
      actions={administrator && <Button onClick={() => setEdited(newSharedFacility)}>Add facility</Button>}
    >
      <CachedNote {...cached} />
      <RowsTable
        list={list}
        label="Shared facilities"
        columns={columns}
        rowKey={(row) => row.ID}
        {...(administrator && { actions: (row: SharedFacility) => editOf(row, setEdited) })}
      />
      {edited && <SharedFacilityForm facility={edited} onSaved={cached.refresh} onClose={() => setEdited(null)} />}
    </ListPage>
  );
}

const editOf = (row: SharedFacility, edit: (row: SharedFacility) => void) => (
  <Button size="xs" variant="default" aria-label={`Edit ${row.Name}`} onClick={() => edit(row)}>
    Edit
  </Button>
);
