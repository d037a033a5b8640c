import { Button } from '@mantine/core';
import { useEffect } from 'react';
import { Link, useParams, useSearchParams } from 'react-router-dom';
import type { TicketRow } from '#contract/rows/ticket.ts';
import { useChanges } from '#src/entities/change/use-changes.ts';
import { useSession } from '#src/entities/session/session.ts';
import { usePathCustomer } from '#src/entities/session/use-path-customer.ts';
import { WaitingFileList } from '#src/entities/ticket/waiting-file-list.tsx';
import { useCollection } from '#src/sync/hooks/use-collection.ts';
import { StateBadge } from '#src/ui/mark/state-badge.tsx';
import { EmptyState } from '#src/ui/page/empty-state.tsx';
import { PageHeader } from '#src/ui/page/page-header.tsx';
import { Waiting } from '#src/ui/page/waiting.tsx';
import { pathTo } from '#src/ui/screen/path-to.ts';
import { DeskPanel } from '../desk/desk-panel.tsx';
import { AnswerForm } from './answer-form.tsx';
import { statusNames, ticketAt } from './ticket.ts';
import { TicketAnswers } from './ticket-answers.tsx';
import { TicketFacts } from './ticket-facts.tsx';
import { TicketSteps } from './ticket-steps.tsx';
import { markSeen, seenKey } from './tickets-seen.ts';
import './ticket-page.css';

/** `/jira/:id`: a ticket with its answers and files. `customer` in the query switches to the customer that it belongs to. */
export function TicketPage() {
  const { id } = useParams();
  const [params] = useSearchParams();
  const isHere = usePathCustomer(params.get('customer') ?? undefined);
  const { ready, rows } = useCollection('ticket');
  const ticket = isHere ? ticketAt(rows, Number(id)) : undefined;
  if (ticket && !ticket.purged) return <Ticket ticket={ticket} />;
  if (!ready || !isHere) return <Waiting />;
  return (
    <section className="page" aria-labelledby="page-title">
      <PageHeader title="Ticket" />
      <EmptyState kind="no-match" title={`There is no ticket ${id ?? ''} here`}>
        <p>It may belong to another customer.</p>
        <Button component={Link} variant="default" to={pathTo('/issues/:status?')}>
          All tickets
        </Button>
      </EmptyState>
    </section>
  );
}

function Ticket({ ticket }: { ticket: TicketRow }) {
  const { id, ref, status, subject, lastAnswer, mergedInto = null } = ticket;
  const { customer, administrator } = useSession();
  const changes = useChanges();
  useEffect(() => {
    if (lastAnswer) markSeen(seenKey(customer.id, id), lastAnswer.at);
  }, [customer.id, id, lastAnswer]);
  const isOpen = status === 'open';
  const setStatus = () =>
    void changes.make('ticket.status.v1', { id, ref, status: isOpen ? 'closed' : 'open' }, () =>
      isOpen ? 'Ticket closed' : 'Ticket reopened',
    );
  return (
    <section className="page" aria-labelledby="page-title">
      <PageHeader
        title={subject}
        note={
          <span className="ticket-head">
            {id > 0 ? `Ticket ${id}` : 'Not sent yet'}
            <StateBadge tone={isOpen ? 'good' : 'neutral'}>
              {mergedInto === null ? statusNames[status] : `Merged into #${mergedInto}`}
            </StateBadge>
          </span>
        }
        actions={
          <>
            <TicketSteps id={id} />
            {mergedInto === null && (
              <Button variant="default" onClick={setStatus}>
                {isOpen ? 'Close ticket' : 'Reopen ticket'}
              </Button>
            )}
          </>
        }
      />
      <div className="ticket-page">
        <div className="ticket-main">
          <TicketAnswers ticket={ticket} />
          <WaitingFileList ticketId={id} ticketRef={ref} />
          {mergedInto === null ? <AnswerForm key={ref ?? id} ticket={ticket} /> : <MergedInto id={mergedInto} />}
        </div>
        <div className="ticket-side">
          <TicketFacts ticket={ticket} />
          {administrator && id > 0 && mergedInto === null && <DeskPanel ticket={ticket} />}
        </div>
      </div>
    </section>
  );
}

/** In the place of the answer form of a ticket that was merged. */
const MergedInto = ({ id }: { id: number }) => (
  <p className="card ticket-merged">
    This ticket was merged into <Link to={pathTo('/jira/:id', { id })}>ticket {id}</Link>. Its answers and files are there, and
    new ones go there, too.
  </p>
);
