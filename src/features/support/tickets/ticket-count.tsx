import { useEffect } from 'react';
import { countWaitingTickets } from '#contract/support/desk.ts';
import { useReply } from '#src/entities/reply/use-reply.ts';
import { useSession } from '#src/entities/session/session.ts';
import { useCollection } from '#src/sync/hooks/use-collection.ts';
import { useNow } from '#src/ui/format/use-format.tsx';
import { useSetting } from '#src/ui/local-setting.ts';
import { linesOf } from './ticket.ts';
import { ticketsSeen } from './tickets-seen.ts';

type Props = { onCount: (count: { readonly number: number; readonly words: string }) => void };

/** Counts for the sidebar: tickets with an answer that the user has not seen; for administrators, tickets that wait for an answer. */
export function TicketCount(props: Props) {
  return useSession().administrator ? <Waiting {...props} /> : <Unread {...props} />;
}

function Unread({ onCount }: Props) {
  const { customer } = useSession();
  const [seen] = useSetting(ticketsSeen);
  const { rows } = useCollection('ticket');
  const number = linesOf(rows, { customerId: customer.id, isProvider: false, seen }).filter(({ isNew }) => isNew).length;
  useReport(number, number === 1 ? 'ticket with a new answer' : 'tickets with a new answer', onCount);
  return null;
}

const minuteMs = 60_000;

/** The number of all customers is asked for again each minute, and after each change of the tickets on this device. */
function Waiting({ onCount }: Props) {
  const { rows } = useCollection('ticket');
  const newest = rows.reduce((latest, { at }) => (at > latest ? at : latest), '');
  const minute = Math.floor(useNow() / minuteMs);
  const number = useReply(countWaitingTickets, {}, { since: `${minute} ${newest}` }).reply?.waiting ?? 0;
  useReport(number, number === 1 ? 'ticket waits for an answer' : 'tickets wait for an answer', onCount);
  return null;
}

const useReport = (number: number, words: string, onCount: Props['onCount']) =>
  useEffect(() => onCount({ number, words }), [number, words, onCount]);
