import { createContext, useContext } from 'react';
import type { CommandContext } from '#domain/commands/kit/command.ts';
import type { Commands } from '#src/outbox/run-command.ts';
import type { Store } from '#src/store/store.ts';
import type { SyncState } from '../sync-state.ts';

/** One value that changes, and who wants to hear of it. */
type Observable<T> = { readonly get: () => T; readonly subscribe: (hear: () => void) => () => void };

/** The open store of the signed-in person and chosen customer, with what works on it. */
export type OpenLocalStore = {
  readonly store: Store;
  readonly commands: Commands;
  readonly sync: Observable<SyncState>;
  /** Who acts, as it will stand in histories. */
  readonly actor: string;
  /** A change was queued: send it soon. */
  readonly wake: () => void;
};

/** Null while no customer is open. */
export const LocalStore = createContext<OpenLocalStore | null>(null);

/** The open store; screens under the shell always have one. */
export function useLocalStore(): OpenLocalStore {
  const local = useContext(LocalStore);
  if (!local) throw new Error('no local store is open here');
  return local;
}

/** Name and time of a click. */
export const contextOf = ({ actor, store }: OpenLocalStore): CommandContext => ({
  by: actor,
  at: new Date(store.device.now()).toISOString(),
});
