import type { MutationOutcome } from '#contract/sync/sync.ts';
import { type Lane, putMeta, readFeed, readLane, takeNumber } from '#src/store/meta.ts';
import type { Store, StoreTx } from '#src/store/store.ts';
import type { BackendTx } from '#src/store/tables/backend.ts';
import type { JournalEntry, OutboxEntry } from '#src/store/tables/tables.ts';
import { isReflected, isUnsettled } from './lane-entries.ts';
import { rebase } from './overlay.ts';
import type { Commands } from './run-command.ts';

/** So many equal refusals in a row pause the lane: they have one cause, which a person must see [edge case 13]. */
const refusalsToPause = 5;

/**
 * Settles entries of the lane by what the service answered to their push [S3]. Applied: the local picture stays until a pull
 * contains it. Rejected: parked with its reason, its picture removed. An outcome of an entry already settled changes nothing.
 * `servedAt`: when the service answered, by its own clock.
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
 * A revision below those that were pulled tells nothing: it is of an answer given before, or the service lost what was pulled
 * and counts from less. The counter of the next pull then says that the change is reflected.
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
 * The rows of a change over many that somebody else had changed meanwhile, where the others were done: a change of its own
 * over those rows, parked for a person to decide.
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
  // A dependant falls with what it depends on; that says nothing new.
  if (outcome.code === 'dependency') return { ...lane, acked };
  const count = lane.refusals?.code === outcome.code ? lane.refusals.count + 1 : 1;
  const paused = count >= refusalsToPause ? 'refusals' : lane.paused;
  return { ...lane, acked, refusals: { code: outcome.code, count }, paused };
}

/** Days that acknowledged changes are kept to tell a restored service [edge case 16]. */
const journalDays = 7;
/** What a proved backup holds is kept for its undo alone. */
const durableDays = 1;

/**
 * Moves applied entries that the pulled rows contain into the journal; true when one moved. Their days there count from
 * `servedAt`, the service's time of the answer that is being stored; absent: of the pull that is.
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
 * Journal entries of more than a week, or of more than a day where a proved backup holds them. By the service's clock alone,
 * as it last told the time: a device whose own is days ahead would forget what a restored service must still be told.
 */
async function outdatedEntries(tx: BackendTx, servedAt: string | undefined): Promise<JournalEntry[]> {
  const feed = await readFeed(tx);
  const now = Date.parse(servedAt ?? feed.servedAt ?? '');
  const days = ({ ackedAt }: JournalEntry) => (now - Date.parse(ackedAt)) / 86_400_000;
  const isDurable = ({ rev }: JournalEntry) => rev !== null && rev <= (feed.durableRev ?? -1);
  return (await tx.list('ackJournal')).filter((entry) => days(entry) > (isDurable(entry) ? durableDays : journalDays));
}

/** Forgets them; a journal without any is only read. `servedAt`: the service's time, where an answer told it that no pull will. */
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
