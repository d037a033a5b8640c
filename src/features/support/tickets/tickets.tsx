import { Navigate, useParams } from 'react-router-dom';
import { useSession } from '#src/entities/session/session.ts';
import { TabRow, useTab } from '#src/ui/page/tabs-page.tsx';
import { pathTo } from '#src/ui/screen/path-to.ts';
import { AllTickets } from './all-tickets.tsx';
import { TicketList } from './ticket-list.tsx';

/** `/issues/:status?`: the tickets of the customer on the screen; administrators also see those of all customers. */
export function Tickets() {
  const { status } = useParams();
  const { administrator, customer, role } = useSession();
  const [one, all] = [['one', customer.name] as const, ['all', 'All customers'] as const];
  // The provider’s people answer the tickets of others.
  const tabs = customer.id === role.customerId ? ([all, one] as const) : ([one, all] as const);
  const tab = useTab<'one' | 'all'>('whose', tabs);
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
