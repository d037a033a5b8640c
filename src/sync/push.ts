import { type Mutation, maxMutationsPerPush, maxPushBytes, protocolVersion, pushMutations } from '#contract/sync/sync.ts';
import { closeGap, unsettledOf } from '#src/outbox/lane-entries.ts';
import { applyOutcomes } from '#src/outbox/outcomes.ts';
import { rebase } from '#src/outbox/overlay.ts';
import type { Commands } from '#src/outbox/run-command.ts';
import { writeOnTrial } from '#src/outbox/trial.ts';
import { putMeta, readLane, readMeta } from '#src/store/meta.ts';
import type { Store } from '#src/store/store.ts';
import type { OutboxEntry, ParkReason } from '#src/store/tables/tables.ts';
import { ask } from './transport/ask.ts';
import type { SyncPorts } from './transport/ports.ts';
import type { Verdict } from './transport/verdict.ts';

/**
 * The result of one push. `fork`: the numbers mean different changes on the service. `trouble`: a verdict that the engine
 * handles.
 */
export type PushEnd =
  | { readonly kind: 'moved' }
  | { readonly kind: 'idle' }
  | { readonly kind: 'fork'; readonly clientId: string }
  | { readonly kind: 'wiped'; readonly clientId: string }
  | { readonly kind: 'customer_gone' }
  | { readonly kind: 'trouble'; readonly verdict: Exclude<Verdict<never>, { kind: 'reply' }> };

export type Batch = { readonly clientId: string; readonly entries: readonly OutboxEntry[] };

/** Bytes of the request besides its mutations. */
const envelopeBytes = 500;

const mutationOf = ({ seq, name, args, pre, dependsOn, actor, createdAt, fingerprint }: OutboxEntry): Mutation => ({
  seq,
  name,
  args,
  pre,
  dependsOn: [...dependsOn],
  actor,
  createdAt,
  fingerprint,
});

/** The lane's next entries within the limits, marked as sent in the same transaction. A sent entry may not be rewritten. */
async function takeBatch(store: Store, most: number): Promise<Batch | null> {
  return store.write(async (tx) => {
    const lane = await readLane(tx);
    // Sealed changes come first in their lane.
    if (lane.paused !== null || (await readMeta(tx, 'sealed'))) return null;
    const entries: OutboxEntry[] = [];
    let room = maxPushBytes - envelopeBytes;
    for (const entry of unsettledOf(await tx.list('outbox'), lane.clientId)) {
      room -= new TextEncoder().encode(JSON.stringify(mutationOf(entry))).length + 1;
      // A single entry is always sent, so that the service decides whether it is too large.
      if (entries.length === most || (room < 0 && entries.length > 0)) break;
      entries.push({ ...entry, state: 'sending', sent: true });
    }
    if (entries.length === 0) return null;
    await tx.put('outbox', entries);
    tx.outboxChanged();
    return { clientId: lane.clientId, entries };
  });
}

/** Sends the next batch and settles the entries that the service answers [S2, S3]. */
export async function pushBatch(ports: SyncPorts, commands: Commands, signal: AbortSignal): Promise<PushEnd> {
  let most = maxMutationsPerPush;
  while (!signal.aborted) {
    const batch = await takeBatch(ports.store, most);
    if (!batch) return { kind: 'idle' };
    const verdict = await send(ports, batch, signal);
    if (verdict.kind === 'unfit' && batch.entries.length > 1) {
      most = Math.ceil(batch.entries.length / 2);
      continue;
    }
    return settle(ports, commands, batch, verdict);
  }
  return { kind: 'idle' };
}

export function send({ store, ...ports }: SyncPorts, { clientId, entries }: Batch, signal?: AbortSignal) {
  const { customerId } = store.key;
  const mutations = entries.map(mutationOf);
  return ask(ports, pushMutations, { protocol: protocolVersion, clientId, customerId, mutations }, signal);
}

async function settle(
  { store }: SyncPorts,
  commands: Commands,
  batch: Batch,
  verdict: Awaited<ReturnType<typeof send>>,
): Promise<PushEnd> {
  if (verdict.kind === 'unfit') {
    await parkUnfit(store, commands, batch);
    return { kind: 'moved' };
  }
  if (verdict.kind === 'failed') await countTry(store, batch);
  if (verdict.kind !== 'reply') return { kind: 'trouble', verdict };
  const reply = verdict.value;
  switch (reply.kind) {
    case 'gap':
    case 'client_unknown':
    case 'key_reused':
      return { kind: 'fork', clientId: batch.clientId };
    case 'customer_gone':
      return { kind: 'customer_gone' };
    case 'wipe':
      return { kind: 'wiped', clientId: batch.clientId };
    case 'done':
    case 'busy': {
      const known = new Set(batch.entries.map(({ seq }) => seq));
      const settled = reply.outcomes.filter(({ seq }) => known.has(seq));
      await writeOnTrial(store, commands, (tx) => applyOutcomes(tx, commands, batch.clientId, settled, verdict.servedAt));
      if (reply.kind === 'busy') return trouble({ kind: 'wait', afterMs: reply.retryAfterSeconds * 1000 });
      // An answer that settles nothing must not be requested again at once.
      return settled.length > 0 ? { kind: 'moved' } : trouble({ kind: 'wait', afterMs: null });
    }
  }
}

const trouble = (verdict: Exclude<Verdict<never>, { kind: 'reply' }>): PushEnd => ({ kind: 'trouble', verdict });

async function countTry(store: Store, { entries }: Batch): Promise<void> {
  await store.write(async (tx) => {
    const now = await tx.getMany(
      'outbox',
      entries.map(({ entry }) => entry),
    );
    await tx.put(
      'outbox',
      now.flatMap((entry) => (entry?.state === 'sending' ? [{ ...entry, tries: entry.tries + 1 }] : [])),
    );
    tx.outboxChanged();
  });
}

const tooLarge: ParkReason = {
  code: 'too_large',
  message: 'The service does not take this change as it is. Change fewer rows at once, or discard it.',
  conflicts: [],
};

/** The service did not consume a single change that it refuses as a whole. The change leaves the lane, and later ones move up. */
async function parkUnfit(store: Store, commands: Commands, { entries }: Batch): Promise<void> {
  await store.write(async (tx) => {
    const entry = await tx.get('outbox', entries[0]?.entry ?? 0);
    if (entry?.state !== 'sending') return;
    await closeGap(tx, entry);
    await tx.put('outbox', [{ ...entry, seq: 0, dependsOn: [], state: 'parked', parked: tooLarge }]);
    tx.outboxChanged();
    await rebase(tx, commands);
  });
}

/** Stops the lane: its customer was deleted. Its changes can still be exported [edge case 21]. */
export async function closeLane(store: Store): Promise<void> {
  await store.write(async (tx) => {
    await putMeta(tx, 'lane', { ...(await readLane(tx)), paused: 'customer_gone' });
    tx.outboxChanged();
  });
}

/** Opens such a lane again: its customer was restored. False if the lane was not closed. */
export async function reopenLane(store: Store): Promise<boolean> {
  return store.write(async (tx) => {
    const lane = await readLane(tx);
    if (lane.paused !== 'customer_gone') return false;
    await putMeta(tx, 'lane', { ...lane, paused: null });
    tx.outboxChanged();
    return true;
  });
}
