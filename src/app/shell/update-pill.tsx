import { useSyncExternalStore } from 'react';
import { isAsking } from '#src/ui/ask/ask.tsx';
import { longWork } from '#src/ui/long-work/long-work.ts';
import { useNewVersion } from '#src/ui/pwa/new-version.ts';
import { StatusPill } from '#src/ui/status/status-pill.tsx';
import { toast } from '#src/ui/toast/toasts.tsx';
import { unsavedWork } from '#src/ui/unsaved/unsaved-work.ts';

/** A new version is ready. It starts with this button or the next time the app opens, never over unsaved work. */
export function UpdatePill() {
  const { ready, take } = useNewVersion();
  const unsaved = useSyncExternalStore(unsavedWork.watch, unsavedWork.any);
  if (!ready) return null;
  const update = () => {
    const wait = longWork.anyRunning()
      ? 'A long task is running. Update when it finishes.'
      : unsaved || isAsking()
        ? 'Save or close the open form, then update.'
        : null;
    if (wait !== null) return void toast.warning({ title: 'Not updated yet', detail: wait });
    take();
  };
  return (
    <StatusPill tone="calm" words="Update ready" onClick={update} data-tip="Opens the new version. Unsent changes are kept." />
  );
}
