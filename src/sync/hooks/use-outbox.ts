import { useMemo } from 'react';
import type { Result } from '#contract/kit/result.ts';
import type { Enqueued, EnqueueRefusal } from '#src/outbox/enqueue.ts';
import { hasInverse } from '#src/outbox/inverse-of.ts';
import {
  discard,
  edit,
  exportOutbox,
  type ItemRefusal,
  putBack,
  readJournal,
  readOutbox,
  resumeLane,
  retry,
  undo,
} from '#src/outbox/items.ts';
import type { JournalEntry, OutboxEntry } from '#src/store/tables/tables.ts';
import { contextOf, type OpenLocalStore, useLocalStore } from './local-store.ts';
import { useWatched } from './use-watched.ts';

type Answer<T> = Promise<Result<T, EnqueueRefusal | ItemRefusal>>;

/** What a user can do with queued changes. `entry` is the number of an outbox entry on this device. */
export type OutboxActions = {
  undo(entry: number): Answer<readonly Enqueued[]>;
  /** Whether undoing a sent change would have an effect. */
  canUndo(entry: OutboxEntry): boolean;
  discard(entry: number): Answer<OutboxEntry>;
  /** Restores a discarded change. */
  putBack(item: OutboxEntry): Answer<OutboxEntry>;
  retry(entry: number): Answer<Enqueued>;
  /** Gives a change that has no answer yet another value. */
  edit(entry: number, args: unknown): Answer<Enqueued>;
  resume(): Promise<void>;
  exportJson(): Promise<string>;
};

type Outbox = OutboxActions & {
  readonly ready: boolean;
  /** Waiting, sending, acknowledged, and parked changes, oldest first. */
  readonly entries: readonly OutboxEntry[];
  /** Changes applied during the last week, oldest first. */
  readonly journal: readonly JournalEntry[];
};

/** The outbox of the open store, kept up to date. */
export function useOutbox(): Outbox {
  const local = useLocalStore();
  const watched = useWatched(
    'outbox',
    async (store) => ({ entries: await readOutbox(store), journal: await readJournal(store) }),
    ({ outbox }) => outbox,
  );
  const actions = useMemo(() => actionsOn(local), [local]);
  return { ...actions, ready: watched.ready, ...(watched.ready ? watched.value : { entries: [], journal: [] }) };
}

function actionsOn(local: OpenLocalStore): OutboxActions {
  const { store, commands, wake } = local;
  const waking = async <T>(answer: Promise<T>): Promise<T> => {
    const value = await answer;
    wake();
    return value;
  };
  return {
    undo: (entry) => waking(undo(store, commands, entry, contextOf(local))),
    canUndo: (entry) => hasInverse(commands, entry),
    discard: (entry) => waking(discard(store, commands, entry)),
    putBack: (item) => putBack(store, item),
    retry: (entry) => waking(retry(store, commands, entry, contextOf(local))),
    edit: (entry, args) => waking(edit(store, commands, entry, contextOf(local), args)),
    resume: () => waking(resumeLane(store)),
    exportJson: () => exportOutbox(store),
  };
}
