import type { CommandName } from '#contract/commands/commands.ts';
import { commands } from '#domain/commands/commands.ts';
import { baseValue, preKey } from '#domain/commands/kit/base-values.ts';
import type { Change, Command } from '#domain/commands/kit/command.ts';
import { type Enqueued, enqueue } from '#src/outbox/enqueue.ts';
import { discard, readOutbox, resumeLane, retry, undo } from '#src/outbox/items.ts';
import { readRow, scan } from '#src/store/rows.ts';
import type { Store } from '#src/store/store.ts';
import type { Tab } from './browser.ts';
import type { Checks } from './checks.ts';
import type { Action } from './plan.ts';
import { feedIn, outboxIn } from './store-view.ts';
import { submissionChange } from './submission-steps.ts';

/** Visible fields that checkers compare. */
const watched = { job: ['billRate', 'guaranteedHours', 'facilityMap'], mapValue: ['mappedId'] } as const;

export type PersonWorld = {
  readonly checks: Checks;
  /** Returns a distinct time for each action, so that two equal actions differ. */
  readonly instant: (tab: Tab) => string;
};

/** Performs a user's action in a tab. Records every change that the product reports as saved. */
export async function act(world: PersonWorld, tab: Tab, action: Action, lot: number): Promise<void> {
  const { store } = tab;
  if (!store) return;
  const seamCommands = tab.browser.ports.seams.commands;
  const context = { by: `user ${tab.place.userId}`, at: world.instant(tab) };
  if (action === 'resume lane') return resumeLane(store);
  if (action === 'undo') {
    const last = (await readOutbox(store)).findLast((entry) => entry.state !== 'parked');
    if (!last) return;
    const seen = await screenOf(store);
    const undone = await takingBack(world, tab, last.entry, () => undo(store, seamCommands, last.entry, context));
    if (!undone.ok) return;
    if (undone.value.length === 0) world.checks.forget(tab.place, last.entry);
    for (const queued of undone.value) note(world, tab, queued, seen);
    return;
  }
  if (action === 'retry parked' || action === 'discard parked') return resolve(world, tab, action, lot, context);
  const change = await changeOf(store, action, lot);
  if (!change) return;
  const seen = await screenOf(store, change);
  const queued = await enqueue(store, seamCommands, change.name, change.args as never, context).catch((error: unknown) => {
    // It may have replaced an earlier change before the tab died.
    world.checks.replaced(tab.place);
    throw error;
  });
  if (queued.ok) note(world, tab, queued.value, seen);
}

/** The user removes a change. If the tab dies during it, both results are valid. */
async function takingBack<T>(world: PersonWorld, tab: Tab, entry: number, action: () => Promise<T>): Promise<T> {
  world.checks.takingBack(tab.place, entry);
  try {
    return await action();
  } catch (error) {
    world.checks.forget(tab.place, entry);
    throw error;
  }
}

async function resolve(
  world: PersonWorld,
  tab: Tab,
  action: Action,
  lot: number,
  context: { by: string; at: string },
): Promise<void> {
  const { store } = tab;
  if (!store) return;
  const parked = (await readOutbox(store)).filter((entry) => entry.state === 'parked');
  const chosen = parked[lot % Math.max(1, parked.length)];
  if (!chosen) return;
  const seamCommands = tab.browser.ports.seams.commands;
  if (action === 'discard parked') {
    const gone = await takingBack(world, tab, chosen.entry, () => discard(store, seamCommands, chosen.entry));
    if (gone.ok) world.checks.forget(tab.place, chosen.entry);
    return;
  }
  const seen = await screenOf(store);
  const again = await takingBack(world, tab, chosen.entry, () => retry(store, seamCommands, chosen.entry, context));
  if (!again.ok) return;
  world.checks.forget(tab.place, chosen.entry);
  note(world, tab, again.value, seen);
}

