import { Button } from '@mantine/core';
import { useState } from 'react';
import type { ReplyOf } from '#contract/kit/endpoint.ts';
import { atsObjectSorts, listExternalShifts } from '#contract/mapping/reference-lists.ts';
import { OfTarget, TargetPick } from '#src/entities/mapping/target-choice.tsx';
import type { TargetChoice } from '#src/entities/mapping/use-target-choice.ts';
import { CachedNote } from '#src/entities/session/cached-note.tsx';
import { useSession } from '#src/entities/session/session.ts';
import { useCachedList } from '#src/entities/session/use-cached-list.ts';
import { pagerSizes } from '#src/ui/list/pager.tsx';
import { columnsOf, RowsTable } from '#src/ui/list/rows-table.tsx';
import { StateBadge } from '#src/ui/mark/state-badge.tsx';
import { ListPage } from '#src/ui/page/list-page.tsx';
import '../reference-lists/reference.css';
import { ExternalShiftForm, newShift } from './external-shift-form.tsx';
import { useRemoveShift } from './use-remove-shift.ts';

export type ExternalShift = ReplyOf<typeof listExternalShifts>[number];

const col = columnsOf<ExternalShift>();
const columns = [
  col('ObjectName', 'Shift'),
  col('External_ID', 'ATS ID', {
    cell: ({ External_ID }) =>
      External_ID ? <span className="mono">{External_ID}</span> : <StateBadge tone="warn">Not mapped</StateBadge>,
  }),
  col('City', 'Starts'),
  col('State', 'Ends'),
  col('HoursPerWeek', 'Hours per week', { align: 'end' }),
  col('daysPerWeek', 'Days per week', { align: 'end' }),
  col('ClientName', 'Client'),
];

/** `/eshifts`: shifts as the ATS has them, which vendors' shifts are mapped to. */
export const ExternalShifts = () => <OfTarget>{(choice) => <Shifts key={choice.target.id} choice={choice} />}</OfTarget>;

function Shifts({ choice }: { choice: TargetChoice }) {
  const { customer } = useSession();
  const [edited, setEdited] = useState<ExternalShift | null>(null);
  const place = { cust: customer.id, target: choice.target.id };
  const { list, cached } = useCachedList(listExternalShifts, {
    sizes: pagerSizes,
    sorts: atsObjectSorts,
    args: ({ search, sort, page, size }) => ({ ...place, pageSize: size, page, query: search, sort }),
    rows: (rows) => ({ rows, found: rows[0]?.recCount ?? 0 }),
  });
  const remove = useRemoveShift(place, cached.refresh);
  return (
    <ListPage
      title="External shifts"
      noun="shift"
      list={list}
      actions={
        <>
          <TargetPick choice={choice} />
          <Button onClick={() => setEdited(newShift)}>Add shift</Button>
        </>
      }
    >
      <CachedNote {...cached} />
      <RowsTable
        list={list}
        label="External shifts"
        columns={columns}
        rowKey={(row) => row.ID}
        actions={(row) => deedsOf(row, setEdited, remove)}
      />
      {edited && <ExternalShiftForm place={place} shift={edited} onSaved={cached.refresh} onClose={() => setEdited(null)} />}
    </ListPage>
  );
}

function deedsOf(row: ExternalShift, edit: (row: ExternalShift) => void, remove: (row: ExternalShift) => Promise<void>) {
  return (
    <span className="reference-deeds">
      <Button size="xs" variant="default" aria-label={`Edit ${row.ObjectName}`} onClick={() => edit(row)}>
        Edit
      </Button>
      <Button size="xs" variant="default" aria-label={`Remove ${row.ObjectName}`} onClick={() => void remove(row)}>
        Remove
      </Button>
    </span>
  );
}
