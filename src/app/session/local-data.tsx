import { type ReactNode, useEffect, useState } from 'react';
import { ReplyCache } from '#src/entities/reply/reply-cache.tsx';
import { useSession } from '#src/entities/session/session.ts';
import { StoreFailure } from '#src/store/tables/backend.ts';
import { LocalStore } from '#src/sync/hooks/local-store.ts';
import { useSyncState } from '#src/sync/hooks/use-sync-state.ts';
import { Connection } from '#src/ui/connection/connection.ts';
import { Broken } from '#src/ui/page/error-boundary.tsx';
import { Waiting } from '#src/ui/page/waiting.tsx';
import { LocalGuard } from './local-guard.tsx';
import { NewerData } from './newer-data.tsx';
import { openLocalData } from './open-local-data.ts';
import type { OpenedStore } from './opened-store.ts';

/** A tab with an older version can hold the store that this one must upgrade. A frozen tab never releases it by itself. */
const slowMessage =
  'Opening this device’s data is taking a while. Close any other Jobdock tabs and this one will continue. Your work is saved.';

/** Opens this device's data for the user and customer on the screen, and syncs it with the service. */
export function LocalData({ children }: { children: ReactNode }) {
  const { role, customer } = useSession();
  const impersonation = role.actingAs?.by ?? null;
  const [attempt, setAttempt] = useState(0);
  const about = `${role.userId}/${customer.id}/${impersonation ?? ''}/${attempt}`;
  const [opened, setOpened] = useState<{ about: string; local: OpenedStore } | null>(null);
  const [failure, setFailure] = useState<unknown>(null);
  useEffect(() => {
    let stopped = false;
    let close: (() => void) | null = null;
    openLocalData({
      userId: role.userId,
      actor: role.name,
      customerId: customer.id,
      customerName: customer.name,
      impersonation,
      onLost: () => setFailure(new StoreFailure('gone')),
    })
      .then((local) => {
        if (stopped) return local.close();
        close = local.close;
        setOpened({ about, local });
        return undefined;
      })
      .catch((error: unknown) => {
        if (!stopped) setFailure(error);
      });
    return () => {
      stopped = true;
      close?.();
    };
  }, [about, role.userId, role.name, customer.id, customer.name, impersonation]);
  if (failure !== null) {
    const retry = () => {
      // A lost connection to the database returns only with a reload.
      if (failure instanceof StoreFailure && failure.kind === 'gone') return window.location.reload();
      setFailure(null);
      setAttempt((n) => n + 1);
    };
    if (failure instanceof StoreFailure && failure.kind === 'outdated') return <NewerData />;
    return <Broken what="This device’s data" error={failure} retry={retry} />;
  }
  if (!opened || opened.about !== about) return <Waiting label="Opening this device’s data" long={slowMessage} />;
  return (
    <LocalStore value={opened.local.value}>
      <ReplyCache key={opened.local.value.store.name}>
        <ServiceConnection>
          <LocalGuard />
          {children}
        </ServiceConnection>
      </ReplyCache>
    </LocalStore>
  );
}

/** Provides every control with the state of the service: reachable or not. */
function ServiceConnection({ children }: { children: ReactNode }) {
  return <Connection value={useSyncState().phase === 'offline' ? 'offline' : 'online'}>{children}</Connection>;
}
