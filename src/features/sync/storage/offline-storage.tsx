import { Button } from '@mantine/core';
import { useEffect, useState } from 'react';
import { estimateStorage } from '#src/entities/session/device-health.ts';
import { useWaitingFiles } from '#src/entities/ticket/use-waiting-files.ts';
import { type DeviceStore, openDeviceStores } from '#src/store/device-stores.ts';
import { localSettings } from '#src/store/local-settings.ts';
import { forgetMirror } from '#src/store/mirror.ts';
import type { StorageEstimate } from '#src/store/reserve.ts';
import { bytesOf } from '#src/store/waiting-files.ts';
import { useLocalStore } from '#src/sync/hooks/local-store.ts';
import { useDeviceStores } from '#src/sync/hooks/use-device-stores.ts';
import { useSyncState } from '#src/sync/hooks/use-sync-state.ts';
import { ask } from '#src/ui/ask/ask.tsx';
import { bytes, counted } from '#src/ui/format/format.ts';
import { Ago, useFormat } from '#src/ui/format/use-format.tsx';
import { EmptyState } from '#src/ui/page/empty-state.tsx';
import { PageHeader } from '#src/ui/page/page-header.tsx';
import { Waiting } from '#src/ui/page/waiting.tsx';
import { toast } from '#src/ui/toast/toasts.tsx';
import { type Sizes, useStoreSizes } from './use-store-sizes.ts';
import './offline-storage.css';

/** What this device stores: how much space it takes, for which customers, and how safe it is from clearing. */
export function OfflineStorage() {
  const stores = useDeviceStores();
  const sizes = useStoreSizes(stores);
  const [estimate, setEstimate] = useState<StorageEstimate | null>(null);
  const refresh = () => void estimateStorage().then(setEstimate, () => setEstimate(null));
  useEffect(refresh, []);
  return (
    <section className="page" aria-labelledby="page-title">
      <PageHeader title="Offline & storage" />
      <p className="muted">
        Jobs, mappings and your unsent work are kept in this browser so that you can work offline for up to 72 hours after the
        last connection. Passwords and keys are never stored here.
      </p>
      {estimate && <Storage estimate={estimate} stores={stores ?? []} sizes={sizes} onChange={refresh} />}
      <WaitingFiles />
      <h2>Customers on this device</h2>
      <Stores stores={stores} sizes={sizes} onRemoved={refresh} />
      <p className="muted">A customer’s data is stored here once you open that customer. All of its jobs are stored.</p>
    </section>
  );
}

/** Files of tickets that wait on this device for the open customer. */
function WaitingFiles() {
  const files = useWaitingFiles();
  if (files.length === 0) return null;
  return (
    <p>
      {counted(files.length, 'file')} of tickets ({bytes(bytesOf(files))}) {files.length === 1 ? 'waits' : 'wait'} here to be sent
      to support.
    </p>
  );
}

type StorageProps = { estimate: StorageEstimate; stores: readonly DeviceStore[]; sizes: Sizes; onChange: () => void };

function Storage({ estimate: { usedBytes, quotaBytes, persisted }, stores, sizes, onChange }: StorageProps) {
  const protect = async () => {
    const kept = await navigator.storage.persist().catch(() => false);
    onChange();
    if (kept) toast.success({ title: 'Protected', detail: 'The browser won’t clear this data automatically.' });
    else
      toast.warning({
        title: 'Not protected',
        detail: 'The browser declined for now. Installing Jobdock or using it more often can change that.',
      });
  };
  const share = quotaBytes > 0 ? usedBytes / quotaBytes : 0;
  const parts = partsOf(stores, sizes, usedBytes, quotaBytes);
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
        {parts.map(({ key, share: width, label }, index) => (
          <span
            key={key}
            style={{ width: `${Math.max(0.4, width * 100)}%`, background: `var(--chart-${(index % 4) + 1})` }}
            data-full={share >= 0.8 || undefined}
            data-tip={label}
          />
        ))}
      </div>
      <div className="storage-line">
        <span>
          {persisted
            ? 'Protected from automatic clearing.'
            : 'The browser may clear this data when the device runs low on storage.'}
        </span>
        {!persisted && (
          <Button size="xs" variant="default" onClick={() => void protect()}>
            Protect data
          </Button>
        )}
      </div>
    </div>
  );
}

/** The parts of the bar: each customer, then the app and anything else the browser counts. */
function partsOf(stores: readonly DeviceStore[], sizes: Sizes, usedBytes: number, quotaBytes: number) {
  if (quotaBytes === 0) return [];
  const known = stores.map(({ name, customer }) => ({ key: name, customer, size: sizes.get(name) ?? 0 }));
  const rest = Math.max(0, usedBytes - known.reduce((sum, { size }) => sum + size, 0));
  return [...known, { key: 'rest', customer: 'App files', size: rest }].map(({ key, customer, size }) => ({
    key,
    share: size / quotaBytes,
    label: `${customer}: ${bytes(size)}`,
  }));
}

function Stores({ stores, sizes, onRemoved }: { stores: readonly DeviceStore[] | null; sizes: Sizes; onRemoved: () => void }) {
  const { store: open } = useLocalStore();
  const sync = useSyncState();
  if (stores === null) return <Waiting rows={3} />;
  if (stores.length === 0) return <EmptyState kind="no-data" title="Nothing stored yet" />;
  return (
    <ul className="card stores">
      {stores.map((store) => (
        <StoreLine
          key={store.name}
          store={store}
          size={sizes.get(store.name) ?? null}
          isOpen={store.name === open.name}
          progress={store.name === open.name ? sync.progress : null}
          onRemoved={onRemoved}
        />
      ))}
    </ul>
  );
}

type LineProps = {
  store: DeviceStore;
  size: number | null;
  isOpen: boolean;
  progress: { done: number; total: number } | null;
  onRemoved: () => void;
};

function StoreLine({ store, size, isOpen, progress, onRemoved }: LineProps) {
  const format = useFormat();
  const remove = async () => {
    const choice = await ask({
      title: `Remove ${store.customer} from this device?`,
      body:
        store.unsent > 0
          ? `${counted(store.unsent, 'unsent change')} will be lost.`
          : 'The data downloads again when you open this customer.',
      choices: {
        remove: {
          words: `Remove ${counted(store.rows, 'row')}`,
          tone: 'danger',
          ...(store.unsent > 0 ? { typed: 'remove' } : {}),
        },
        keep: { words: 'Cancel' },
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
          {size !== null && `, about ${bytes(size)}`}
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
