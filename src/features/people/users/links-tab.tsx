import { Link } from 'react-router-dom';
import type { Contact } from '#contract/people/contact-fields.ts';
import { type BadgeTone, StateBadge } from '#src/ui/mark/state-badge.tsx';
import { pathTo } from '#src/ui/screen/path-to.ts';

const states: Readonly<Record<number, { words: string; tone: BadgeTone }>> = {
  1: { words: 'Asked', tone: 'pending' },
  2: { words: 'Linked', tone: 'good' },
  3: { words: 'Rejected', tone: 'neutral' },
};

/** The other customers that a person works for or asked to. Only "Linked" gives access. */
export function LinksTab({ contact: { linkedCustomers, name } }: { contact: Contact }) {
  const toLinks = <Link to={pathTo('/linked', {}, { tab: 'elsewhere' })}>Linked people</Link>;
  if (linkedCustomers.length === 0)
    return (
      <p className="muted">
        {name} is not linked to another customer. People ask for access under {toLinks}.
      </p>
    );
  return (
    <>
      <p className="muted">People of these customers decide. A link is ended, or asked for again, under {toLinks}.</p>
      <ul className="person-sessions" aria-label="Linked customers">
        {linkedCustomers.map(({ customerId, name: customer, status }) => {
          const { words, tone } = states[status] ?? { words: 'Asked', tone: 'pending' };
          return (
            <li key={customerId}>
              <strong>{customer}</strong>
              <StateBadge tone={tone}>{words}</StateBadge>
            </li>
          );
        })}
      </ul>
    </>
  );
}
