import { Button } from '@mantine/core';
import { useSession, useSessionActions } from '#src/entities/session/session.ts';
import { saveFile } from '#src/ui/save-file.ts';
import { toast } from '#src/ui/toast/toasts.tsx';
import { outboxFile, readClosedStore } from './closed-store.ts';

/** A newer version keeps data here that this one cannot read; the outbox it can always take out, since that never changes shape. */
export function NewerData() {
  const session = useSession();
  const { signOut } = useSessionActions();
  const save = async () => {
    const closed = await readClosedStore(session);
    if (!closed) throw new Error('the store is gone');
    saveFile(outboxFile, 'application/json', closed.text);
  };
  const failed = () =>
    toast.error({
      title: 'Not exported',
      detail: 'The data could not be read. Update, then open the outbox. Nothing was removed.',
    });
  return (
    <div className="broken" role="alert">
      <h1>Update to open the data on this device</h1>
      <p>A newer version of Jobdock has worked here. This page cannot read what it keeps; your unsent work is safe.</p>
      <div className="broken-actions">
        <Button onClick={() => window.location.reload()}>Update</Button>
        <Button variant="default" onClick={() => void save().catch(failed)}>
          Export unsent work
        </Button>
        <Button variant="subtle" onClick={() => void signOut()}>
          Sign out
        </Button>
      </div>
    </div>
  );
}
