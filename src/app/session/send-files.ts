import type { OpenedStore } from './opened-store.ts';
import { pageCall } from './page-session.ts';

/** Sends files of tickets that wait in a store. Its code comes after the start. Returns a function that ends it. */
export function sendFilesBehind({ value: { store, sync } }: OpenedStore): () => void {
  let stopped = false;
  let stop = () => {};
  void import('#src/entities/ticket/file-lane.ts').then(
    ({ startFileLane }) => {
      if (!stopped) stop = startFileLane({ store, sync, call: pageCall });
    },
    // The next start loads it.
    () => undefined,
  );
  return () => {
    stopped = true;
    stop();
  };
}
