import { Button } from '@mantine/core';
import { useEffect, useState } from 'react';
import type { StorageEstimate } from '#src/store/ballast.ts';
import { type DeviceStore, openDeviceStores } from '#src/store/device-stores.ts';
import { localSettings } from '#src/store/local-settings.ts';
import { forgetMirror } from '#src/store/mirror.ts';
import { useLocalStore } from '#src/sync/hooks/local-store.ts';
import { useDeviceStores } from '#src/sync/hooks/use-device-stores.ts';
import { useSyncState } from '#src/sync/hooks/use-sync-state.ts';
import { ask } from '#src/ui/dialog/ask.tsx';
import { bytes, counted } from '#src/ui/format/format.ts';
import { Ago, useFormat } from '#src/ui/format/use-format.tsx';
import { EmptyState } from '#src/ui/page/empty-state.tsx';
import { PageHeader } from '#src/ui/page/page-header.tsx';
import { Waiting } from '#src/ui/page/waiting.tsx';
import { toast } from '#src/ui/toast/toasts.tsx';
import './offline-storage.css';

/** How much room is used, and whether the browser promised to keep it. */
async function estimateStorage(): Promise<StorageEstimate> {
  const [{ usage = 0, quota = 0 }, persisted] = await Promise.all([navigator.storage.estimate(), navigator.storage.persisted()]);
  return { usedBytes: usage, quotaBytes: quota, persisted };
}

/** What this device keeps: how much room it takes, which customers, how safe it is from clearing. */
export function OfflineStorage() {
  const stores = useDeviceStores();
  const [estimate, setEstimate] = useState<StorageEstimate | null>(null);
  const refresh = () => void estimateStorage().then(setEstimate, () => setEstimate(null));
  useEffect(refresh, []);
  return (
    <section className="page" aria-labelledby="page-title">
      <PageHeader title="Offline & storage" />
      <p className="muted">
        Jobs, mappings and your unsent work are kept in this browser so that you can work without a connection, for up to 72 hours
        after the last contact. Passwords and keys are never kept here.
      </p>
      {estimate && <Storage estimate={estimate} onChange={refresh} />}
      <h2>Customers on this device</h2>
      <Stores stores={stores} onRemoved={refresh} />
    </section>
  );
}

function Storage({
  estimate: { usedBytes, quotaBytes, persisted },
  onChange,
}: {
  estimate: StorageEstimate;
  onChange: () => void;
}) {
  const protect = async () => {
    const kept = await navigator.storage.persist().catch(() => false);
    onChange();
    if (kept) toast.success({ title: 'Protected', detail: 'The browser will not clear this data by itself.' });
    else
      toast.warning({
        title: 'Not protected',
        detail: 'The browser said no for now. Installing Jobdock, or using it more often, changes that.',
      });
  };
  const share = quotaBytes > 0 ? usedBytes / quotaBytes : 0;
  return (
    <div className="card storage">
      <div className="storage-line">
        <strong>{bytes(usedBytes)} used</strong>
        <span className="muted">of {bytes(quotaBytes)} that the browser allows</span>
      </div>
      <div
        className="storage-bar"
        role="meter"
        aria-label="Storage used"
        aria-valuemin={0}
        aria-valuemax={100}
        aria-valuenow={Math.round(share * 100)}
      >
        <span style={{ width: `${Math.max(0.5, share * 100)}%` }} data-full={share >= 0.8 || undefined} />
      </div>
      <div className="storage-line">
        <span>
          {persisted ? 'Protected from automatic clearing.' : 'The browser may clear this data when the device runs out of room.'}
        </span>
        {!persisted && (
          <Button size="xs" variant="default" onClick={() => void protect()}>
            Protect from clearing
          </Button>
        )}
      </div>
    </div>
  );
}

function Stores({ stores, onRemoved }: { stores: readonly DeviceStore[] | null; onRemoved: () => void }) {
  const { store: open } = useLocalStore();
  const sync = useSyncState();
  if (stores === null) return <Waiting rows={3} />;
  if (stores.length === 0) return <EmptyState kind="no-data" title="Nothing is kept here yet" />;
  return (
    <ul className="card stores">
      {stores.map((store) => (
        <StoreLine
          key={store.name}
          store={store}
          isOpen={store.name === open.name}
          progress={store.name === open.name ? sync.progress : null}
          onRemoved={onRemoved}
        />
      ))}
    </ul>
  );
}

type LineProps = { store: DeviceStore; isOpen: boolean; progress: { done: number; total: number } | null; onRemoved: () => void };

function StoreLine({ store, isOpen, progress, onRemoved }: LineProps) {
  const format = useFormat();
  const remove = async () => {
    const choice = await ask({
      title: `Remove ${store.customer} from this device?`,
      body:
        store.unsent > 0
          ? `${counted(store.unsent, 'change')} not sent yet would be lost.`
          : 'It is fetched again when you open this customer.',
      choices: {
        remove: {
          words: `Remove ${counted(store.rows, 'row')}`,
          tone: 'danger',
          ...(store.unsent > 0 ? { typed: 'remove' } : {}),
        },
        keep: { words: 'Keep it here' },
      },
      safe: 'keep',
    });
    if (choice === 'keep') return;
    const list = openDeviceStores();
    await list.remove(store.name);
    list.close();
    forgetMirror(store.name, localSettings);
    onRemoved();
    toast.success({ title: `${store.customer} removed from this device` });
  };
  return (
    <li className="store">
      <div>
        <strong>{store.customer}</strong>
        {isOpen && <span className="muted"> · open now</span>}
        <p className="muted">
          {counted(store.rows, 'row')}
          {store.lastCompleteAt ? (
            <>
              , last complete <Ago at={store.lastCompleteAt} />
            </>
          ) : (
            ', not complete yet'
          )}
          {store.unsent > 0 && ` · ${counted(store.unsent, 'change')} not sent`}
          {store.leaseUntil && ` · opens offline until ${format.date(store.leaseUntil)} ${format.time(store.leaseUntil)}`}
        </p>
        {progress && progress.total > 0 && (
          <progress value={progress.done} max={progress.total} aria-label={`Fetching ${store.customer}`} />
        )}
      </div>
      {!isOpen && (
        <Button size="xs" variant="default" onClick={() => void remove()}>
          Remove
        </Button>
      )}
    </li>
  );
}
