import { type Feed, type Lane, putMeta, readLane } from '#src/store/meta.ts';
import type { BackendTx } from '#src/store/tables/backend.ts';
import type { OutboxEntry } from '#src/store/tables/tables.ts';

/** Not judged by the service yet, as far as this device knows. */
export const isUnsettled = (entry: OutboxEntry) => entry.state === 'waiting' || entry.state === 'sending';

/**
 * Applied, and contained in the pulled rows, so its overlay is no longer needed [S1.3]. Decided by its revision or, if that is
 * unknown, by the lane's counter in the feed (docs/decisions/0019).
 */
export function isReflected({ state, clientId, seq, rev }: OutboxEntry, lane: Lane, feed: Feed): boolean {
  if (state !== 'acked') return false;
  if (rev !== null) return feed.since !== null && rev <= feed.since;
  return clientId !== lane.clientId || seq <= feed.lastSeq;
}

/** After this many runs that ended the process, a command is not run again [edge case 37]. */
export const runsAtMost = 3;

/** Entries whose effect is shown locally although no pull has brought it yet. */
export const isShown = (entry: OutboxEntry) => entry.state !== 'parked' && (entry.trying ?? 0) < runsAtMost;

/** The lane's unsettled entries in order of their numbers. */
export function unsettledOf(entries: readonly OutboxEntry[], clientId: string): OutboxEntry[] {
  return entries.filter((entry) => entry.clientId === clientId && isUnsettled(entry)).sort((a, b) => a.seq - b.seq);
}

/**
 * Removes one unconsumed entry from the lane. Later entries move up, because numbers must have no gap [S2.2]. Only valid for an
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

/**
 * The next change of a field saw the value that the removed change left. Replace it with the value that the removed change saw.
 */
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
