import { type CollectionName, collections } from '#contract/rows/rows.ts';
import { readSnapshot, SnapshotLine } from '#contract/sync/sync.ts';
import { reflect } from '#src/outbox/outcomes.ts';
import { rebase } from '#src/outbox/overlay.ts';
import type { Commands } from '#src/outbox/run-command.ts';
import { writeOnTrial } from '#src/outbox/trial.ts';
import { type Feed, type Lane, putMeta, readFeed, readLane } from '#src/store/meta.ts';
import { addBlock, beginSnapshot, flipSnapshot, type SnapshotLoad } from '#src/store/snapshot-blocks.ts';
import type { Store } from '#src/store/store.ts';
import type { SyncProgress } from './sync-state.ts';
import { sendSigned } from './transport/ask.ts';
import type { Clock, NetAnswer, SyncPorts } from './transport/ports.ts';
import { requestOf } from './transport/request.ts';
import { servedAt, type Verdict, verdictOfHead, verdictOfStatus } from './transport/verdict.ts';

type Head = Extract<SnapshotLine, { kind: 'head' }>;

export type SnapshotEnd =
  /** `forgotten`: the service has fewer changes of this lane than it acknowledged. */
  | { readonly kind: 'loaded'; readonly forgotten: boolean }
  /** Another tab is loading a snapshot, or the feed has moved past this one: nothing to do. */
  | { readonly kind: 'overtaken' }
  | { readonly kind: 'trouble'; readonly verdict: Exclude<Verdict<never>, { kind: 'reply' }> };

/** A stream that sends nothing for this long is dead. */
const silenceMs = 30_000;
const headTimeoutMs = 60_000;

/**
 * Loads every row as column blocks. Rows of a first load are usable as they arrive; a later load replaces the old rows at its end
 * [S4].
 */
export async function loadSnapshot(
  ports: SyncPorts,
  commands: Commands,
  onProgress: (progress: SyncProgress) => void,
  signal: AbortSignal,
): Promise<SnapshotEnd> {
  const { store, net, tokens, clock } = ports;
  const began = await store.read(async (tx) => ({ lane: await readLane(tx), feed: await readFeed(tx) }));
  const request = requestOf(readSnapshot, { customerId: store.key.customerId, clientId: began.lane.clientId });
  const answer = await sendSigned(net, tokens, { ...request, timeoutMs: headTimeoutMs, signal });
  if (answer.kind === 'unreachable') return failed(false);
  const spoken = verdictOfHead(answer);
  if (spoken.kind === 'failed') return failed(false);
  if (spoken.answer.status !== 200) return { kind: 'trouble', verdict: verdictOfStatus(spoken.answer) };

  const load = await beginSnapshot(store, ports.random.id());
  const loading: Loading = { store, load, served: servedAt(spoken.answer), head: null, rows: 0, total: 0, onProgress };
  try {
    for await (const line of lines(clock, spoken.answer, signal)) {
      const step = await takeLine(loading, line);
      if (step === 'end') return await finish(ports, commands, loading, began);
      if (step === 'overtaken') return { kind: 'overtaken' };
      if (step === 'void') return failed(true);
    }
  } catch (error) {
    if (!(error instanceof BrokenStream)) throw error;
  }
  // A stream without an end line is invalid.
  return failed(false);
}

const failed = (heard: boolean): SnapshotEnd => ({ kind: 'trouble', verdict: { kind: 'failed', heard } });

type Loading = {
  readonly store: Store;
  readonly load: SnapshotLoad;
  readonly served: Pick<Feed, 'servedAt'>;
  readonly onProgress: (progress: SyncProgress) => void;
  head: Head | null;
  rows: number;
  total: number;
};

