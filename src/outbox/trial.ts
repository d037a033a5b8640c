import { canonicalJson } from '#domain/json/canonical-json.ts';
import { putMeta, readMeta, removeMeta } from '#src/store/meta.ts';
import { nameOfRow } from '#src/store/rows.ts';
import type { Store, StoreTx } from '#src/store/store.ts';
import type { OutboxEntry, OverlayRow } from '#src/store/tables/tables.ts';
import { runsAtMost } from './lane-entries.ts';
import { applyOverlay, parkUnsent, readThrough, runEntry, shownEntries } from './overlay.ts';
import type { Commands } from './run-command.ts';
import { serviceIdsIn } from './service-ids.ts';

/** A marker of another tab counts as a crash after this time, because its run has ended by then. */
const crashedMs = 30_000;

/** Current runs of this thread. Their markers are not a sign of a crash. */
const running = new Set<string>();

/**
 * A write that runs the outbox's commands again. An endless loop or memory exhaustion in a command would end the process at every
 * start, so a marker is saved first. If an earlier run left its marker, each entry is first run separately [edge case 37].
 */
export async function writeOnTrial<R>(store: Store, commands: Commands, work: (tx: StoreTx) => Promise<R>): Promise<R> {
  if ((await store.read(shownEntries)).length === 0) return store.write(work);
  const owner = store.device.newId();
  running.add(owner);
  try {
    if (await leaveMark(store, owner)) await runEach(store, commands);
    return await store.write(async (tx) => {
      const result = await work(tx);
      if ((await readMeta(tx, 'running'))?.owner === owner) await removeMeta(tx, 'running');
      return result;
    });
  } finally {
    running.delete(owner);
  }
}

/** True when an earlier run crashed. A recent marker of another tab stays, because that run may be active. */
function leaveMark(store: Store, owner: string): Promise<boolean> {
  return store.write(async (tx) => {
    const now = store.device.now();
    const found = await readMeta(tx, 'running');
    if (found && !running.has(found.owner) && now - found.at > crashedMs) return true;
    if (!found) await putMeta(tx, 'running', { owner, at: now });
    return false;
  });
}

/** Runs the entries one by one and saves a marker before each. The marker identifies the entry that ends the process. */
async function runEach(store: Store, commands: Commands): Promise<void> {
  const overlay = new Map<string, OverlayRow>();
  let before: number | null = null;
  for (const { entry } of await store.read(shownEntries)) {
    const marked: OutboxEntry | null = await mark(store, entry, before);
    before = marked ? entry : null;
    if (marked) await tryOne(store, commands, marked, overlay);
  }
  await store.write(async (tx) => {
    await clearTrying(tx, before);
    await removeMeta(tx, 'running');
  });
}

/** Counts one more run of the entry, and clears the count of the previous entry. Null when the entry must not run any more. */
function mark(store: Store, entry: number, before: number | null): Promise<OutboxEntry | null> {
  return store.write(async (tx) => {
    await clearTrying(tx, before);
    const now = await tx.get('outbox', entry);
    if (!now) return null;
    const trying = (now.trying ?? 0) + 1;
    const marked = { ...now, trying };
    await tx.put('outbox', [marked]);
    if (trying < runsAtMost) return marked;
    await parkUnsent(tx, marked, 'This change crashed the app repeatedly. It was not sent.');
    return null;
  });
}

async function clearTrying(tx: StoreTx, entry: number | null): Promise<void> {
  const passed = entry === null ? undefined : await tx.get('outbox', entry);
  if (!passed || passed.trying === undefined) return;
  const { trying: _, ...rest } = passed;
  await tx.put('outbox', [rest]);
}

async function tryOne(store: Store, commands: Commands, entry: OutboxEntry, overlay: Map<string, OverlayRow>): Promise<void> {
  const run = await store.read((tx) => runEntry(commands, entry, serviceIdsIn(tx), readThrough(tx, overlay)));
  if (!run.ok) return;
  applyOverlay(overlay, run.value, entry.entry);
  for (const { collection, row } of run.value.applied.writes) canonicalJson(overlay.get(nameOfRow({ collection, id: row.id })));
}
