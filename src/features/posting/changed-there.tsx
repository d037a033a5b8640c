import { Button } from '@mantine/core';
import { useState } from 'react';
import { Link } from 'react-router-dom';
import { listDrift } from '#contract/posting/drift.ts';
import type { TargetRow } from '#contract/rows/rows.ts';
import { jobsPath } from '#src/entities/job/jobs-path.ts';
import { DriftedOrder } from '#src/entities/posting/drift/drifted-order.tsx';
import { useReply } from '#src/entities/reply/use-reply.ts';
import { useSession } from '#src/entities/session/session.ts';
import { counted } from '#src/ui/format/format.ts';
import { AsOf } from '#src/ui/page/answered.tsx';
import { pathTo } from '#src/ui/screen/path-to.ts';

/** The settings of the target are below, so a long list must not push them away. */
const shownFirst = 3;

/** Posted jobs that people changed, closed or deleted in the target, each with its choices. Nothing while there are none. */
export function ChangedThere({ row }: { readonly row: TargetRow }) {
  const cust = useSession().customer.id;
  const { reply, at, problem, refresh } = useReply(listDrift, { cust });
  const [all, setAll] = useState(false);
  const orders = reply?.orders.filter(({ targetId }) => targetId === row.id) ?? [];
  const count = reply?.counts.find(({ targetId }) => targetId === row.id)?.count ?? 0;
  if (orders.length === 0) return null;
  return (
    <section className="card target-card" aria-labelledby="target-changed">
      <h2 id="target-changed">
        {counted(count, 'job')} changed in {row.name}
      </h2>
      <p className="muted">
        Nothing is overwritten by itself. Keep theirs leaves a field alone until the job’s own value changes; Send ours updates it
        in {row.name}.{count > orders.length && ` The newest ${orders.length} are shown.`}{' '}
        <Link to={jobsPath('is:drifted', row.id)}>Show them in Staging</Link>
      </p>
      <AsOf at={at} problem={problem} refresh={refresh} />
      <ul className="target-changed">
        {orders.slice(0, all ? undefined : shownFirst).map((order) => (
          <li key={order.jobId}>
            <Link to={panelOf(order.jobId, order.providerJobId, row.id)}>
              {order.providerJobId} {order.title}
            </Link>
            <DriftedOrder key={order.foundAt} order={order} onRecreate={null} />
          </li>
        ))}
      </ul>
      {orders.length > shownFirst && !all && (
        <Button variant="default" size="xs" onClick={() => setAll(true)}>
          Show {counted(orders.length - shownFirst, 'more job', 'more jobs')}
        </Button>
      )}
    </section>
  );
}

/** The grid with this job alone and its panel open at its posts, where an administrator can re-create it. */
const panelOf = (jobId: number, providerJobId: string, targetId: number): string =>
  `${pathTo('/staging/:pg?/:all?', {}, { view: 'all', q: providerJobId, tid: targetId, open: `job:${jobId}` })}#Posting`;
