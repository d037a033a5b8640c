import { Button } from '@mantine/core';
import './inbox.css';
import { useEffect, useMemo, useRef, useState } from 'react';
import { useSearchParams } from 'react-router-dom';
import type { MapKind, SourceRow, TargetRow } from '#contract/rows/rows.ts';
import type { MapTab } from '#domain/mapping/table/map-rows.ts';
import { withMembers } from '#domain/mapping/table/source-ids.ts';
import { useCollection } from '#src/sync/hooks/use-collection.ts';
import { useSetting } from '#src/ui/local-setting.ts';
import { EmptyState } from '#src/ui/page/empty-state.tsx';
import { Waiting } from '#src/ui/page/waiting.tsx';
import type { MapQueueItem, QueueOrder } from '#src/workers/grid/map-queue.ts';
import type { MapFrame } from '../values/use-map-frame.ts';
import { Candidates } from './candidates.tsx';
import { FlexToMap } from './flex-to-map.tsx';
import { InboxBar } from './inbox-bar.tsx';
import { inOrder } from './inbox-place.ts';
import { InboxQueue } from './inbox-queue.tsx';
import { JustDone } from './just-done.tsx';
import { queueOrder } from './queue-order.ts';
import { SourceValue } from './source-value.tsx';
import { type Decisions, useDecisions } from './use-decisions.tsx';
import { useMapQueue } from './use-map-queue.ts';

/** How many items are listed. The rest move up as the first ones are decided. */
const listed = 200;

/** Mapping as an inbox: one distinct vendor text at a time, the most valuable first. */
export function MappingInbox({ frame }: { frame: MapFrame }) {
  const { kind, target } = frame;
  const [params] = useSearchParams();
  const [tab, setTab] = useState<MapTab>('review');
  const [sourceId, setSourceId] = useState<number | null>(Number(params.get('source')) || null);
  const [typed, setTyped] = useState(params.get('q') ?? '');
  const { rows: sources } = useCollection('source');
  const [order, setOrder] = useSetting(queueOrder);
  const state = useMapQueue({
    kind,
    targetId: target.id,
    tab,
    sourceIds: withMembers(sources, sourceId),
    typed,
    order,
    limit: listed,
  });
  const { queue } = state;
  const decisions = useDecisions(kind);
  const { decided, skipped } = decisions;
  const items = useMemo(() => inOrder(queue?.items ?? [], decided, skipped), [queue, decided, skipped]);
  useForgetDecided(decisions, queue);
  const toTab = (next: MapTab) => {
    setTab(next);
    decisions.go(null);
  };
  return (
    <div className="inbox">
      <InboxBar
        frame={frame}
        tab={tab}
        onTab={toTab}
        sizes={queue?.sizes ?? null}
        sources={sources}
        sourceId={sourceId}
        onSource={setSourceId}
        items={items}
        onAcceptAll={(all) => decisions.acceptAll(all)}
      />
      {tab === 'review' && <FlexToMap target={target} />}
      <Work {...{ kind, target, tab, state, items, decisions, sources, typed, order }} onTyped={setTyped} onOrder={setOrder} />
      <JustDone decisions={decisions} />
    </div>
  );
}

type WorkProps = {
  readonly kind: MapKind;
  readonly target: TargetRow;
  readonly tab: MapTab;
  readonly state: ReturnType<typeof useMapQueue>;
  readonly items: readonly MapQueueItem[];
  readonly decisions: Decisions;
  readonly sources: readonly SourceRow[];
  readonly typed: string;
  readonly onTyped: (typed: string) => void;
  readonly order: QueueOrder;
  readonly onOrder: (order: QueueOrder) => void;
};

/** The queue, the current text and its candidates. */
function Work({ kind, target, tab, state, items, decisions, sources, typed, onTyped, order, onOrder }: WorkProps) {
  const { queue, ready, failed } = state;
  const search = useRef<HTMLInputElement>(null);
  const current = items.find(({ value }) => value.id === decisions.current) ?? items[0] ?? null;
  const source = sources.find((row) => row.id === current?.value.sourceId);
  const progress = { done: decisions.done, left: queue?.sizes[tab] ?? 0, sinceMs: decisions.sinceMs };
  return (
    <div className={`inbox-main${current ? '' : ' is-empty'}`}>
      <InboxQueue
        items={items}
        more={(queue?.found ?? 0) - (queue?.items.length ?? 0)}
        current={current?.value.id ?? null}
        onGo={decisions.go}
        typed={typed}
        onTyped={onTyped}
        order={order}
        onOrder={onOrder}
        progress={tab === 'review' || tab === 'suggested' ? progress : null}
      />
      {current ? (
        <>
          <SourceValue item={current} kind={kind} sourceName={source?.name ?? `Source ${current.value.sourceId}`} />
          <Candidates key={current.value.id} {...{ items, kind, target, tab, decisions }} item={current} searchRef={search} />
        </>
      ) : (
        <NoneLeft ready={ready && queue !== null} failed={failed} tab={tab} typed={typed} onClear={() => onTyped('')} />
      )}
    </div>
  );
}

/** Forgets decided items once the queue no longer lists them. */
function useForgetDecided(
  { decided, forget }: ReturnType<typeof useDecisions>,
  queue: ReturnType<typeof useMapQueue>['queue'],
): void {
  useEffect(() => {
    if (!queue || decided.size === 0) return;
    const listedIds = new Set(queue.items.map(({ value }) => value.id));
    const gone = [...decided].filter((id) => !listedIds.has(id));
    if (gone.length > 0) forget(gone);
  }, [queue, decided, forget]);
}

type NoneLeftProps = {
  readonly ready: boolean;
  readonly failed: boolean;
  readonly tab: MapTab;
  readonly typed: string;
  readonly onClear: () => void;
};

const none: Record<MapTab, readonly [title: string, words: string]> = {
  review: ['All mapped', 'New values appear here when new jobs arrive.'],
  suggested: ['No suggestions to accept', 'Values with a suggestion at 95% or higher appear here.'],
  mapped: ['Nothing mapped yet', 'Values mapped by you or by an automatic run appear here for review.'],
  ignored: ['Nothing ignored', 'Values you ignore appear here.'],
};

function NoneLeft({ ready, failed, tab, typed, onClear }: NoneLeftProps) {
  if (failed)
    return (
      <EmptyState kind="no-data" title="Mappings could not be loaded">
        <p>They are safe on this device.</p>
        <Button onClick={() => window.location.reload()}>Reload the page</Button>
      </EmptyState>
    );
  if (!ready) return <Waiting />;
  if (typed !== '') {
    return (
      <EmptyState kind="no-match" title={`No values match “${typed}”`}>
        <button type="button" className="link-button" onClick={onClear}>
          Show all
        </button>
      </EmptyState>
    );
  }
  const [title, words] = none[tab];
  return (
    <EmptyState kind={tab === 'review' ? 'done' : 'no-match'} title={title}>
      <p>{words}</p>
    </EmptyState>
  );
}
