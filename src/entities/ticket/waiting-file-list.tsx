import { Button } from '@mantine/core';
import { forgetWaitingFiles, setRefused } from '#src/store/waiting-files.ts';
import { useLocalStore } from '#src/sync/hooks/local-store.ts';
import { useSyncState } from '#src/sync/hooks/use-sync-state.ts';
import { bytes } from '#src/ui/format/format.ts';
import { StateBadge } from '#src/ui/mark/state-badge.tsx';
import { useWaitingFiles } from './use-waiting-files.ts';
import './ticket.css';

type Props = { readonly ticketId: number | null; readonly ticketRef: string | null };

/** The files of one ticket that wait on this device: each with its state, and what to do about one that was not taken. */
export function WaitingFileList({ ticketId, ticketRef }: Props) {
  const { store } = useLocalStore();
  const isOffline = useSyncState().phase === 'offline';
  const files = useWaitingFiles().filter(
    (file) => (file.ticketId !== null && file.ticketId === ticketId) || (file.ticketRef !== null && file.ticketRef === ticketRef),
  );
  if (files.length === 0) return null;
  return (
    <ul className="ticket-files" aria-label="Files that wait on this device">
      {files.map(({ id, name, bytes: content, refused }) => (
        <li key={id}>
          <span className="ticket-file-name">{name}</span>
          <span className="muted">{bytes(content.byteLength)}</span>
          {refused === null ? (
            <StateBadge tone="pending">{isOffline ? 'Waits for a connection' : 'Sending'}</StateBadge>
          ) : (
            <>
              <StateBadge tone="bad">Not sent</StateBadge>
              <p className="ticket-file-problem">{refused}</p>
              <Button size="compact-xs" variant="default" onClick={() => void setRefused(store, id, null)}>
                Try again
              </Button>
              <Button size="compact-xs" variant="subtle" onClick={() => void forgetWaitingFiles(store, [id])}>
                Discard
              </Button>
            </>
          )}
        </li>
      ))}
    </ul>
  );
}
