import { useEffect, useState } from 'react';
import type { Store } from '#src/store/store.ts';
import type { WaitingFile } from '#src/store/tables/tables.ts';
import { waitingFiles, watchWaitingFiles } from '#src/store/waiting-files.ts';
import { useLocalStore } from '#src/sync/hooks/local-store.ts';

const none: readonly WaitingFile[] = [];

/** The files of tickets that wait on this device for the open customer, kept up to date. */
export function useWaitingFiles(): readonly WaitingFile[] {
  const { store } = useLocalStore();
  const [known, setKnown] = useState<{ store: Store; files: readonly WaitingFile[] } | null>(null);
  useEffect(() => {
    let isShown = true;
    // A store that just closed has no files to show.
    const read = () =>
      void waitingFiles(store).then(
        (files) => isShown && setKnown({ store, files }),
        () => undefined,
      );
    const stop = watchWaitingFiles(store, read);
    read();
    return () => {
      isShown = false;
      stop();
    };
  }, [store]);
  return known?.store === store ? known.files : none;
}
