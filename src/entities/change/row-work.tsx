import { Link } from 'react-router-dom';
import type { OutboxEntry } from '#src/store/tables/tables.ts';
import { useOutbox } from '#src/sync/hooks/use-outbox.ts';
import { useFormat } from '#src/ui/format/use-format.tsx';
import { pathTo } from '#src/ui/screen/path-to.ts';
import { describeChange, reasonMessage } from './describe-change.ts';
import { useRowNames } from './use-row-names.ts';
import './row-work.css';

/**
 * Describes the changes of a row that the service has not applied: saved on this device, refused, or waiting for a refused one.
 */
export function RowWork({ rows }: { rows: readonly string[] }) {
  const { entries } = useOutbox();
  const wanted = new Set(rows);
  const mine = entries.filter((entry) => entry.state !== 'acked' && entry.rows.some((row) => wanted.has(row)));
  const names = useRowNames(mine);
  if (mine.length === 0) return null;
  return (
    <ul className="row-work" aria-label="Changes not sent yet">
      {mine.map((entry) => (
        <li key={entry.entry} data-parked={entry.parked !== null || undefined}>
          <strong>{describeChange(entry, names).message}</strong> <State entry={entry} />
        </li>
      ))}
    </ul>
  );
}

function State({ entry }: { entry: OutboxEntry }) {
  const format = useFormat();
  const { state, parked, createdAt } = entry;
  if (parked) {
    return (
      <>
        {parked.code === 'dependency'
          ? 'is waiting for a rejected change.'
          : parked.code === 'conflict'
            ? 'was also changed by someone else.'
            : reasonMessage(parked)}{' '}
        <Link to={pathTo('/outbox', {}, { tab: 'needs-you' })}>Decide</Link>
      </>
    );
  }
  return <span>{state === 'sending' ? 'is being sent' : `saved on this device at ${format.time(createdAt)}, not sent yet`}</span>;
}
