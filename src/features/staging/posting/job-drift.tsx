import { listDrift } from '#contract/posting/drift.ts';
import { DriftedOrder } from '#src/entities/posting/drift/drifted-order.tsx';
import { useReply } from '#src/entities/reply/use-reply.ts';
import { useSession } from '#src/entities/session/session.ts';
import { AsOf } from '#src/ui/page/answered.tsx';

type Props = {
  readonly jobId: number;
  /** Changes with its posts: a look finds a difference, an update or a new job order settles one. */
  readonly since: string;
  readonly onRecreate: () => void;
};

/** What people changed of one job in its targets. Nothing while nothing differs. */
export function JobDrift({ jobId, since, onRecreate }: Props) {
  const { customer, administrator } = useSession();
  const { reply, at, problem, refresh } = useReply(listDrift, { cust: customer.id }, { since });
  const orders = reply?.orders.filter((order) => order.jobId === jobId) ?? [];
  if (orders.length === 0) return null;
  return (
    <>
      <AsOf at={at} problem={problem} refresh={refresh} />
      {orders.map((order) => (
        <div key={`${order.targetId} ${order.foundAt}`} className="card job-receipt">
          <DriftedOrder order={order} onRecreate={administrator ? onRecreate : null} />
        </div>
      ))}
    </>
  );
}
