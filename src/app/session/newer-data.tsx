import { Button } from '@mantine/core';
import { useSession, useSessionActions } from '#src/entities/session/session.ts';
import { saveText } from '#src/ui/save-file.ts';
import { toast } from '#src/ui/toast/toasts.tsx';
import { outboxFile, readClosedStore } from './closed-store.ts';

/** Shown if a newer version saved data that this one cannot read. The outbox can still be exported: its shape never changes. */
export function NewerData() {
  const session = useSession();
  const { signOut } = useSessionActions();
  const save = async () => {
    const closed = await readClosedStore(session);
    if (!closed) throw new Error('the store is gone');
    saveText(outboxFile, 'application/json', closed.text);
  };
  const failed = () =>
    toast.error({
      title: 'Not exported',
      detail: 'The data could not be read. Update, then open the outbox. Nothing was deleted.',
    });
  return (
    <div className="broken" role="alert">
      <h1>Update to open this device’s data</h1>
      <p>This device’s data was saved by a newer version of Jobdock. This page can’t read it. Your unsent changes are safe.</p>
      <div className="broken-actions">
        <Button onClick={() => window.location.reload()}>Update</Button>
        <Button variant="default" onClick={() => void save().catch(failed)}>
          Export unsent changes
        </Button>
        <Button variant="subtle" onClick={() => void signOut()}>
          Sign out
        </Button>
      </div>
    </div>
  );
}
