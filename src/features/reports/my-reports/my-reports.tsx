import { Button } from '@mantine/core';
import { Link, Navigate, useSearchParams } from 'react-router-dom';
import { messages } from '#contract/kit/messages.ts';
import { viewAddress } from '#domain/reports/view-address.ts';
import { useChanges } from '#src/entities/change/use-changes.ts';
import { isCalled, readViewId } from '#src/entities/report-view/saved-views.ts';
import { useSession } from '#src/entities/session/session.ts';
import { useCollection } from '#src/sync/hooks/use-collection.ts';
import type { Question } from '#src/ui/ask/ask.tsx';
import { Ago } from '#src/ui/format/use-format.tsx';
import { useList } from '#src/ui/list/use-list.ts';
import { EmptyState } from '#src/ui/page/empty-state.tsx';
import { ListPage } from '#src/ui/page/list-page.tsx';
import type { Column } from '#src/ui/table/column.ts';
import { DataTable } from '#src/ui/table/data-table.tsx';
import '#src/entities/report-view/report-view.css';

/** A saved view of the user with the address that opens it. Null where its report no longer exists. */
type Line = {
  readonly id: number;
  readonly ref: string | null;
  readonly name: string;
  readonly report: string | null;
  readonly address: string | null;
  readonly shared: boolean;
  readonly isDefault: boolean;
  readonly at: string;
};

const columns: readonly Column<Line>[] = [
  { key: 'name', label: 'Name', cell: ({ name, address }) => (address === null ? name : <Link to={address}>{name}</Link>) },
  { key: 'report', label: 'Report', cell: ({ report }) => report ?? 'No longer exists' },
  { key: 'address', label: 'Address' },
  { key: 'shared', label: 'Shared' },
  { key: 'isDefault', label: 'Default' },
  { key: 'at', label: 'Saved', cell: ({ at }) => <Ago at={at} /> },
];

/** `/report_myreports`: the user's own saved views of reports and of staging. Works offline. */
export function MyReports() {
  const { ready, rows } = useCollection('reportConfiguration');
  const { role, may } = useSession();
  const changes = useChanges();
  const wanted = readViewId(useSearchParams()[0]);
  const named = wanted === null ? undefined : rows.find((row) => !row.purged && isCalled(row, wanted));
  const namedAt = named && viewAddress(named)?.path;
  const lines = rows.flatMap((row): Line[] => {
    const { id, ref, name, ownerId, purged, isPrivate, isDefault, at } = row;
    if (purged || ownerId !== role.userId) return [];
    const opens = viewAddress(row);
    const [report, address] = [opens?.screen ?? null, opens?.path ?? null];
    return [{ id, ref, name, report, address, shared: !isPrivate, isDefault, at }];
  });
  const list = useList(ready ? lines : null, { sort: 'name', searchIn: ['name', 'report'] });
  const remove = ({ id, ref, name }: Line) =>
    changes.make('reportConfiguration.remove.v1', { id, ref }, () => `View “${name}” removed`);
  const create = (
    <Button component={Link} to={may('jobs.report') ? '/report_jobs' : '/reports'}>
      Create report
    </Button>
  );
  // A line of the activity names a view by its id alone.
  if (namedAt !== undefined) return <Navigate to={namedAt} replace />;
  return (
    <ListPage
      title="My reports"
      noun="report"
      list={list}
      actions={create}
      filters={
        ready &&
        wanted !== null && (
          <p role="status" className="view-state">
            {`${messages.configurationNotLoaded}: this view was removed, or it is not shared with you.`}
          </p>
        )
      }
      firstUse={
        <EmptyState kind="first-use" title="No saved reports yet">
          <p>Open a report, set its columns and filters, and choose Save as a view in its menu Views.</p>
        </EmptyState>
      }
    >
      <DataTable
        list={list}
        label="My reports"
        columns={columns}
        rowKey={({ id }) => id}
        actions={[{ label: 'Delete', danger: true, confirm: isSure, run: remove }]}
      />
    </ListPage>
  );
}

const isSure = ({ name }: Line): Question<'go' | 'stay'> => ({
  title: 'Delete this report?',
  body: <p>{`“${name}” will be removed. Do you want to continue?`}</p>,
  choices: { go: { words: 'Delete report', tone: 'danger' }, stay: { words: 'Keep report' } },
  safe: 'stay',
});
