import { Link, useParams } from 'react-router-dom';
import { type DocumentedTarget, readTarget, targetStatus } from '#contract/posting/posting.ts';
import type { TargetRow } from '#contract/rows/rows.ts';
import { connectionForm } from '#domain/targets/connection-forms/connections.ts';
import { isPublished, isSentTo, targetKind } from '#domain/targets/target-kinds.ts';
import { useReply } from '#src/entities/reply/use-reply.ts';
import { errorMessage } from '#src/entities/session/error-message.ts';
import { useSession } from '#src/entities/session/session.ts';
import { usePathCustomer } from '#src/entities/session/use-path-customer.ts';
import { useRow } from '#src/sync/hooks/use-row.ts';
import { StateBadge } from '#src/ui/mark/state-badge.tsx';
import { EmptyState } from '#src/ui/page/empty-state.tsx';
import { PageHeader } from '#src/ui/page/page-header.tsx';
import { Waiting } from '#src/ui/page/waiting.tsx';
import { pathTo } from '#src/ui/screen/path-to.ts';
import { AddTarget } from './add-target.tsx';
import { AtsLists } from './ats-lists.tsx';
import { CheckConnection } from './check-connection.tsx';
import { ConnectionForm } from './connection-form.tsx';
import { DeleteTarget } from './delete-target.tsx';
import { FeedAddress } from './feed-address.tsx';
import { FeedCheck } from './feed-check.tsx';
import { FeedForm } from './feed-form.tsx';
import { PostsInDoubt } from './posts-in-doubt.tsx';
import { TargetCounts } from './target-counts.tsx';
import { targetBadge } from './target-labels.ts';
import { TargetLimits } from './target-limits.tsx';
import './targets.css';

/** One target: its posts, its connection, and the lists that vendors' texts are mapped to. */
export function TargetConfig() {
  const { id, cid } = useParams();
  const shown = usePathCustomer(cid);
  const { administrator } = useSession();
  const { ready, row } = useRow('target', Number(id));
  if (!ready || !shown) return <Waiting />;
  if (id === '0' && administrator) return <AddTarget />;
  if (row) return <Target key={row.id} row={row} />;
  return (
    <EmptyState kind="no-match" title="This target doesn’t exist">
      <p>Contact support to connect a new target.</p>
      <Link to={pathTo('/targetconfig')}>All targets</Link>
    </EmptyState>
  );
}

function Target({ row }: { row: TargetRow }) {
  const { customer, administrator, may } = useSession();
  const cust = customer.id;
  const { reply, at, refresh } = useReply(targetStatus, { cust });
  const status = reply?.find(({ id }) => id === row.id);
  const badge = targetBadge(row);
  return (
    <section className="page target" aria-labelledby="page-title">
      <PageHeader
        title={row.name}
        note={
          <StateBadge tone={badge.tone} tip={badge.means}>
            {badge.words}
          </StateBadge>
        }
        actions={
          <>
            <Link to={administrator ? pathTo('/editcustomer/:id', { id: cust }) : pathTo('/account')}>Back</Link>
            <Link to={pathTo('/targetconfig')}>All targets</Link>
            {administrator && <DeleteTarget row={row} />}
          </>
        }
      />
      {isSentTo(row.typeId) && status && <TargetCounts status={status} at={at} />}
      {isSentTo(row.typeId) && <PostsInDoubt row={row} onDecided={refresh} />}
      <Settings row={row} />
      {connectionForm(row.typeId) && may('targets.write') && <TargetLimits row={row} />}
      {row.maps.length > 0 && <AtsLists row={row} />}
    </section>
  );
}

function Settings({ row }: { row: TargetRow }) {
  const { reply, failure, refresh } = useReply(readTarget, { id: row.id });
  const { may } = useSession();
  const isFeed = isPublished(row.typeId) && may('targets.write');
  const isConnected = connectionForm(row.typeId) !== null;
  return (
    <>
      {reply && isFeed && <FeedAddress targetId={row.id} path={reply.xmlFeedUrl} onRenewed={refresh} />}
      <section className="card target-card" aria-labelledby="target-settings">
        <h2 id="target-settings">{isConnected ? 'Connection' : 'Feed'}</h2>
        {!reply && failure && <p className="muted">The settings are not on this device. {errorMessage(failure)}</p>}
        {!reply && !failure && <Waiting rows={4} label="Loading settings" />}
        {reply && (isConnected ? <Connection row={row} target={reply} /> : <FeedForm target={reply} />)}
      </section>
      {isFeed && <FeedCheck row={row} />}
    </>
  );
}

function Connection({ row, target }: { row: TargetRow; target: DocumentedTarget }) {
  return (
    <ConnectionForm
      kind={targetKind(row.typeId)}
      target={target}
      customerId={target.customerId}
      title={`${row.name} connection`}
      saveLabel="Save connection"
      renderBelow={(dirty) => <CheckConnection row={row} dirty={dirty} />}
    />
  );
}
