import { Link, Navigate, useLocation, useParams } from 'react-router-dom';
import { targetStatus } from '#contract/posting/posting.ts';
import type { TargetRow } from '#contract/rows/rows.ts';
import { isSentTo } from '#domain/targets/target-kinds.ts';
import { useReply } from '#src/entities/reply/use-reply.ts';
import { useSession } from '#src/entities/session/session.ts';
import { usePathCustomer } from '#src/entities/session/use-path-customer.ts';
import { useRow } from '#src/sync/hooks/use-row.ts';
import { StateBadge } from '#src/ui/mark/state-badge.tsx';
import { EmptyState } from '#src/ui/page/empty-state.tsx';
import { PageHeader } from '#src/ui/page/page-header.tsx';
import { Waiting } from '#src/ui/page/waiting.tsx';
import { pathTo } from '#src/ui/screen/path-to.ts';
import { AddTarget } from './add-target.tsx';
import { ChangedThere } from './changed-there.tsx';
import { DeleteTarget } from './delete-target.tsx';
import { PostsInDoubt } from './posts-in-doubt.tsx';
import { TargetCounts } from './target-counts.tsx';
import { targetBadge } from './target-labels.ts';
import { TargetTabs } from './target-tabs.tsx';
import './targets.css';

/** The documented number of CTM, whose targets have an address of their own. */
const ctm = 2;

/** One target: its posts, its connection, and the lists that vendors' texts are mapped to. */
export function TargetConfig() {
  const { id, cid } = useParams();
  const { pathname, search } = useLocation();
  const shown = usePathCustomer(cid);
  const { administrator } = useSession();
  const { ready, row } = useRow('target', Number(id));
  if (!ready || !shown) return <Waiting />;
  if (id === '0' && administrator) return <AddTarget />;
  if (row && row.typeId === ctm && !pathname.startsWith('/ctmconfig'))
    return <Navigate replace to={{ pathname: pathTo('/ctmconfig/:id/:cid?', { id: row.id, ...(cid && { cid }) }), search }} />;
  if (row) return <Target key={row.id} row={row} />;
  return (
    <EmptyState kind="no-match" title="This target doesn’t exist">
      <p>Contact support to connect a new target.</p>
      <Link to={pathTo('/targetconfig')}>All targets</Link>
    </EmptyState>
  );
}

function Target({ row }: { row: TargetRow }) {
  const { customer, administrator } = useSession();
  const cust = customer.id;
  const { reply, at, refresh } = useReply(targetStatus, { cust });
  const status = reply?.find(({ id }) => id === row.id);
  const badge = targetBadge(row);
  const backTo = administrator ? pathTo('/editcustomer/:id', { id: cust }) : pathTo('/account');
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
            <Link to={backTo}>Back</Link>
            <Link to={pathTo('/targetconfig')}>All targets</Link>
            {administrator && <DeleteTarget row={row} />}
          </>
        }
      />
      {isSentTo(row.typeId) && status && <TargetCounts status={status} at={at} />}
      {isSentTo(row.typeId) && <PostsInDoubt row={row} onDecided={refresh} />}
      {isSentTo(row.typeId) && <ChangedThere row={row} />}
      <TargetTabs row={row} />
    </section>
  );
}
