import { useLocation } from 'react-router-dom';
import type { TicketEvidence } from '#contract/rows/ticket.ts';
import { describeChange, reasonMessage } from '#src/entities/change/describe-change.ts';
import { useRowNames } from '#src/entities/change/use-row-names.ts';
import { useOutbox } from '#src/sync/hooks/use-outbox.ts';
import { useSyncState } from '#src/sync/hooks/use-sync-state.ts';
import type { SyncPhase } from '#src/sync/sync-state.ts';
import { counted } from '#src/ui/format/format.ts';

const phases: Readonly<Record<SyncPhase, string>> = {
  synced: 'Synced',
  syncing: 'Syncing',
  waiting: 'Changes wait',
  offline: 'Offline',
  'needs-you': 'Changes need a person',
  'signed-out': 'Signed out',
  paused: 'Sending paused',
  update: 'Update needed',
};
const mostRefusals = 5;
const cut = (text: string, most: number): string => (text.length > most ? `${text.slice(0, most - 1)}…` : text);

/** What goes with a ticket about this device. The form shows it before it is sent; it has no secret. `from` is the screen it is about. */
export function useEvidence(from: string | null): TicketEvidence {
  const { pathname } = useLocation();
  const { phase, waiting, lastSyncedAt } = useSyncState();
  const { entries } = useOutbox();
  const parked = entries.filter((entry) => entry.parked !== null);
  const names = useRowNames(parked);
  const refusals = parked.flatMap(({ name, args, parked: why }) =>
    why === null ? [] : [cut(`${describeChange({ name, args }, names).message}: ${reasonMessage(why)}`, 300)],
  );
  const state = [
    phases[phase],
    waiting > 0 && `${counted(waiting, 'change')} waiting`,
    lastSyncedAt && `last sync ${lastSyncedAt}`,
  ];
  return {
    // Without its query, in which a search may have names.
    address: cut(from ?? pathname, 500),
    version: cut(String(import.meta.env['VITE_APP_VERSION'] ?? 'development'), 100),
    sync: cut(state.filter(Boolean).join(', '), 200),
    refusals: refusals.slice(-mostRefusals),
  };
}
