import { useEffect, useState } from 'react';
import type { Condition } from '#domain/query/condition.ts';
import { type JobAction, jobActions } from '#src/entities/job/job-actions.ts';
import { useSession } from '#src/entities/session/session.ts';
import type { BulkAction } from '#src/ui/grid/bulk-bar.tsx';
import { allMatching, nothingSelected, type Selection } from '#src/ui/grid/model/selection.ts';
import type { Staging } from './use-staging.ts';

/** The rows that were counted, and the number of them that each action is allowed for; null until the first count. */
type Allowed = { readonly of: Selection['ids']; readonly counts: Readonly<Record<string, number>> } | null;

const countAfterMs = 60;

/** The selected jobs, how many of them the query hides, and the allowed actions. */
export function useSelection({ client, source, states, address }: Staging) {
  const { may } = useSession();
  const [selection, setSelection] = useState<Selection>(nothingSelected);
  const [hidden, setHidden] = useState(0);
  const [allowed, setAllowed] = useState<Allowed>(null);
  const { ids } = selection;
  const { version } = source;

  useEffect(() => {
    // Counts again with every version of the rows.
    if (ids.size === 0 || version < 0) return;
    let stale = false;
    const timer = setTimeout(() => {
      const chosen = [...ids];
      const within = (where: Condition): Condition => ({ kind: 'all', of: [{ kind: 'ids', ids: chosen }, where] });
      Promise.all([client.countShown(chosen), client.counts(jobActions.map((action) => within(action.allowed(states))))]).then(
        ([shown, counts]) => {
          if (stale) return;
          setHidden(chosen.length - shown);
          setAllowed({ of: ids, counts: Object.fromEntries(jobActions.map((action, i) => [action.key, counts[i] ?? 0])) });
        },
        () => undefined, // ignore: the worker died; its next version counts again
      );
    }, countAfterMs);
    return () => {
      stale = true;
      clearTimeout(timer);
    };
  }, [client, ids, states, version]);

  const selectAll = async () => setSelection(allMatching(await client.ids(0, source.rowCount), address.query));
  const actions = jobActions.filter((action) => may(action.right)).map((action) => bulkAction(action, ids.size, allowed));
  const counting = allowed?.of !== ids;
  return { selection, setSelection, selectAll, hidden: ids.size === 0 ? 0 : hidden, actions, counting };
}

function bulkAction(
  { key, label, look, inMenu, shortcut, blockedReason }: JobAction,
  chosen: number,
  allowed: Allowed,
): BulkAction {
  const count = allowed?.counts[key] ?? 0;
  const blocked = allowed && count < chosen ? `${(chosen - count).toLocaleString('en-US')} ${blockedReason}` : null;
  // Leave out an opposite that fits no selected row (release, if none is held), rather than showing it as blocked.
  const opposite = ['release', 'show', 'reopen', 'unbind'].includes(key);
  return {
    key,
    label,
    allowed: count,
    blocked: opposite && count === 0 ? null : blocked,
    ...(look && { look }),
    ...(inMenu && { inMenu }),
    ...(shortcut && { shortcut }),
  };
}
