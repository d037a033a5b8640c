import { useEffect } from 'react';
import * as z from 'zod';
import { DashboardLayout } from '#contract/people/users.ts';
import { useSession, useSessionActions } from '#src/entities/session/session.ts';
import { useSyncState } from '#src/sync/hooks/use-sync-state.ts';
import { localSetting, useSetting } from '#src/ui/local-setting.ts';

/** Arrangements by person that the service may not know yet. */
const unsent = localSetting('dashboard-layouts', z.record(z.string(), DashboardLayout), {});
/** A person folds and moves several cards in a row. */
const pauseMs = 1500;

/** A session that this device kept from an older version has no arrangement. */
const Kept = DashboardLayout.catch({ order: [], removed: [], closed: [] });

/**
 * The person's arrangement of the dashboard, and how to change it. It counts on this device at once, also without a connection; the service
 * keeps it with the person's preferences.
 */
export function useBoardLayout(): readonly [DashboardLayout, (next: DashboardLayout) => void] {
  const { prefs, role } = useSession();
  const { savePrefs } = useSessionActions();
  const { phase } = useSyncState();
  const [waiting, setWaiting] = useSetting(unsent);
  const person = String(role.userId);
  const own = waiting[person];
  // Who works as another person arranges the cards on this device alone.
  const isSent = own !== undefined && phase !== 'offline' && !role.actingAs;
  useEffect(() => {
    if (!isSent) return;
    const timer = setTimeout(() => {
      void savePrefs({ dashboard: own }).then((problem) => {
        const now = unsent.read();
        if (problem !== null || now[person] !== own) return;
        setWaiting(Object.fromEntries(Object.entries(now).filter(([key]) => key !== person)));
        return undefined;
      });
    }, pauseMs);
    return () => clearTimeout(timer);
  }, [isSent, own, person, savePrefs, setWaiting]);
  return [own ?? Kept.parse(prefs.dashboard), (next) => setWaiting({ ...unsent.read(), [person]: next })];
}
