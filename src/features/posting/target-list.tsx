import { Button } from '@mantine/core';
import { useNavigate } from 'react-router-dom';
import { messages } from '#contract/kit/messages.ts';
import { targetStatus } from '#contract/posting/posting.ts';
import type { TargetRow } from '#contract/rows/rows.ts';
import { isPublished, targetKind } from '#domain/targets/target-kinds.ts';
import { useReply } from '#src/entities/reply/use-reply.ts';
import { errorMessage } from '#src/entities/session/error-message.ts';
import { useSession } from '#src/entities/session/session.ts';
import { useCollection } from '#src/sync/hooks/use-collection.ts';
import { Ago } from '#src/ui/format/use-format.tsx';
import { useList } from '#src/ui/list/use-list.ts';
import { StateBadge } from '#src/ui/mark/state-badge.tsx';
import { EmptyState } from '#src/ui/page/empty-state.tsx';
import { ListPage } from '#src/ui/page/list-page.tsx';
import { pathTo } from '#src/ui/screen/path-to.ts';
import { columnsOf } from '#src/ui/table/column.ts';
import { DataTable } from '#src/ui/table/data-table.tsx';
import { mapsLabel, targetBadge } from './target-labels.ts';

/** A target with the counts of its posts; null until they are loaded, and for a feed. */
type Line = TargetRow & {
  kindName: string;
  waiting: number | null;
  doubtful: number | null;
  failed: number | null;
  done: number | null;
  lastPostedAt: string | null;
};

const col = columnsOf<Line>();
const columns = [
  col('name', 'Target'),
  col('kindName', 'Type'),
  col('checkState', 'Status', { cell: (target) => <State target={target} /> }),
  col('maps', 'Required mappings', { cell: ({ maps }) => mapsLabel(maps) }),
  col('waiting', 'Queued', { align: 'end' }),
  col('doubtful', 'Unconfirmed', { align: 'end' }),
  col('failed', 'Rejected', { align: 'end' }),
  col('done', 'Posted', { align: 'end' }),
  col('lastPostedAt', 'Last posted', { cell: ({ lastPostedAt }) => <Ago at={lastPostedAt} /> }),
];

/** The targets that jobs are posted to, with their status and counts. */
export function TargetList() {
  const { customer, administrator } = useSession();
  const cust = customer.id;
  const add = administrator && <AddButton />;
  const { ready, rows } = useCollection('target');
  const { reply, at, failure } = useReply(targetStatus, { cust });
  const lines = rows.map((row): Line => {
    // A feed is read, not posted to: it has no posts to count.
    const counts = isPublished(row.typeId) ? undefined : reply?.find(({ id }) => id === row.id);
    const { waiting = null, doubtful = null, refused = null, done = null, lastPostedAt = null } = counts ?? {};
    return { ...row, kindName: targetKind(row.typeId).name, waiting, doubtful, failed: refused, done, lastPostedAt };
  });
  const list = useList(ready ? lines : undefined, { sort: 'name', searchIn: ['name', 'kindName'] });
  return (
    <ListPage
      title="Targets"
      noun="target"
      list={list}
      actions={add}
      firstUse={
        <EmptyState kind="first-use" title="No targets connected yet">
          <p>
            A target is where mapped jobs are posted: an ATS, or a feed for job boards.
            {!administrator && ' Contact support to connect the first one.'}
          </p>
          {add}
        </EmptyState>
      }
    >
      {failure && (
        <p className="muted">
          {reply ? (
            <>
              Counts as of <Ago at={at} />.{' '}
            </>
          ) : (
            `${messages.targetsNotRead}. Counts aren’t on this device. `
          )}
          {errorMessage(failure)}
        </p>
      )}
      <DataTable
        list={list}
        label="Targets"
        columns={columns}
        rowKey={(target) => target.id}
        openPath={(target) => `/targetconfig/${target.id}`}
      />
    </ListPage>
  );
}

function State({ target }: { target: TargetRow }) {
  const { words, tone, means } = targetBadge(target);
  return (
    <StateBadge tone={tone} tip={means}>
      {words}
    </StateBadge>
  );
}

function AddButton() {
  const navigate = useNavigate();
  return <Button onClick={() => navigate(pathTo('/targetconfig/:id/:cid?', { id: 0 }))}>Add target</Button>;
}
