import { Button } from '@mantine/core';
import { Link } from 'react-router-dom';
import { useCollection } from '#src/sync/hooks/use-collection.ts';
import { useSyncState } from '#src/sync/hooks/use-sync-state.ts';
import { EmptyState } from '#src/ui/page/empty-state.tsx';
import { PageHeader } from '#src/ui/page/page-header.tsx';
import { pathTo } from '#src/ui/screen/path-to.ts';
import { WaitingFileList } from './waiting-file-list.tsx';

type Props = {
  readonly ticketRef: string;
  readonly bare: boolean;
  readonly onAnother: () => void;
  readonly onClose: () => void;
};

/** After a ticket was sent: where it is, and each file with its state. */
export function TicketSent({ ticketRef, bare, onAnother, onClose }: Props) {
  const ticket = useCollection('ticket').rows.find(({ ref }) => ref === ticketRef);
  const isOffline = useSyncState().phase === 'offline';
  const isNumbered = ticket !== undefined && ticket.id > 0;
  const body = (
    <EmptyState kind="done" title={isNumbered ? `Ticket ${ticket.id} is with support` : 'Your ticket is saved'}>
      <p>
        {isNumbered && 'You get an email and a notice when support answers.'}
        {!isNumbered && isOffline && 'It is kept on this device and sent when you’re back online, also if you close Jobdock.'}
        {!isNumbered && !isOffline && 'It is on its way.'}
      </p>
      <WaitingFileList ticketId={ticket?.id ?? null} ticketRef={ticketRef} />
      <div className="empty-actions">
        {ticket && (
          <Button component={Link} to={pathTo('/jira/:id', { id: ticket.id })}>
            Open the ticket
          </Button>
        )}
        <Button variant="default" onClick={onAnother}>
          Send another
        </Button>
        {bare && (
          <Button variant="default" onClick={onClose}>
            Close
          </Button>
        )}
      </div>
    </EmptyState>
  );
  if (bare) return body;
  return (
    <section className="page page-form" aria-labelledby="page-title">
      <PageHeader title="Support" />
      {body}
    </section>
  );
}
