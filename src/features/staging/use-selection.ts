import { useEffect, useState } from 'react';
import type { Condition } from '#domain/query/condition.ts';
import { type JobDeed, jobDeeds } from '#src/entities/job/job-deeds.ts';
import { useSession } from '#src/entities/session/session.ts';
import type { BulkDeed } from '#src/ui/grid/bulk-bar.tsx';
import { allMatching, nothingSelected, type Selection } from '#src/ui/grid/model/selection.ts';
import type { Staging } from './use-staging.ts';

/** How many chosen rows each deed is allowed for; null while it is counted. */
type Allowed = Readonly<Record<string, number>> | null;

const countAfterMs = 60;

/** The chosen jobs, how many of them the query hides, and what may be done with them. */
export function useSelection({ client, source, states, address }: Staging) {
  const { may } = useSession();
  const [selection, setSelection] = useState<Selection>(nothingSelected);
  const [hidden, setHidden] = useState(0);
  const [allowed, setAllowed] = useState<Allowed>(null);
  const { ids } = selection;
  const { version } = source;

  useEffect(() => {
    // Counted again with every version of the rows.
    if (ids.size === 0 || version < 0) return;
    let stale = false;
    const timer = setTimeout(() => {
      const chosen = [...ids];
      const within = (where: Condition): Condition => ({ kind: 'all', of: [{ kind: 'ids', ids: chosen }, where] });
      Promise.all([client.countShown(chosen), client.counts(jobDeeds.map((deed) => within(deed.allowed(states))))]).then(
        ([shown, counts]) => {
          if (stale) return;
          setHidden(chosen.length - shown);
          setAllowed(Object.fromEntries(jobDeeds.map((deed, i) => [deed.key, counts[i] ?? 0])));
        },
        () => undefined, // the worker died; it counts again with its next news
      );
    }, countAfterMs);
    return () => {
      stale = true;
      clearTimeout(timer);
    };
  }, [client, ids, states, version]);

  const selectAll = async () => setSelection(allMatching(await client.ids(0, source.rowCount), address.query));
  const deeds = jobDeeds.filter((deed) => may(deed.right)).map((deed) => bulkDeed(deed, ids.size, allowed));
  return { selection, setSelection, selectAll, hidden: ids.size === 0 ? 0 : hidden, deeds };
}

function bulkDeed({ key, label, look, shortcut, blockedWords }: JobDeed, chosen: number, allowed: Allowed): BulkDeed {
  const count = allowed?.[key] ?? 0;
  const blocked = allowed && count < chosen ? `${(chosen - count).toLocaleString('en-US')} ${blockedWords}` : null;
  // An opposite that fits none of them (release what is not held) is left out of the bar rather than shown as blocked.
  const opposite = ['release', 'show', 'reopen', 'unbind'].includes(key);
  return {
    key,
    label,
    allowed: count,
    blocked: opposite && count === 0 ? null : blocked,
    ...(look && { look }),
    ...(shortcut && { shortcut }),
  };
}
