import { Navigate, useParams } from 'react-router-dom';
import { useSession } from '#src/entities/session/session.ts';
import { TabRow, useTab } from '#src/ui/page/tabs-page.tsx';
import { pathTo } from '#src/ui/screen/path-to.ts';
import { AllTickets } from './all-tickets.tsx';
import { TicketList } from './ticket-list.tsx';

/** `/issues/:status?`: the tickets of the customer on the screen; administrators also see those of all customers. */
export function Tickets() {
  const { status } = useParams();
  const { administrator, customer } = useSession();
  const tabs = [
    ['one', customer.name],
    ['all', 'All customers'],
  ] as const;
  const tab = useTab('whose', tabs);
  if (status !== undefined) {
    const filter = status.toLowerCase();
    return (
      <Navigate replace to={pathTo('/issues/:status?', {}, filter === 'open' || filter === 'closed' ? { status: filter } : {})} />
    );
  }
  if (!administrator) return <TicketList tabs={null} />;
  const row = <TabRow label="Whose tickets" tabs={tabs} tab={tab} />;
  return tab[0] === 'all' ? <AllTickets tabs={row} /> : <TicketList tabs={row} />;
}
