import type { ReplyOf } from '#contract/kit/endpoint.ts';
import { type CollectionName, collections } from '#contract/rows/rows.ts';
import { pullChanges } from '#contract/sync/sync.ts';
import { reflect } from '#src/outbox/outcomes.ts';
import { rebase } from '#src/outbox/overlay.ts';
import type { Commands } from '#src/outbox/run-command.ts';
import { writeOnTrial } from '#src/outbox/trial.ts';
import { type Feed, putMeta, readFeed, readLane } from '#src/store/meta.ts';
import type { StoreTx } from '#src/store/store.ts';
import type { FreshRow, Row } from '#src/store/tables/tables.ts';
import { ask } from './transport/ask.ts';
import type { SyncPorts } from './transport/ports.ts';
import type { Verdict } from './transport/verdict.ts';

type Page = Extract<ReplyOf<typeof pullChanges>, { kind: 'page' }>;

/**
 * The result of a pull. `snapshot`: this copy is invalid or too far behind; `scopeChanged` means that the user may no longer see
 * some rows. `forgotten`: the service has fewer changes of this lane than it acknowledged.
 */
export type PullEnd =
  | { readonly kind: 'pulled'; readonly rows: number; readonly forgotten: boolean }
  | { readonly kind: 'snapshot'; readonly scopeChanged: boolean }
  | { readonly kind: 'wiped'; readonly clientId: string }
  | { readonly kind: 'trouble'; readonly verdict: Exclude<Verdict<never>, { kind: 'reply' }> };

/** Above this number of rows in a chain of pages, a snapshot is faster [S4]. */
const mostRowsPerPull = 5_000;

/** Pulls everything after this device's revision and applies the chain of pages in one transaction [S4]. */
export async function pull(ports: SyncPorts, commands: Commands, signal: AbortSignal): Promise<PullEnd> {
  const { lane, feed } = await ports.store.read(async (tx) => ({ lane: await readLane(tx), feed: await readFeed(tx) }));
  if (feed.since === null) return { kind: 'snapshot', scopeChanged: false };
  const pages: Page[] = [];
  let since = feed.since;
  let rows = 0;
  let served: { readonly servedAt?: string } = {};
  for (;;) {
    const verdict = await ask(
      ports,
      pullChanges,
      {
        customerId: ports.store.key.customerId,
        clientId: lane.clientId,
        epoch: feed.epoch,
        scope: feed.scope,
        since,
        seen: lane.acked,
        ...(pages.length === 0 && { globalSince: feed.globalSince ?? -1 }),
      },
      signal,
    );
    if (verdict.kind !== 'reply') return { kind: 'trouble', verdict };
    const page = verdict.value;
    if (page.kind === 'wipe') return { kind: 'wiped', clientId: lane.clientId };
    if (page.kind === 'resync') return { kind: 'snapshot', scopeChanged: page.why === 'scope' };
    pages.push(page);
    if (verdict.servedAt !== undefined) served = { servedAt: verdict.servedAt };
    rows += page.changes.length;
    if (rows > mostRowsPerPull) return { kind: 'snapshot', scopeChanged: false };
    // A page that does not advance would be requested forever.
    if (!page.more || page.upto <= since) break;
    since = page.upto;
  }
  await writeOnTrial(ports.store, commands, (tx) =>
    applyPages(tx, commands, { clientId: lane.clientId, began: feed, pages, served, now: ports.clock.now() }),
  );
  return { kind: 'pulled', rows, forgotten: (pages.at(-1)?.lastSeq ?? lane.acked) < lane.acked };
}

type Pulled = {
  readonly clientId: string;
  readonly began: Feed;
  readonly pages: readonly Page[];
  readonly served: Pick<Feed, 'servedAt'>;
  readonly now: number;
};

/**
 * Applies rows, feed position, and reflected changes in one transaction. Only the last page's counter is used, because an earlier
 * page's counter is ahead of its rows. Does nothing when another tab has moved the feed in the meantime.
 */
async function applyPages(tx: StoreTx, commands: Commands, { clientId, began, pages, served, now }: Pulled): Promise<void> {
  const feed = await readFeed(tx);
  const last = pages.at(-1);
  if (!last || feed.epoch !== began.epoch || feed.scope !== began.scope || feed.since !== began.since) return;
  const rows = freshRows(pages);
  await tx.put('fresh', rows);
  for (const { collection, id } of rows) tx.changed(collection, [id]);
  // After a fork, the counter in the answer belongs to the old lane.
  const lastSeq = (await readLane(tx)).clientId === clientId ? Math.max(last.lastSeq, feed.lastSeq) : feed.lastSeq;
  const durable = last.durableRev === undefined ? {} : { durableRev: last.durableRev };
  const globals = pages[0]?.global === undefined ? {} : { globalSince: pages[0].global.rev };
  await putMeta(tx, 'feed', {
    ...feed,
    ...durable,
    ...globals,
    ...served,
    since: last.upto,
    lastSeq,
    syncedAt: new Date(now).toISOString(),
  });
  const moved = await reflect(tx);
  if (moved) tx.outboxChanged();
  if (moved || rows.length > 0) await rebase(tx, commands);
}

/** The newest state of each changed row. Ignores collections that this version does not know. */
function freshRows(pages: readonly Page[]): FreshRow[] {
  const rows = new Map<string, FreshRow>();
  for (const { collection, id, rev, row } of pages.flatMap((page) => [...(page.global?.changes ?? []), ...page.changes])) {
    if (!Object.hasOwn(collections, collection)) continue;
    rows.set(`${collection}/${id}`, { collection: collection as CollectionName, id, rev, row: row as Row | null });
  }
  return [...rows.values()];
}
