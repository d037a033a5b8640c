import { createContext, useContext } from 'react';
import type { CommandContext } from '#domain/commands/kit/command.ts';
import type { Commands } from '#src/outbox/run-command.ts';
import type { Store } from '#src/store/store.ts';
import type { SyncState } from '../sync-state.ts';

/** A value that changes, with its subscribers. */
type Observable<T> = { readonly get: () => T; readonly subscribe: (hear: () => void) => () => void };

/** The open store of the signed-in user and selected customer, with its commands and sync state. */
export type OpenLocalStore = {
  readonly store: Store;
  readonly commands: Commands;
  readonly sync: Observable<SyncState>;
  /** The user's name, as shown in histories. */
  readonly actor: string;
  /** A change was queued: send it soon. */
  readonly wake: () => void;
};

/** Null while no customer is open. */
export const LocalStore = createContext<OpenLocalStore | null>(null);

/** The open store. Screens under the shell always have one. */
export function useLocalStore(): OpenLocalStore {
  const local = useContext(LocalStore);
  if (!local) throw new Error('no local store is open here');
  return local;
}

/** The user and time of an action. */
export const contextOf = ({ actor, store }: OpenLocalStore): CommandContext => ({
  by: actor,
  at: new Date(store.device.now()).toISOString(),
});
