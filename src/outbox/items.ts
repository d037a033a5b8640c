import type { CommandArgs, CommandName } from '#contract/commands/commands.ts';
import { no, ok, type Result } from '#contract/kit/result.ts';
import type { CommandContext } from '#domain/commands/kit/command.ts';
import { putMeta, readLane } from '#src/store/meta.ts';
import type { Store, StoreTx } from '#src/store/store.ts';
import type { JournalEntry, OutboxEntry } from '#src/store/tables/tables.ts';
import { type Enqueued, type EnqueueRefusal, enqueue, rewrite } from './enqueue.ts';
import { inverseOf } from './inverse-of.ts';
import { closeGap } from './lane-entries.ts';
import { rebase } from './overlay.ts';
import type { Commands } from './run-command.ts';

/** The entry was sent, settled, or discarded meanwhile, or the change cannot be undone. */
export type ItemRefusal = { readonly kind: 'gone' | 'already_sent' | 'not_undoable' };

/** All entries that are waiting, sending, acknowledged but not yet reflected, or parked; oldest first. */
export const readOutbox = (store: Store): Promise<OutboxEntry[]> => store.read((tx) => tx.list('outbox'));

/** Changes that the service applied during the last week, oldest first. */
export const readJournal = (store: Store): Promise<JournalEntry[]> => store.read((tx) => tx.list('ackJournal'));

/** Removes a change that was never sent [edge case 28]. */
export function withdraw(store: Store, commands: Commands, entry: number): Promise<Result<OutboxEntry, ItemRefusal>> {
  return store.write((tx) => remove(tx, commands, entry));
}

async function remove(tx: StoreTx, commands: Commands, entry: number): Promise<Result<OutboxEntry, ItemRefusal>> {
  const item = await tx.get('outbox', entry);
  if (!item || item.state === 'acked') return no({ kind: item ? 'already_sent' : 'gone' });
  if (item.state !== 'parked') {
    if (item.sent || item.state !== 'waiting') return no({ kind: 'already_sent' });
    await closeGap(tx, item);
  }
  await tx.remove('outbox', [entry]);
  tx.outboxChanged();
  await rebase(tx, commands);
  return ok(item);
}

/** Discards a parked change. The rows then show the service's values. */
export async function discard(store: Store, commands: Commands, entry: number): Promise<Result<OutboxEntry, ItemRefusal>> {
  return store.write(async (tx) => {
    const item = await tx.get('outbox', entry);
    return item?.state === 'parked' ? remove(tx, commands, entry) : no({ kind: item ? 'already_sent' : 'gone' });
  });
}

/** Restores a discarded change. It is parked again as before. */
export async function putBack(store: Store, item: OutboxEntry): Promise<Result<OutboxEntry, ItemRefusal>> {
  if (item.state !== 'parked') return no({ kind: 'gone' });
  await store.write(async (tx) => {
    await tx.put('outbox', [item]);
    tx.outboxChanged();
  });
  return ok(item);
}

/** Queues a parked change again, over the current values. `args` replaces its arguments (an edit). */
export async function retry(
  store: Store,
  commands: Commands,
  entry: number,
  context: CommandContext,
  args?: unknown,
): Promise<Result<Enqueued, EnqueueRefusal | ItemRefusal>> {
  const item = await store.read((tx) => tx.get('outbox', entry));
  if (item?.state !== 'parked') return no({ kind: item ? 'already_sent' : 'gone' });
  const next = (args ?? item.args) as CommandArgs<CommandName>;
  return enqueue(store, commands, item.name as CommandName, next, context, entry);
}

/**
 * Corrects a change that has no answer yet. One that was never sent is rewritten where it is. One that may have reached the
 * service, or that a later change builds on, is followed by a new change, whose value wins. A parked one is queued again.
 */
export async function edit(
  store: Store,
  commands: Commands,
  entry: number,
  context: CommandContext,
  args: unknown,
): Promise<Result<Enqueued, EnqueueRefusal | ItemRefusal>> {
  const item = await store.read((tx) => tx.get('outbox', entry));
  if (!item) return no({ kind: 'gone' });
  if (item.state === 'parked') return retry(store, commands, entry, context, args);
  if (item.state === 'waiting' && !item.sent) {
    const rewritten = await rewrite(store, commands, item, context, args);
    if (rewritten.ok) return rewritten;
    if (rewritten.error.kind !== 'fixed') return no(rewritten.error);
  }
  return enqueue(store, commands, item.name as CommandName, args as CommandArgs<CommandName>, context);
}

/** Undoes a change: removes it if it was never sent, otherwise queues its inverse as a new change. */
export async function undo(
  store: Store,
  commands: Commands,
  entry: number,
  context: CommandContext,
): Promise<Result<readonly Enqueued[], EnqueueRefusal | ItemRefusal>> {
  const withdrawn = await withdraw(store, commands, entry);
  if (withdrawn.ok) return ok([]);
  const sent = await store.read(async (tx) => (await tx.get('outbox', entry)) ?? tx.get('ackJournal', entry));
  if (!sent) return no({ kind: 'gone' });
  const inverse = inverseOf(commands, sent);
  if (!inverse) return no({ kind: 'not_undoable' });
  const queued: Enqueued[] = [];
  for (const { name, args } of inverse) {
    const next = await enqueue(store, commands, name, args, context);
    if (!next.ok) return next;
    queued.push(next.value);
  }
  return ok(queued);
}

/** Resumes a lane that equal refusals had paused [edge case 13]. */
export async function resumeLane(store: Store): Promise<void> {
  await store.write(async (tx) => {
    const lane = await readLane(tx);
    if (lane.paused === 'refusals') await putMeta(tx, 'lane', { ...lane, paused: null, refusals: null });
    tx.outboxChanged();
  });
}

/** The outbox as text, for support or to move the changes elsewhere. */
export async function exportOutbox(store: Store): Promise<string> {
  const [lane, outbox, journal] = await store.read((tx) => Promise.all([readLane(tx), tx.list('outbox'), tx.list('ackJournal')]));
  return JSON.stringify({ store: store.name, customerId: store.key.customerId, lane, outbox, journal }, null, 2);
}
