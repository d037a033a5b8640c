import type { ReactNode } from 'react';
import { headingOf } from '#src/entities/change/describe-change.ts';
import { groupBy } from '#src/ui/list/group-by.ts';
import { EmptyState } from '#src/ui/page/empty-state.tsx';
import { Waiting } from '#src/ui/page/waiting.tsx';

const shownAtMost = 200;

type Props<T> = {
  ready: boolean;
  filtered: boolean;
  /** Newest first. */
  entries: readonly T[];
  empty: string;
  children: (entry: T) => ReactNode;
};

/** Changes grouped by action, newest first. The action of the newest change comes first. */
export function OutboxList<T extends { readonly name: string; readonly entry: number }>({
  ready,
  filtered,
  entries,
  empty,
  children,
}: Props<T>) {
  if (!ready) return <Waiting rows={4} />;
  if (entries.length === 0) {
    return filtered ? <EmptyState kind="no-match" title="No matching changes" /> : <EmptyState kind="done" title={empty} />;
  }
  const groups = groupBy(entries.slice(0, shownAtMost), ({ name }) => headingOf(name));
  return (
    <>
      {[...groups].map(([action, group]) => (
        <section key={action} className="outbox-group" aria-label={action}>
          {groups.size > 1 && (
            <h2>
              {action} <span className="muted">{group.length}</span>
            </h2>
          )}
          <ul className="outbox card">{group.map(children)}</ul>
        </section>
      ))}
      {entries.length > shownAtMost && (
        <p className="muted">
          The newest {shownAtMost} of {entries.length.toLocaleString('en-US')} are shown. The export holds all.
        </p>
      )}
    </>
  );
}