function note(world: PersonWorld, tab: Tab, { entry }: Enqueued, seen: ReadonlyMap<string, unknown>): void {
  const saved = outboxIn(tab.place.disk).find((other) => other.entry === entry);
  const feed = feedIn(tab.place.disk);
  tab.browser.ports.trace.add(`${tab.name} keeps ${entry} ${saved?.name}`);
  // No time has passed since the save was reported, so the entry must exist.
  world.checks.expect(
    'K2',
    saved !== undefined,
    () => `change ${entry} of ${tab.place.name} was said to be saved and is not on the disk`,
  );
  const fingerprint = saved?.fingerprint;
  if (fingerprint === undefined) return;
  world.checks.keep({
    place: tab.place,
    entry,
    fingerprint,
    at: tab.browser.ports.clock.now(),
    seen,
    since: feed?.since ?? null,
    epoch: feed?.epoch ?? '',
  });
}

/** The visible values of the rows that a change touches, or of all rows. */
async function screenOf(store: Store, change?: Change): Promise<Map<string, unknown>> {
  const seen = new Map<string, unknown>();
  const keys = change
    ? (commands[change.name] as unknown as Command<CommandName>).touches(change.args)
    : [...(await scan(store, 'job')), ...(await scan(store, 'mapValue'))].map((row) => ({
        collection: 'locks' in row ? ('job' as const) : ('mapValue' as const),
        id: row.id,
      }));
  for (const key of keys) {
    const { collection, id } = key;
    if (collection !== 'job' && collection !== 'mapValue') continue;
    const row = await readRow(store, collection, id);
    if (!row) continue;
    for (const field of watched[collection]) seen.set(`${preKey(key)} ${field}`, baseValue(collection, row as never, field));
  }
  return seen;
}

const listActions = {
  hold: 'job.hold.v1',
  release: 'job.release.v1',
  hide: 'job.hide.v1',
  show: 'job.show.v1',
  cancel: 'job.cancel.v1',
  reopen: 'job.reopen.v1',
  unbind: 'job.clearOverrides.v1',
} as const;

/** A valid change for the visible rows; null when there is none. */
async function changeOf(store: Store, action: Action, lot: number): Promise<Change | null> {
  const jobs = await scan(store, 'job');
  const values = await scan(store, 'mapValue');
  const job = jobs[lot % Math.max(1, jobs.length)];
  const value = values[lot % Math.max(1, values.length)];
  if (!job || !value) return null;
  if (action === 'submit' || action === 'submit again') return submissionChange(store, action, job.id, lot);
  if (action in listActions) {
    const ids = jobs.slice(lot % jobs.length, (lot % jobs.length) + 1 + (lot % 3)).map(({ id }) => id);
    return { name: listActions[action as keyof typeof listActions], args: { ids } };
  }
  const field = lot % 4 === 0 ? 'guaranteedHours' : 'billRate';
  const letter = lot % 2 === 0 ? 'A' : 'B';
  switch (action) {
    case 'rate':
      return { name: 'job.edit.v1', args: { id: job.id, field, value: lot % 997 } };
    case 'unlock':
      return { name: 'job.unlock.v1', args: { id: job.id, field } };
    case 'map job':
      return {
        name: 'job.map.v1',
        args: { id: job.id, kind: 'facility', mappedId: lot % 5 === 0 ? null : `${letter}-facility` },
      };
    case 'map value':
      return {
        name: 'value.map.v1',
        args: { ids: [value.id], mappedId: lot % 5 === 0 ? null : `${letter}-${value.kind}`, certainty: null },
      };
    case 'accept':
      return { name: 'value.accept.v1', args: { ids: [value.id] } };
    case 'ignore':
      return { name: 'value.ignore.v1', args: { ids: [value.id], ignored: lot % 2 === 0 } };
    case 'post':
      return { name: 'job.post.v1', args: { ids: [job.id], targetId: 1 } };
    default:
      return null;
  }
}
