import { useEffect, useRef } from 'react';
import { counted } from '#src/ui/format/format.ts';
import { useNow } from '#src/ui/format/use-format.tsx';
import { CertaintyPill } from '#src/ui/mark/certainty-pill.tsx';
import { type MapQueueItem, type QueueOrder, queueOrders } from '#src/workers/grid/map-queue.ts';
import { minutesLeft } from './inbox-place.ts';
import { orderLabels } from './queue-order.ts';

type InboxQueueProps = {
  readonly items: readonly MapQueueItem[];
  /** Number of texts beyond the listed ones. */
  readonly more: number;
  readonly current: number | null;
  readonly onGo: (id: number) => void;
  readonly typed: string;
  readonly onTyped: (typed: string) => void;
  readonly order: QueueOrder;
  readonly onOrder: (order: QueueOrder) => void;
  readonly progress: { readonly done: number; readonly left: number; readonly sinceMs: number } | null;
};

/** The queue of texts to decide, with the progress. */
export function InboxQueue({ items, more, current, onGo, typed, onTyped, order, onOrder, progress }: InboxQueueProps) {
  const list = useRef<HTMLUListElement>(null);
  useEffect(() => {
    list.current?.querySelector(`[data-value="${current}"]`)?.scrollIntoView({ block: 'nearest' });
  }, [current]);
  return (
    <nav className="inbox-queue" aria-label="Queue">
      <input
        type="search"
        aria-label="Find in the queue"
        placeholder="Find in the queue"
        value={typed}
        onChange={(event) => onTyped(event.currentTarget.value)}
      />
      <select
        aria-label="Order of the queue"
        value={order}
        onChange={(event) => onOrder(event.currentTarget.value as QueueOrder)}
      >
        {queueOrders.map((name) => (
          <option key={name} value={name}>
            {orderLabels[name]}
          </option>
        ))}
      </select>
      <ul ref={list}>
        {items.map((item) => (
          <li key={item.value.id}>
            <button
              type="button"
              className="inbox-item"
              data-value={item.value.id}
              aria-current={item.value.id === current ? 'true' : undefined}
              tabIndex={item.value.id === current ? 0 : -1}
              onClick={() => onGo(item.value.id)}
            >
              <span className="inbox-item-text">{item.value.text}</span>
              <span className="inbox-item-more">
                {counted(item.openJobs, 'job')}
                {item.value.certainty !== null && <CertaintyPill value={item.value.certainty} />}
              </span>
            </button>
          </li>
        ))}
        {more > 0 && <li className="inbox-more">and {more.toLocaleString('en-US')} more</li>}
      </ul>
      {progress && <Progress {...progress} />}
    </nav>
  );
}

function Progress({ done, left, sinceMs }: { done: number; left: number; sinceMs: number }) {
  const total = done + left;
  const minutes = minutesLeft(done, left, useNow() - sinceMs);
  return (
    <div className="inbox-progress" role="status">
      <span>
        {done.toLocaleString('en-US')} of {total.toLocaleString('en-US')}
        {minutes !== null && left > 0 && ` · about ${minutes} min left`}
      </span>
      <span className="inbox-progress-bar" aria-hidden="true">
        <span style={{ width: `${total === 0 ? 0 : Math.round((done / total) * 100)}%` }} />
      </span>
    </div>
  );
}
