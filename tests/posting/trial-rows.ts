import type { DuePost, Loaded, PostChange, PostRows } from '#server/posting/post-rows.ts';
import type { SentValues } from '#server/targets/adapter/sent-values.ts';

type Row = DuePost & { readonly nextAt: number; readonly leaseUntil: number; readonly sent: SentValues | null };

/** The first of a set, at most so many. */
function firstOf<T>(all: ReadonlySet<T>, most: number): T[] {
  const first: T[] = [];
  for (const one of all) {
    if (first.length >= most) break;
    first.push(one);
  }
  return first;
}

const over = new Set<DuePost['state']>(['done', 'failed', 'human', 'dryRun']);

/** The rows of posts of a trial, in memory: the same claims and fences as those in PostgreSQL. */
export function trialRows(posts: readonly DuePost[], loadedOf: (due: DuePost) => Loaded) {
  const rows = new Map<string, Row>(posts.map((post) => [post.reference, { ...post, nextAt: 0, leaseUntil: 0, sent: null }]));
  /** Posts that were never tried, in order; and those that were and are not over. */
  const fresh = new Set(posts.map(({ reference }) => reference));
  const begun = new Set<string>();
  const rowOf = (reference: string): Row => {
    const row = rows.get(reference);
    if (!row) throw new Error(`no post ${reference}`);
    return row;
  };
  const isDue = (row: Row, now: number) => row.nextAt <= now && row.leaseUntil < now;

  function move(due: DuePost, change: PostChange): number | null {
    const row = rowOf(due.reference);
    if (row.fence !== due.fence) return null;
    const { state, externalId, words, lookups, tries } = change;
    const at = change.at.getTime();
    const leaseUntil = change.leaseSeconds === null ? 0 : at + change.leaseSeconds * 1000;
    const nextAt = at + (change.againInSeconds ?? 0) * 1000;
    const sent = change.sent ?? row.sent;
    rows.set(due.reference, { ...row, state, externalId, words, lookups, tries, fence: due.fence + 1, leaseUntil, nextAt, sent });
    fresh.delete(due.reference);
    if (over.has(state)) begun.delete(due.reference);
    else begun.add(due.reference);
    return due.fence + 1;
  }

  const postRows: PostRows = {
    async load(due) {
      const row = rowOf(due.reference);
      return row.fence === due.fence ? { ...loadedOf(due), sent: row.sent } : null;
    },
    move: async (due, change) => move(due, change),
    isDryRun: async (due) => {
      const loaded = loadedOf(due);
      return loaded.target.posting === 'dryRun';
    },
    // Calls are not kept, so nothing is read back.
    lastWritten: async () => null,
  };

  return {
    transaction: <T>(_customerId: number, work: (rows: PostRows) => Promise<T>): Promise<T> => work(postRows),
    /** Begun posts first, as far as they are due, then new ones. */
    due(now: number, limit: number): DuePost[] {
      const again = [...begun].map(rowOf).filter((row) => isDue(row, now));
      const next = firstOf(fresh, limit - again.length).map(rowOf);
      return [...again, ...next].slice(0, limit);
    },
    /** When the next post is due. Undefined if all are over. */
    nextAt: (): number | undefined =>
      begun.size === 0 && fresh.size === 0
        ? undefined
        : Math.min(...[...begun].map(rowOf).map((row) => Math.max(row.nextAt, row.leaseUntil + 1))),
    all: (): readonly Row[] => [...rows.values()],
  };
}
