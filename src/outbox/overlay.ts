import type { Result } from '#contract/kit/result.ts';
import type { RowKey } from '#domain/commands/kit/command.ts';
import { canonicalJson } from '#domain/json/canonical-json.ts';
import { readFeed, readLane } from '#src/store/meta.ts';
import { nameOfRow, readBase } from '#src/store/rows.ts';
import type { StoreTx } from '#src/store/store.ts';
import type { BackendTx } from '#src/store/tables/backend.ts';
import type { OutboxEntry, OverlayRow, Row } from '#src/store/tables/tables.ts';
import { closeGap, isReflected, isShown } from './lane-entries.ts';
import { type Commands, knownChange, type ReadNamed, type Run, type RunFailure, runCommand } from './run-command.ts';
import { serviceIdsIn } from './service-ids.ts';

/** Reads rows for a command: the overlay first, then the service's rows. */
export function readThrough(tx: BackendTx, overlay: ReadonlyMap<string, OverlayRow>) {
  return async (keys: readonly RowKey[]): Promise<Map<string, Row>> => {
    const rows = await readBase(
      tx,
      keys.filter((key) => !overlay.has(nameOfRow(key))),
    );
    for (const key of keys) {
      const over = overlay.get(nameOfRow(key));
      if (over) rows.set(nameOfRow(key), over.row);
    }
    return rows;
  };
}

/** Adds the writes of a run to the overlay. */
export function applyOverlay(overlay: Map<string, OverlayRow>, run: Run, entry: number): void {
  for (const { collection, row } of run.applied.writes) {
    const name = nameOfRow({ collection, id: row.id });
    const entries = overlay.get(name)?.entries ?? [];
    overlay.set(name, { collection, id: row.id, row, entries: [...entries, entry] });
  }
}

/** Entries whose commands run to show the user's changes, in order. */
export async function shownEntries(tx: BackendTx): Promise<OutboxEntry[]> {
  const lane = await readLane(tx);
  const feed = await readFeed(tx);
  return (await tx.list('outbox')).filter((entry) => isShown(entry) && !isReflected(entry, lane, feed));
}

/** Runs one entry's command over the service's rows and an overlay. `named` finds the service's ids. */
export async function runEntry(
  commands: Commands,
  entry: OutboxEntry,
  named: ReturnType<typeof serviceIdsIn>,
  read: ReadNamed,
): Promise<Result<Run, RunFailure>> {
  const known = knownChange(commands, entry.name, entry.args);
  return known.ok ? runCommand(await named(known.value), read, { by: entry.actor, at: entry.createdAt }) : known;
}

/**
 * Runs every shown change again over the current rows and replaces the overlay. A change that its command now refuses shows
 * nothing but stays, and the service judges it. A change whose command crashes is parked, unless it was sent.
 */
export async function rebase(tx: StoreTx, commands: Commands): Promise<void> {
  const overlay = new Map<string, OverlayRow>();
  const named = serviceIdsIn(tx);
  const crashed: { entry: OutboxEntry; message: string }[] = [];
  for (const entry of await shownEntries(tx)) {
    const run = await runEntry(commands, entry, named, readThrough(tx, overlay));
    if (run.ok) applyOverlay(overlay, run.value, entry.entry);
    else if (run.error.code === 'crashed') crashed.push({ entry, message: run.error.message });
  }
  await replaceOverlay(tx, overlay);
  for (const { entry, message } of crashed.reverse()) await parkUnsent(tx, entry, message);
}

/** Parks an entry that cannot run here, for the user to review. A sent entry stays, and the service judges it. */
export async function parkUnsent(tx: StoreTx, { entry }: OutboxEntry, message: string): Promise<void> {
  // Parking another entry may have renumbered this one.
  const now = await tx.get('outbox', entry);
  if (!now || now.sent || now.state !== 'waiting') return;
  await closeGap(tx, now);
  const { trying: _, ...rest } = now;
  await tx.put('outbox', [
    { ...rest, seq: 0, dependsOn: [], state: 'parked', parked: { code: 'crashed', message, conflicts: [] } },
  ]);
  tx.outboxChanged();
}

async function replaceOverlay(tx: StoreTx, next: ReadonlyMap<string, OverlayRow>): Promise<void> {
  const before = new Map((await tx.list('overlay')).map((row) => [nameOfRow(row), row]));
  const gone = [...before.values()].filter((row) => !next.has(nameOfRow(row)));
  const changed = [...next.values()].filter((row) => canonicalJson(before.get(nameOfRow(row))) !== canonicalJson(row));
  await tx.remove(
    'overlay',
    gone.map((row) => [row.collection, row.id] as const),
  );
  await tx.put('overlay', changed);
  for (const row of [...gone, ...changed]) tx.changed(row.collection, [row.id]);
}
