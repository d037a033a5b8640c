import { listTickets, type Ticket } from '#contract/support/tickets.ts';
import { useReply } from '#src/entities/reply/use-reply.ts';
import { useSession } from '#src/entities/session/session.ts';
import { useCollection } from '#src/sync/hooks/use-collection.ts';
import { pagerSizes } from '#src/ui/list/pager.tsx';
import { usePagedList } from '#src/ui/list/use-list.ts';
import { useSetting } from '#src/ui/local-setting.ts';
import { levelNames, linesOf } from './ticket.ts';
import { ticketsSeen } from './tickets-seen.ts';

/** The tickets of the customer on the screen as the address filters and sorts them, from this device. */
export function useCustomerTickets() {
  const { administrator: isProvider, customer } = useSession();
  const [seen] = useSetting(ticketsSeen);
  const { ready, rows } = useCollection('ticket');
  return usePagedList(ready ? linesOf(rows, { customerId: customer.id, isProvider, seen }) : null, {
    sort: 'changedAt',
    descending: true,
    searchIn: ['number', 'subject', 'description', 'author'],
    filters: { status: ({ status }, value) => status === value, answers: ({ isNew }) => isNew },
    sizes: pagerSizes,
  });
}

export type AllTicketsLine = Ticket & { readonly customer: string; readonly level: string };

/** The tickets of all customers as the address filters and sorts them, for administrators. They are not kept on the device. */
export function useAllTickets() {
  const { customers } = useSession();
  const answer = useReply(listTickets, { cust: -1 });
  const nameOf = (id: number) => customers.find((customer) => customer.id === id)?.name ?? String(id);
  const rows = answer.reply?.map(
    (ticket): AllTicketsLine => ({
      ...ticket,
      customer: nameOf(ticket.customerId),
      level: levelNames[ticket.type === 1 ? 'helpDesk' : 'support'],
    }),
  );
  const list = usePagedList(rows, {
    from: answer,
    sort: 'changed',
    descending: true,
    searchIn: ['customer', 'subject', 'description', 'contact'],
    filters: {
      status: ({ status }, value) => status.toLowerCase() === value,
      level: ({ type }, value) => String(type) === value,
      waits: ({ waits }) => waits,
    },
    sizes: pagerSizes,
  });
  return { list, reply: answer.reply };
}
