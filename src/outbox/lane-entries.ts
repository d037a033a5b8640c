import { type Feed, type Lane, putMeta, readLane } from '#src/store/meta.ts';
import type { BackendTx } from '#src/store/tables/backend.ts';
import type { OutboxEntry } from '#src/store/tables/tables.ts';

/** Not yet judged by the service, as far as this device knows. */
export const isUnsettled = (entry: OutboxEntry) => entry.state === 'waiting' || entry.state === 'sending';

/**
 * Judged and applied, and the rows pulled so far contain it: its local picture is no longer needed [S1.3]. Its revision says so,
 * or where none is known the lane's counter in the feed (docs/decisions/0019).
 */
export function isReflected({ state, clientId, seq, rev }: OutboxEntry, lane: Lane, feed: Feed): boolean {
  if (state !== 'acked') return false;
  if (rev !== null) return feed.since !== null && rev <= feed.since;
  return clientId !== lane.clientId || seq <= feed.lastSeq;
}

/** Runs of a command that ended the process so often are the last [edge case 37]. */
export const runsAtMost = 3;

/** Entries whose effect a person sees although no pull has brought it, in the order they were made. */
export const isShown = (entry: OutboxEntry) => entry.state !== 'parked' && (entry.trying ?? 0) < runsAtMost;

/** The lane's unsettled entries in the order of their numbers. */
export function unsettledOf(entries: readonly OutboxEntry[], clientId: string): OutboxEntry[] {
  return entries.filter((entry) => entry.clientId === clientId && isUnsettled(entry)).sort((a, b) => a.seq - b.seq);
}

/**
 * Takes one unconsumed entry out of the lane: later ones move up, since numbers must have no gap [S2.2]. Only right for an
 * entry that the service cannot have consumed; then it cannot have consumed a later one either.
 */
export async function closeGap(tx: BackendTx, removed: OutboxEntry): Promise<void> {
  const lane = await readLane(tx);
  const later = unsettledOf(await tx.list('outbox'), lane.clientId).filter((entry) => entry.seq > removed.seq);
  const chain = new Map(fieldsOf(removed));
  const moved = later.map((entry) => ({
    ...inheritPre(entry, chain),
    seq: entry.seq - 1,
    dependsOn: depsWithout(entry, removed.seq),
  }));
  await tx.put('outbox', moved);
  await putMeta(tx, 'lane', { ...lane, nextSeq: lane.nextSeq - 1 });
}

const depsWithout = (entry: OutboxEntry, seq: number) =>
  entry.dependsOn.filter((dep) => dep !== seq).map((dep) => (dep > seq ? dep - 1 : dep));

const fieldsOf = (entry: OutboxEntry): [string, unknown][] =>
  Object.entries(entry.pre).flatMap(([row, fields]) =>
    Object.entries(fields).map(([field, value]): [string, unknown] => [`${row} ${field}`, value]),
  );

/** The next change of a field saw what the removed one left; with that gone it builds on what the removed one saw. */
function inheritPre(entry: OutboxEntry, chain: Map<string, unknown>): OutboxEntry {
  const pre = Object.entries(entry.pre).map(([row, fields]) => {
    const inherited = Object.entries(fields).map(([field, value]) => {
      const key = `${row} ${field}`;
      const seen = chain.has(key) ? chain.get(key) : value;
      chain.delete(key);
      return [field, seen] as const;
    });
    return [row, Object.fromEntries(inherited)] as const;
  });
  return { ...entry, pre: Object.fromEntries(pre) };
}
