import { UnstyledButton } from '@mantine/core';
import { IconChevronRight } from '@tabler/icons-react';
import { useId, useState } from 'react';
import { Link, matchPath } from 'react-router-dom';
import type { ActivityLine } from '#contract/people/activity.ts';
import { addressOf, type ObjectKind } from '#domain/activity/object-kinds.ts';
import { useSession } from '#src/entities/session/session.ts';
import { useFormat } from '#src/ui/format/use-format.tsx';
import { useOpenScreens } from '#src/ui/screen/open-screens.ts';
import { InCustomer } from '../customer-board/in-customer.tsx';

type Props = { line: ActivityLine; showsCustomer: boolean };

/** One line of the activity: time, sentence, where it came from; the values before and after behind a button. */
export function ActivityItem({ line, showsCustomer }: Props) {
  const { sentence, at, changes, facts, customer } = line;
  const [open, setOpen] = useState(false);
  const id = useId();
  const { time } = useFormat();
  const to = useAddressOf(line.object);
  const hasMore = changes.length + facts.length > 0;
  const from = [line.device, line.ip].filter((text) => text !== null && text !== '').join(', ');
  return (
    <li className="activity-line">
      <time dateTime={at}>{time(at)}</time>
      <div className="activity-what">
        <p>
          {hasMore && (
            <UnstyledButton
              className="activity-open"
              aria-label={`Details of “${sentence}”`}
              aria-expanded={open}
              aria-controls={open ? id : undefined}
              onClick={() => setOpen(!open)}
            >
              <IconChevronRight size={16} aria-hidden />
            </UnstyledButton>
          )}
          {to === null ? sentence : <ObjectLink line={line} to={to} />}
        </p>
        {open && <Details id={id} line={line} />}
      </div>
      <p className="activity-from muted">{[showsCustomer ? customer : '', from].filter((text) => text !== '').join(' · ')}</p>
    </li>
  );
}

/** Leads to the object, in the data of its customer: a provider administrator reads lines of every customer. */
function ObjectLink({ line: { customerId, customer, object, sentence }, to }: { line: ActivityLine; to: string }) {
  const session = useSession();
  if (customerId === session.customer.id || !session.administrator || ofNoCustomer.has(object?.kind ?? ''))
    return <Link to={to}>{sentence}</Link>;
  return (
    <InCustomer of={{ customerId, customer }} to={to}>
      {sentence}
    </InCustomer>
  );
}

/** Kinds whose screens show every customer's. */
const ofNoCustomer: ReadonlySet<string> = new Set<ObjectKind>(['user', 'role', 'customer', 'right', 'setting', 'serviceItem']);

function Details({ id, line: { changes, facts } }: { id: string; line: ActivityLine }) {
  return (
    <div id={id} className="activity-details">
      {changes.length > 0 && (
        <table>
          <thead>
            <tr>
              <th scope="col">Field</th>
              <th scope="col">Before</th>
              <th scope="col">After</th>
            </tr>
          </thead>
          <tbody>
            {changes.map(({ label, before, after }) => (
              <tr key={label}>
                <th scope="row">{label}</th>
                <td>{before}</td>
                <td>{after}</td>
              </tr>
            ))}
          </tbody>
        </table>
      )}
      {facts.map(({ label, text }) => (
        <p key={label}>
          <span className="muted">{label}:</span> {text}
        </p>
      ))}
    </div>
  );
}

/** The address of an object, if it has a screen that the user may open. */
function useAddressOf(object: ActivityLine['object']): string | null {
  const screens = useOpenScreens();
  const to = object && addressOf(object);
  if (!to) return null;
  const path = to.split('?')[0] ?? to;
  return screens.some(({ at }) => at.some((pattern) => matchPath(pattern, path) !== null)) ? to : null;
}
