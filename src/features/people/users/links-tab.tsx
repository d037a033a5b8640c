import type { Contact } from '#contract/people/contact-fields.ts';
import { type BadgeTone, StateBadge } from '#src/ui/mark/state-badge.tsx';

const states: Readonly<Record<number, { words: string; tone: BadgeTone }>> = {
  1: { words: 'Asked', tone: 'pending' },
  2: { words: 'Linked', tone: 'good' },
  3: { words: 'Rejected', tone: 'neutral' },
};

/** The other customers that a person works for or asked to. Only "Linked" gives access. */
export function LinksTab({ contact: { linkedCustomers, name } }: { contact: Contact }) {
  if (linkedCustomers.length === 0) return <p className="muted">{name} is not linked to another customer.</p>;
  return (
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
  );
}
