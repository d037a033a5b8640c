import { useEffect, useEffectEvent, useState } from 'react';
import type { Store } from '#src/store/store.ts';
import type { Notice } from '#src/store/tables/tables.ts';
import { browserClock } from '../browser-ports.ts';
import { oneAtATime } from '../loop/one-at-a-time.ts';
import { useLocalStore } from './local-store.ts';

/** The rest after a read. The first change after a quiet moment shows at once, each of a burst within this time. */
const restMs = 100;
const rest = () => new Promise<void>((done) => void browserClock.after(restMs, done));

export type Watched<T> = { readonly ready: false } | { readonly ready: true; readonly value: T };

/**
 * Reads from the store, and reads again after each change that concerns it. `about` is the key of what is read: a different key
 * starts over. Reads never overlap and rest a moment in between: a burst of changes must not be slowed down by reading after each.
 */
export function useWatched<T>(
  about: string,
  read: (store: Store) => Promise<T>,
  concerns: (notice: Notice) => boolean,
): Watched<T> {
  const { store } = useLocalStore();
  const [state, setState] = useState<{ about: string; store: Store; value: T } | null>(null);
  const readNow = useEffectEvent(async (about: string, isStopped: () => boolean) => {
    const value = await read(store);
    if (!isStopped()) setState({ about, store, value });
  });
  const concernsThis = useEffectEvent(concerns);

  useEffect(() => {
    let stopped = false;
    const isStopped = () => stopped;
    const refresh = oneAtATime(async () => {
      if (!stopped) await readNow(about, isStopped);
    }, rest);
    const stop = store.watch((notice) => {
      if (concernsThis(notice)) refresh();
    });
    refresh();
    return () => {
      stopped = true;
      stop();
    };
  }, [store, about]);

  return state && state.about === about && state.store === store ? { ready: true, value: state.value } : { ready: false };
}
