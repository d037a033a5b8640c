import { Button } from '@mantine/core';
import { useState } from 'react';
import { Link, Navigate, useSearchParams } from 'react-router-dom';
import { messages } from '#contract/kit/messages.ts';
import { listSchedules, type Schedule } from '#contract/reports/schedules.ts';
import { isSendable } from '#domain/reports/schedules/sendable.ts';
import { timingWords } from '#domain/reports/schedules/timing.ts';
import { viewAddress } from '#domain/reports/view-address.ts';
import { useChanges } from '#src/entities/change/use-changes.ts';
import { useReply } from '#src/entities/reply/use-reply.ts';
import { isCalled, readViewId, type SavedView } from '#src/entities/report-view/saved-views.ts';
import { useSession } from '#src/entities/session/session.ts';
import { useCollection } from '#src/sync/hooks/use-collection.ts';
import type { Question } from '#src/ui/ask/ask.tsx';
import { Ago, useFormat } from '#src/ui/format/use-format.tsx';
import { useList } from '#src/ui/list/use-list.ts';
import { EmptyState } from '#src/ui/page/empty-state.tsx';
import { ListPage } from '#src/ui/page/list-page.tsx';
import type { Column } from '#src/ui/table/column.ts';
import { DataTable } from '#src/ui/table/data-table.tsx';
import { SchedulesDialog } from '../schedules/schedules-dialog.tsx';
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
  /** Whether a schedule can send it: the service answers its report. */
  readonly isSendable: boolean;
  /** When its schedules send it, as words; blank for none, and while they are not known. */
  readonly schedules: string;
  readonly nextAt: string | null;
  readonly at: string;
};

function Stamp({ at }: { at: string }) {
  const format = useFormat();
  return <span className="nowrap">{`${format.date(at)} ${format.time(at)}`}</span>;
}

const columns: readonly Column<Line>[] = [
  { key: 'name', label: 'Name', cell: ({ name, address }) => (address === null ? name : <Link to={address}>{name}</Link>) },
  { key: 'report', label: 'Report', cell: ({ report }) => report ?? 'No longer exists' },
  { key: 'address', label: 'Address' },
  { key: 'schedules', label: 'Schedules' },
  { key: 'nextAt', label: 'Next time', cell: ({ nextAt }) => (nextAt === null ? '' : <Stamp at={nextAt} />) },
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
  const { opened, open, close, schedules } = useSchedules();
  const lines = rows.flatMap((row) => (row.purged || row.ownerId !== role.userId ? [] : lineOf(row, schedules)));
  const list = useList(ready ? lines : null, { sort: 'name', searchIn: ['name', 'report'] });
  const remove = ({ id, ref, name }: Line) =>
    changes.make('reportConfiguration.remove.v1', { id, ref }, () => `View “${name}” removed`);
  const scheduled = lines.find(({ id }) => id === opened);
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
      {scheduled && <SchedulesDialog view={scheduled} onClose={close} />}
      <DataTable
        list={list}
        label="My reports"
        columns={columns}
        rowKey={({ id }) => id}
        actions={[
          { label: 'Schedules…', when: (line) => line.isSendable, run: ({ id }) => open(id) },
          { label: 'Delete', danger: true, confirm: isSure, run: remove },
        ]}
      />
    </ListPage>
  );
}

function lineOf(row: SavedView, schedules: readonly Schedule[]): Line {
  const { id, ref, name, isPrivate, isDefault, at } = row;
  const opens = viewAddress(row);
  const own = schedules.filter(({ configurationId }) => configurationId === id);
  return {
    id,
    ref,
    name,
    report: opens?.screen ?? null,
    address: opens?.path ?? null,
    shared: !isPrivate,
    isDefault,
    // The service does not know a view that is not sent yet.
    isSendable: isSendable(row) && id > 0,
    schedules: own.map((one) => `${timingWords(one)}${one.isPaused ? ' (paused)' : ''}`).join('; '),
    nextAt: own.flatMap(({ nextAt }) => nextAt ?? []).sort()[0] ?? null,
    at,
  };
}

/** The schedules of the user, and the view whose schedules are open. An email leads to one of them by `?schedule=`. */
function useSchedules() {
  const { may } = useSession();
  const [params, setParams] = useSearchParams();
  const [chosen, setChosen] = useState<number | null>(null);
  const { reply } = useReply(listSchedules, { cust: 'me' }, { wanted: may('staging.read') });
  const wanted = Number(params.get('schedule'));
  const opened = chosen ?? reply?.find(({ id }) => id === wanted)?.configurationId ?? null;
  const close = () => {
    setChosen(null);
    setParams(
      (now) => {
        now.delete('schedule');
        return now;
      },
      { replace: true },
    );
  };
  return { opened, open: setChosen, close, schedules: reply ?? [] };
}

const isSure = ({ name }: Line): Question<'go' | 'stay'> => ({
  title: 'Delete this report?',
  body: <p>{`“${name}” will be removed. Do you want to continue?`}</p>,
  choices: { go: { words: 'Delete report', tone: 'danger' }, stay: { words: 'Keep report' } },
  safe: 'stay',
});