async function takeLine(loading: Loading, text: string): Promise<'more' | 'end' | 'void' | 'overtaken'> {
  if (text.trim() === '') return 'more';
  const line = parseLine(text);
  if (line?.kind === 'head') {
    loading.head = line;
    loading.total = Object.values(line.totals).reduce((sum, rows) => sum + rows, 0);
    return 'more';
  }
  if (!line || !loading.head) return 'void';
  if (line.kind === 'end') return line.rows === loading.rows ? 'end' : 'void';
  loading.rows += line.columns.rows;
  if (Object.hasOwn(collections, line.collection)) {
    const added = await addBlock(loading.store, loading.load, line.collection as CollectionName, line.columns);
    if (!added) return 'overtaken';
  }
  loading.onProgress({ done: loading.rows, total: loading.total });
  return 'more';
}

/** The contract parses head and end lines. A block is not parsed here: its columns are checked when it is stored. */
function parseLine(text: string): SnapshotLine | null {
  let line: unknown;
  try {
    line = JSON.parse(text);
  } catch {
    return null;
  }
  if (typeof line === 'object' && line !== null && 'kind' in line && line.kind === 'block') return line as SnapshotLine;
  const parsed = SnapshotLine.safeParse(line);
  return parsed.success ? parsed.data : null;
}

type Began = { readonly lane: Lane; readonly feed: Feed };

async function finish({ store, clock }: SyncPorts, commands: Commands, loading: Loading, began: Began): Promise<SnapshotEnd> {
  const { head, load, served } = loading;
  const { lane } = began;
  if (!head) return { kind: 'overtaken' };
  const flipped = await writeOnTrial(store, commands, async (tx) => {
    if (isPast(await readFeed(tx), head, began.feed)) return false;
    if (!(await flipSnapshot(tx, load))) return false;
    const lastSeq = (await readLane(tx)).clientId === lane.clientId ? head.lastSeq : 0;
    const { epoch, scope, rev } = head;
    const syncedAt = new Date(clock.now()).toISOString();
    await putMeta(tx, 'feed', { epoch, scope, since: rev, lastSeq, syncedAt, ...served });
    if (await reflect(tx)) tx.outboxChanged();
    await rebase(tx, commands);
    return true;
  });
  return flipped ? { kind: 'loaded', forgotten: head.lastSeq < lane.acked } : { kind: 'overtaken' };
}

/**
 * Whether another tab moved the feed past this snapshot after it was requested, or dropped the rows: they may have been newer. Replacing
 * the rows now would remove reflected changes, or restore rows that the user may no longer see. When unclear, returns true: the next pull
 * requests a snapshot if one is needed.
 */
function isPast(feed: Feed, head: Head, began: Feed): boolean {
  if (feed.since === null) return began.since !== null;
  if (feed.epoch !== head.epoch) return false;
  if (feed.since === began.since && feed.scope === began.scope) return false;
  return feed.since > head.rev || (feed.since === head.rev && feed.scope !== head.scope);
}

class BrokenStream extends Error {
  override readonly name = 'BrokenStream';
}

/** Yields the lines of a stream. Throws after too long a silence, or when the signal aborts. */
export async function* lines(
  clock: Clock,
  answer: Extract<NetAnswer, { kind: 'answer' }>,
  signal: AbortSignal,
  patienceMs = silenceMs,
): AsyncGenerator<string> {
  const source = answer.lines()[Symbol.asyncIterator]();
  let giveUp = () => {};
  const onAbort = () => giveUp();
  signal.addEventListener('abort', onAbort);
  try {
    for (;;) {
      const given = new Promise<null>((resolve) => (giveUp = () => resolve(null)));
      const cancel = clock.after(patienceMs, giveUp);
      if (signal.aborted) giveUp();
      const next = await Promise.race([source.next().catch(() => null), given]);
      cancel();
      if (next === null) throw new BrokenStream();
      if (next.done === true) return;
      yield next.value;
    }
  } finally {
    signal.removeEventListener('abort', onAbort);
    // Not awaited, because a dead stream may never answer.
    void source.return?.().catch(() => undefined);
  }
}
