import { useEffect, useState } from 'react';
import type { Condition } from '#domain/query/condition.ts';
import { type JobActionKey, jobAction, shownActions } from '#domain/staging/job-actions.ts';
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
      Promise.all([client.countShown(chosen), client.counts(onBar.map((key) => within(jobAction(key).where(states))))]).then(
        ([shown, counts]) => {
          if (stale) return;
          setHidden(chosen.length - shown);
          setAllowed({ of: ids, counts: Object.fromEntries(onBar.map((key, i) => [key, counts[i] ?? 0])) });
        },
        () => undefined, // ignore: the worker died; its next version counts again
      );
    }, countAfterMs);
    return () => {
      stale = true;
      clearTimeout(timer);
    };
  }, [client, ids, states, version]);

  const selectAll = async () => setSelection(allMatching(await client.allIds(), address.query));
  const select = (rows: readonly number[]) => setSelection({ ...nothingSelected, ids: new Set(rows) });
  const isShown = (key: JobActionKey) => may(jobAction(key).needs) && (ids.size === 1 || !jobAction(key).forOne);
  const actions = onBar.filter(isShown).map((key) => bulkAction(key, ids.size, allowed));
  const counting = allowed?.of !== ids;
  /** The actions that one job offers to this person. */
  const offersOf = async (id: number): Promise<readonly JobActionKey[]> => {
    const mine = shownActions.filter((key) => may(jobAction(key).needs));
    const counts = await client.counts(mine.map((key) => states.all({ kind: 'ids', ids: [id] }, jobAction(key).where(states))));
    return mine.filter((_, i) => (counts[i] ?? 0) > 0);
  };
  return { selection, setSelection, select, selectAll, hidden: ids.size === 0 ? 0 : hidden, actions, counting, offersOf };
}

/** The actions of the bulk bar. */
const onBar = shownActions.filter((key) => jobAction(key).place !== 'panel');

function bulkAction(key: JobActionKey, chosen: number, allowed: Allowed): BulkAction {
  const { label, look, place, shortcut, blocked: why, onlyWhereOffered } = jobAction(key);
  const count = allowed?.counts[key] ?? 0;
  const blocked = allowed && count < chosen ? `${(chosen - count).toLocaleString('en-US')} ${why}` : null;
  return {
    key,
    label,
    allowed: count,
    blocked: onlyWhereOffered && count === 0 ? null : blocked,
    ...(look && { look }),
    ...(place === 'menu' && { inMenu: true }),
    ...(shortcut && { shortcut }),
  };
}
