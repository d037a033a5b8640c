import { Button, Popover } from '@mantine/core';
import { useEffect, useState } from 'react';
import { Link } from 'react-router-dom';
import { useSession } from '#src/entities/session/session.ts';
import { useLocalStore } from '#src/sync/hooks/local-store.ts';
import { useSyncState } from '#src/sync/hooks/use-sync-state.ts';
import type { SyncState } from '#src/sync/sync-state.ts';
import { Ago, useFormat, useNow } from '#src/ui/format/use-format.tsx';
import { useLongWork, WorkTray } from '#src/ui/long-work/work-tray.tsx';
import { pathTo } from '#src/ui/screen/path-to.ts';
import { StatusPill } from '#src/ui/status/status-pill.tsx';
import { statusLabels } from './status-label.ts';
import './header.css';

const calmMs = 3000;

/** The sync status as text; a click opens the details. Screen readers announce changes politely. */
export function SyncStatus() {
  const state = useSettled(useSyncState());
  const format = useFormat();
  const now = useNow();
  const [opened, setOpened] = useState(false);
  const running = useLongWork().filter((work) => work.state === 'running' || work.state === 'cancelling');
  const { tone, words, note } = statusLabels(state, format.ago(state.lastSyncedAt, now), running);
  return (
    <>
      <Popover opened={opened} onChange={setOpened} position="bottom-end" trapFocus returnFocus withinPortal>
        <Popover.Target>
          <StatusPill tone={tone} words={words} note={note} aria-expanded={opened} onClick={() => setOpened(!opened)} />
        </Popover.Target>
        <Popover.Dropdown p={0} aria-label="Connection">
          <Details state={state} onClose={() => setOpened(false)} />
        </Popover.Dropdown>
      </Popover>
      <span className="visually-hidden" role="status" aria-live="polite">
        {`${words} ${state.phase === 'synced' || state.phase === 'syncing' ? '' : note}`.trim()}
      </span>
    </>
  );
}

/** Avoids flicker: “syncing” without progress shows only after 3 s. Every other state shows at once. */
function useSettled(state: SyncState): SyncState {
  const [shown, setShown] = useState(state);
  const calm = state.phase === 'syncing' && state.progress === null;
  if (!calm && shown !== state) setShown(state);
  useEffect(() => {
    if (!calm) return undefined;
    const timer = window.setTimeout(() => setShown(state), calmMs);
    return () => window.clearTimeout(timer);
  }, [state, calm]);
  return shown;
}

function Details({ state, onClose }: { state: SyncState; onClose: () => void }) {
  const { customer } = useSession();
  const { wake } = useLocalStore();
  const format = useFormat();
  const { progress, waiting, needsYou, nextTryAt, lastSyncedAt, tries, clockOffsetMs } = state;
  return (
    <div className="sync-box">
      <div>
        <strong>{customer.name}</strong>
        <p className="muted">{explanation(state)}</p>
      </div>
      {progress && progress.total > 0 && <progress value={progress.done} max={progress.total} aria-label="Rows downloaded" />}
      <dl>
        <dt>Last synced</dt>
        <dd>{lastSyncedAt ? <Ago at={lastSyncedAt} /> : 'Not yet'}</dd>
        <dt>Queued</dt>
        <dd>{waiting}</dd>
        <dt>Need attention</dt>
        <dd>
          {needsYou === 0 ? (
            needsYou
          ) : (
            <Link to={pathTo('/outbox', {}, { tab: 'needs-you' })} onClick={onClose}>
              {needsYou}, decide
            </Link>
          )}
        </dd>
        {tries >= 3 && nextTryAt && (
          <>
            <dt>{tries} tries, next</dt>
            <dd>{format.time(nextTryAt)}</dd>
          </>
        )}
      </dl>
      {Math.abs(clockOffsetMs) > 120_000 && (
        <p className="muted">
          This device’s clock is {Math.round(Math.abs(clockOffsetMs) / 60_000)} min off. Stamps use the service’s clock.
        </p>
      )}
      <WorkTray onLeave={onClose} />
      <div className="sync-box-actions">
        <Button size="xs" onClick={wake}>
          Sync now
        </Button>
        <Link to={pathTo('/outbox')} onClick={onClose}>
          Outbox
        </Link>
        <Link to={pathTo('/offline')} onClick={onClose}>
          Offline &amp; storage
        </Link>
      </div>
    </div>
  );
}

function explanation({ phase, paused, wiped, locked }: SyncState): string {
  if (wiped) return 'An administrator removed this device’s data.';
  if (locked) return 'This device has been offline for more than 72 hours. Sign in to continue. Your work is kept.';
  if (paused === 'no_access') return 'You no longer have access to this customer. Queued changes are kept and can be exported.';
  if (paused === 'refusals')
    return 'Sending is paused: several changes were rejected for the same reason. Review them in the outbox.';
  if (paused === 'customer_gone') return 'This customer was removed. Queued changes can be exported.';
  const words: Record<SyncState['phase'], string> = {
    synced: 'Everything is up to date.',
    syncing: 'Downloading changes. You can keep working.',
    waiting: 'Your changes are saved and being sent.',
    offline: 'You’re offline. Your work is saved on this device and sent when you’re back online.',
    'needs-you': 'Some changes need your decision.',
    paused: 'Sending is paused.',
    update: 'This version is too old to sync. Update to continue. Your work is kept.',
    'signed-out': 'Sign in to send your work. It is kept on this device.',
  };
  return words[phase];
}
