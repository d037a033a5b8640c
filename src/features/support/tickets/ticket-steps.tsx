import { ActionIcon } from '@mantine/core';
import { IconChevronLeft, IconChevronRight } from '@tabler/icons-react';
import { useState } from 'react';
import { Link, useNavigate, useSearchParams } from 'react-router-dom';
import { useHotkeys } from '#src/ui/hotkeys/use-hotkeys.tsx';
import { listPath, ticketPath } from './ticket.ts';
import { useAllTickets, useCustomerTickets } from './use-ticket-lists.ts';

/** Previous and next ticket of the list that this one was opened from, as the list’s search, filters and order in the address say. */
export function TicketSteps({ id }: { id: number }) {
  const [params] = useSearchParams();
  return params.get('list') === 'all' ? <OfAll id={id} /> : <OfCustomer id={id} />;
}

function OfAll({ id }: { id: number }) {
  const [params] = useSearchParams();
  const { matches } = useAllTickets().list;
  const paths = matches?.map((line) => ({
    id: line.id,
    path: ticketPath(line.id, { params, list: 'all', customerId: line.customerId }),
  }));
  return <Steps id={id} of={paths ?? []} />;
}

function OfCustomer({ id }: { id: number }) {
  const [params] = useSearchParams();
  const { matches } = useCustomerTickets();
  const paths = matches?.map((line) => ({ id: line.id, path: ticketPath(line.id, { params, list: 'one' }) }));
  return <Steps id={id} of={paths ?? []} />;
}

type Step = { readonly id: number; readonly path: string };

function Steps({ id, of }: { id: number; of: readonly Step[] }) {
  const [params] = useSearchParams();
  const navigate = useNavigate();
  const at = of.findIndex((step) => step.id === id);
  // A ticket that left its list, as it was closed or read, keeps its place: the next one moved up to it.
  const [lastAt, setLastAt] = useState(at);
  if (at >= 0 && at !== lastAt) setLastAt(at);
  const isListed = at >= 0;
  const place = isListed ? at : Math.max(0, lastAt);
  const previous = of[place - 1];
  const next = of[isListed ? place + 1 : place];
  const go = (step: Step | undefined) => step && void navigate(step.path);
  useHotkeys([
    { keys: 'j', words: 'Next ticket', group: 'Tickets', run: () => go(next), enabled: () => next !== undefined },
    { keys: 'k', words: 'Previous ticket', group: 'Tickets', run: () => go(previous), enabled: () => previous !== undefined },
  ]);
  if (of.length === 0) return null;
  return (
    <nav className="ticket-steps" aria-label="Tickets of the list">
      <StepButton label="Previous ticket" keys="k" step={previous} onStep={go}>
        <IconChevronLeft size={16} aria-hidden />
      </StepButton>
      <Link to={listPath(params)} data-tip="Back to the list" className="nowrap">
        {isListed ? `${(at + 1).toLocaleString('en-US')} of ${of.length.toLocaleString('en-US')}` : 'List'}
      </Link>
      <StepButton label="Next ticket" keys="j" step={next} onStep={go}>
        <IconChevronRight size={16} aria-hidden />
      </StepButton>
    </nav>
  );
}

type ButtonProps = {
  label: string;
  keys: string;
  step: Step | undefined;
  onStep: (step: Step | undefined) => void;
  children: React.ReactNode;
};

const StepButton = ({ label, keys, step, onStep, children }: ButtonProps) => (
  <ActionIcon
    variant="default"
    size={34}
    aria-label={label}
    data-tip={`${label} (${keys})`}
    disabled={step === undefined}
    onClick={() => onStep(step)}
  >
    {children}
  </ActionIcon>
);
