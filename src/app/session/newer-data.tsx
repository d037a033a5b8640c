import { Button } from '@mantine/core';
import { useSession } from '#src/entities/session/session.ts';
import { openDexieBackend } from '#src/store/dexie-backend.ts';
import { storeName } from '#src/store/store-name.ts';
import { browserClock, openBrowserDevice } from '#src/sync/browser-ports.ts';
import { sleep } from '#src/sync/ports.ts';
import { saveFile } from '#src/ui/save-file.ts';
import { toast } from '#src/ui/toast/toasts.tsx';

/** A newer version keeps data here that this one cannot read; the outbox it can always take out, since that never changes shape. */
export function NewerData({ userId }: { userId: number }) {
  const { customer } = useSession();
  const save = async () => saveFile('jobdock-outbox.json', 'application/json', await rawOutbox(userId, customer.id));
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
      </div>
    </div>
  );
}

/** The outbox as it stands, read without a word about the rest. */
async function rawOutbox(userId: number, customerId: number): Promise<string> {
  const device = openBrowserDevice();
  const key = { origin: window.location.origin, userId, customerId, impersonation: null };
  const name = await storeName(key, (text) => device.digest(text)).finally(() => device.close());
  const backend = await openDexieBackend(name, { sleep: (ms) => sleep(browserClock, ms) });
  const outbox = await backend.run('read', ['outbox'], (tx) => tx.list('outbox')).finally(() => backend.close());
  return JSON.stringify({ store: name, customerId, outbox }, null, 2);
}
