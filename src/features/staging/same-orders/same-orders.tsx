import './same-orders.css';
import { Button } from '@mantine/core';
import { holdsBack, type OtherOrder } from '#domain/same-order/other-orders.ts';
import { useOpenPanel } from '#src/ui/panel/side-panel.tsx';
import type { SameOrdersOfJob } from '#src/workers/grid/same-orders/same-orders-of.ts';
import { sentence } from './compare-orders.tsx';

/** The same order at other sources, in the panel of a job: how certain it is and why, and the way to the comparison. */
export function SameOrders({ found, onCompare }: { readonly found: SameOrdersOfJob; readonly onCompare: () => void }) {
  const panel = useOpenPanel();
  const { orders, lapsed } = found;
  if (orders.length === 0 && lapsed.length === 0) return null;
  return (
    <section className="same-orders">
      <h3>{orders.some(holdsBack) || orders.length === 0 ? 'Same order from another source' : 'Possibly the same order'}</h3>
      <ul>
        {orders.map((order) => (
          <li key={order.job.id}>
            <span>
              {order.job.source}{' '}
              <button type="button" className="job-link" onClick={() => panel.show('job', order.job.id)}>
                {order.job.providerJobId}
              </button>
              , {order.certainty}% certain
            </span>
            <span className="muted">{sentence(order.reasons)}</span>
            <span>{decisionWords(order)}</span>
          </li>
        ))}
        {lapsed.map(({ name, why }) => (
          <li key={name} className="muted">
            {why}
          </li>
        ))}
      </ul>
      {orders.length > 0 && (
        <div>
          <Button size="xs" variant="default" onClick={onCompare}>
            Compare…
          </Button>
        </div>
      )}
    </section>
  );
}

function decisionWords(order: OtherOrder): string | null {
  if (order.decision === 'post') return 'This job was chosen to be posted.';
  if (order.decision === 'leave') return 'The other one was chosen to be posted.';
  return holdsBack(order) ? 'Choose which one to post.' : null;
}
