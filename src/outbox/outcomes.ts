import type { MutationOutcome } from '#contract/sync/sync.ts';
import { type Lane, putMeta, readFeed, readLane, takeNumber } from '#src/store/meta.ts';
import type { Store, StoreTx } from '#src/store/store.ts';
import type { BackendTx } from '#src/store/tables/backend.ts';
import type { JournalEntry, OutboxEntry } from '#src/store/tables/tables.ts';
import { isReflected, isUnsettled } from './lane-entries.ts';
import { rebase } from './overlay.ts';
import type { Commands } from './run-command.ts';

/** This many equal refusals in a row pause the lane, because they have one cause that the user must see [edge case 13]. */
const refusalsToPause = 5;

/**
 * Settles the lane's entries by the service's answer to their push [S3]. Applied: the overlay stays until a pull contains the
 * change. Rejected: the entry is parked with its reason, and its overlay is removed. An outcome for a settled entry changes
 * nothing. `servedAt`: when the service answered, by its own clock.
 */
export async function applyOutcomes(
  tx: StoreTx,
  commands: Commands,
  clientId: string,
  outcomes: readonly MutationOutcome[],
  servedAt?: string,
): Promise<void> {
  let lane = await readLane(tx);
  if (lane.clientId !== clientId) return;
  const { since } = await readFeed(tx);
  const waiting = new Map(
    (await tx.list('outbox')).filter((e) => e.clientId === clientId && isUnsettled(e)).map((e) => [e.seq, e]),
  );
  for (const outcome of outcomes) {
    const entry = waiting.get(outcome.seq);
    if (!entry) continue;
    waiting.delete(outcome.seq);
    await tx.put('outbox', [settled(entry, outcome, since)]);
    const open = undecided(entry, outcome);
    if (open) await tx.put('outbox', [{ ...open, entry: await takeNumber(tx, 'nextEntry') }]);
    lane = after(lane, outcome);
  }
  await putMeta(tx, 'lane', lane);
  tx.outboxChanged();
  await reflect(tx, servedAt);
  await rebase(tx, commands);
}

/**
 * A revision below the pulled ones proves nothing: the answer is repeated, or the service lost the pulled rows and counts from a
 * lower revision. The counter of the next pull then shows whether the change is reflected.
 */
function settled(entry: OutboxEntry, outcome: MutationOutcome, since: number | null): OutboxEntry {
  switch (outcome.outcome) {
    case 'applied':
      return { ...entry, state: 'acked', rev: outcome.rev < (since ?? 0) ? null : outcome.rev, result: outcome.result };
    case 'applied_result_gone':
      return { ...entry, state: 'acked' };
    case 'rejected': {
      const { code, message, conflicts } = outcome;
      return { ...entry, state: 'parked', parked: { code, message, conflicts } };
    }
  }
}

/**
 * For a bulk change that was applied except for rows with conflicts: a separate change over those rows, parked for the user to
 * decide.
 */
function undecided(entry: OutboxEntry, outcome: MutationOutcome): Omit<OutboxEntry, 'entry'> | null {
  const conflicts = outcome.outcome === 'applied' ? (outcome.result.conflicts ?? []) : [];
  const [first] = conflicts;
  if (outcome.outcome !== 'applied' || !first) return null;
  const ids = new Set(conflicts.map(({ id }) => id));
  const refusal = outcome.result.refused.find(({ id }) => id === first.id);
  return {
    ...entry,
    seq: 0,
    dependsOn: [],
    args: { ...(entry.args as object), ids: [...ids] },
    before: entry.before.filter(({ id }) => ids.has(id)),
    rows: entry.rows.filter((row) => ids.has(Number(row.split('/')[1]))),
    state: 'parked',
    parked: { code: refusal?.code ?? 'conflict', message: refusal?.message ?? '', conflicts },
  };
}

function after(lane: Lane, outcome: MutationOutcome): Lane {
  const acked = Math.max(lane.acked, outcome.seq);
  if (outcome.outcome !== 'rejected') return { ...lane, acked, refusals: null };
  // A dependent change is refused with the change it depends on. This is not a new refusal.
  if (outcome.code === 'dependency') return { ...lane, acked };
  const count = lane.refusals?.code === outcome.code ? lane.refusals.count + 1 : 1;
  const paused = count >= refusalsToPause ? 'refusals' : lane.paused;
  return { ...lane, acked, refusals: { code: outcome.code, count }, paused };
}

/** Days for which acknowledged changes are kept, to send them again to a restored service [edge case 16]. */
const journalDays = 7;
/** Changes in a verified backup are kept only for undo. */
const durableDays = 1;

/**
 * Moves applied entries that the pulled rows contain into the journal. Returns true when one moved. Their age is counted from
 * `servedAt`, the service's time of the answer being stored; without it, from the time of the pull.
 */
export async function reflect(tx: BackendTx, servedAt?: string): Promise<boolean> {
  const lane = await readLane(tx);
  const feed = await readFeed(tx);
  const done = (await tx.list('outbox')).filter((entry) => isReflected(entry, lane, feed));
  if (done.length === 0) return false;
  const ackedAt = servedAt ?? feed.servedAt ?? feed.syncedAt ?? '';
  await tx.put(
    'ackJournal',
    done.map((entry) => ({ ...entry, ackedAt })),
  );
  await tx.remove(
    'outbox',
    done.map(({ entry }) => entry),
  );
  return true;
}

/**
 * Journal entries older than a week, or older than a day if a verified backup contains them. Uses only the service's clock: a
 * device whose clock is days ahead would remove entries that a restored service still needs.
 */
async function outdatedEntries(tx: BackendTx, servedAt: string | undefined): Promise<JournalEntry[]> {
  const feed = await readFeed(tx);
  const now = Date.parse(servedAt ?? feed.servedAt ?? '');
  const days = ({ ackedAt }: JournalEntry) => (now - Date.parse(ackedAt)) / 86_400_000;
  const isDurable = ({ rev }: JournalEntry) => rev !== null && rev <= (feed.durableRev ?? -1);
  return (await tx.list('ackJournal')).filter((entry) => days(entry) > (isDurable(entry) ? durableDays : journalDays));
}

/**
 * Removes old journal entries. Opens no write transaction when there are none. `servedAt`: the service's time from an answer, for
 * when no pull runs.
 */
export async function pruneJournal(store: Store, servedAt?: string): Promise<void> {
  if ((await store.read((tx) => outdatedEntries(tx, servedAt))).length === 0) return;
  await store.write(async (tx) => {
    const old = await outdatedEntries(tx, servedAt);
    await tx.remove(
      'ackJournal',
      old.map(({ entry }) => entry),
    );
  });
}
