import './drifted-order.css';
import { Checkbox } from '@mantine/core';
import { useState } from 'react';
import type { DriftedOrder as Order } from '#contract/posting/drift.ts';
import { atsFieldWords } from '#domain/posting/ats-words.ts';
import { OnlineButton } from '#src/entities/session/online-button.tsx';
import { useSession } from '#src/entities/session/session.ts';
import { counted } from '#src/ui/format/format.ts';
import { Ago } from '#src/ui/format/use-format.tsx';
import { type BadgeTone, StateBadge } from '#src/ui/mark/state-badge.tsx';
import { TableHead } from '#src/ui/page/table-head.tsx';
import { useDecideDrift } from './use-decide-drift.ts';

const badges: Readonly<Record<Order['kind'], readonly [words: string, tone: BadgeTone]>> = {
  changed: ['Changed', 'warn'],
  closed: ['Closed', 'warn'],
  deleted: ['Deleted', 'bad'],
};

type Props = {
  readonly order: Order;
  /** Creates a job order that was deleted again; null where this user cannot. */
  readonly onRecreate: (() => void) | null;
};

/** What people changed in the ATS, beside what Jobdock sent, and the choices. */
export function DriftedOrder({ order, onRecreate }: Props) {
  const { may } = useSession();
  const { busy, problem, decide } = useDecideDrift(order);
  const [left, setLeft] = useState<ReadonlySet<string>>(new Set());
  const [words, tone] = badges[order.kind];
  const fields = order.fields.map(({ field }) => field).filter((field) => !left.has(field));
  const blocked = busy || (order.kind !== 'deleted' && fields.length === 0);
  return (
    <section className="drifted-order" aria-label={`${words} in ${order.targetName}`}>
      <header>
        <StateBadge tone={tone}>{words}</StateBadge>
        <span className="muted">
          in {order.targetName}
          {order.changedBy !== null && ` by ${order.changedBy}`} · <Ago at={order.changedAt ?? order.foundAt} />
        </span>
      </header>
      {order.kind === 'deleted' ? (
        <p className="muted">
          {order.targetName} no longer has job order {order.externalId}.
        </p>
      ) : (
        <Fields order={order} left={left} onLeft={setLeft} />
      )}
      {may('jobs.post') && (
        <div className="drifted-ways">
          <OnlineButton size="xs" variant="default" disabled={blocked} onClick={() => void decide('theirs', fields)}>
            {order.kind === 'deleted' ? 'Leave deleted' : 'Keep theirs'}
          </OnlineButton>
          {order.kind !== 'deleted' && (
            <OnlineButton size="xs" variant="default" disabled={blocked} onClick={() => void decide('ours', fields)}>
              Send ours
            </OnlineButton>
          )}
          {order.kind === 'deleted' && onRecreate && (
            <OnlineButton size="xs" variant="default" onClick={onRecreate}>
              Re-create…
            </OnlineButton>
          )}
        </div>
      )}
      {problem !== null && <p role="alert">{problem}</p>}
    </section>
  );
}

type FieldsProps = {
  readonly order: Order;
  readonly left: ReadonlySet<string>;
  readonly onLeft: (left: ReadonlySet<string>) => void;
};

/** The fields that differ. Of several, a person may decide about some first. */
function Fields({ order, left, onLeft }: FieldsProps) {
  const { may } = useSession();
  const chooses = order.fields.length > 1 && may('jobs.post');
  const toggle = (field: string) => {
    const next = new Set(left);
    if (!next.delete(field)) next.add(field);
    onLeft(next);
  };
  return (
    <table aria-label={counted(order.fields.length, 'changed field')}>
      <TableHead columns={['Field', 'Ours', `In ${order.targetName}`]} />
      <tbody>
        {order.fields.map(({ field, ours, theirs }) => (
          <tr key={field}>
            <td>
              {chooses ? (
                <Checkbox size="xs" label={atsFieldWords(field)} checked={!left.has(field)} onChange={() => toggle(field)} />
              ) : (
                atsFieldWords(field)
              )}
            </td>
            <td>{ours || '—'}</td>
            <td>{theirs || '—'}</td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}
