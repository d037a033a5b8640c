import { Button } from '@mantine/core';
import { useEffect, useEffectEvent } from 'react';
import { useDeviceHealth, useHealthWatch } from '#src/entities/session/device-health.ts';
import { useSession, useSessionActions } from '#src/entities/session/session.ts';
import { exportOutbox } from '#src/outbox/items.ts';
import { evictCached } from '#src/store/store-size.ts';
import { useLocalStore } from '#src/sync/hooks/local-store.ts';
import { useSyncState } from '#src/sync/hooks/use-sync-state.ts';
import { saveText } from '#src/ui/save-file.ts';
import { pathTo } from '#src/ui/screen/path-to.ts';
import { toast } from '#src/ui/toast/toasts.tsx';
import { outboxFile } from './closed-store.ts';
import './local-guard.css';

/**
 * Enforces what the engine detects: it ends the session if the 72-hour lease is over or an administrator has reset the device.
 * If a newer version has used this device's data, this one only shows and exports.
 */
export function LocalGuard() {
  const { locked, wiped, outdated } = useSyncState();
  const { forceOut } = useSessionActions();
  useLostCustomer();
  const over = useEffectEvent((why: 'lease' | 'wiped') => void forceOut(why));
  const why = wiped ? 'wiped' : locked ? 'lease' : null;
  useEffect(() => {
    if (why !== null) over(why);
  }, [why]);
  useRoomWatch();
  const health = useDeviceHealth();
  if (outdated) return <Outdated />;
  return health === 'refused' ? <NothingKept /> : null;
}

/** Who loses the customer on the screen goes back to their own, unless work is left here that they may want to export. */
function useLostCustomer(): void {
  const { paused, waiting, needsYou } = useSyncState();
  const { role, customer } = useSession();
  const { reload } = useSessionActions();
  const lost = paused === 'no_access' && waiting + needsYou === 0 && customer.id !== role.customerId;
  const leave = useEffectEvent(() => {
    toast.warning({ title: `Your access to ${customer.name} has ended`, detail: 'Its data was removed from this device.' });
    void reload();
  });
  useEffect(() => {
    if (lost) leave();
  }, [lost]);
}

/** When storage runs low, removes data that can be fetched again and warns the user [edge case 7]. */
function useRoomWatch(): void {
  const { store } = useLocalStore();
  useHealthWatch((now) => {
    if (now !== 'low') return;
    void evictCached(store).catch(() => undefined);
    toast.warning({
      title: 'This device is running low on storage',
      detail: '80% of the browser’s storage is used. Remove customers that you don’t need on this device.',
      to: pathTo('/offline'),
    });
  });
}

function NothingKept() {
  return (
    <div className="local-guard" role="status">
      <p>
        <strong>This browser can’t store data.</strong> It may be a private window. Changes require a connection and are made
        right away.
      </p>
    </div>
  );
}

function Outdated() {
  const { store } = useLocalStore();
  const save = async () => saveText(outboxFile, 'application/json', await exportOutbox(store));
  return (
    <div className="local-guard" role="alert">
      <p>
        <strong>This page is older than the data on this device.</strong> You can view and export. To make changes, update the
        page. Unsent changes are kept.
      </p>
      <Button size="xs" onClick={() => window.location.reload()}>
        Update
      </Button>
      <Button size="xs" variant="default" onClick={() => void save()}>
        Export unsent changes
      </Button>
    </div>
  );
}
