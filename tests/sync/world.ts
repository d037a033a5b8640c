import fc from 'fast-check';
import { collectionNames } from '#contract/rows/rows.ts';
import { commands } from '#domain/commands/commands.ts';
import type { Change } from '#domain/commands/kit/command.ts';
import { canonicalJson } from '#domain/json/canonical-json.ts';
import { enqueue } from '#src/outbox/enqueue.ts';
import { readOutbox, undo } from '#src/outbox/items.ts';
import { foldStep } from '#src/store/fold.ts';
import { scan } from '#src/store/rows.ts';
import { createMemoryDisk, type MemoryDisk } from '#tests/doubles/memory-backend.ts';
import { ModelService } from '#tests/doubles/sync/model-service.ts';
import { Origin } from '#tests/doubles/sync/origin.ts';
import { openTab, type Tab } from '#tests/doubles/sync/tab.ts';
import { VirtualClock } from '#tests/doubles/sync/virtual-clock.ts';
import { type Fate, wireTo } from '#tests/doubles/sync/wire.ts';
import { aJob, aTarget, mappedValues } from '#tests/support/factories/job-factory.ts';

const jobIds = [7, 8, 9, 10, 11, 12, 13];
const idArb = fc.constantFrom(...jobIds);
const idsArb = fc.uniqueArray(idArb, { minLength: 1, maxLength: 3 });
const changeArb: fc.Arbitrary<Change> = fc.oneof(
  ...(['job.hold.v1', 'job.release.v1', 'job.hide.v1', 'job.show.v1', 'job.cancel.v1', 'job.reopen.v1'] as const).map((name) =>
    idsArb.map((ids): Change => ({ name, args: { ids } })),
  ),
  fc
    .record({ id: idArb, value: fc.integer({ min: 1, max: 9 }) })
    .map(({ id, value }): Change => ({ name: 'job.edit.v1', args: { id, field: 'billRate', value } })),
  idArb.map((id): Change => ({ name: 'job.unlock.v1', args: { id, field: 'billRate' } })),
  fc
    .constantFrom('B-1', 'B-2', null)
    .map((mappedId): Change => ({ name: 'value.map.v1', args: { ids: [11], mappedId, certainty: null } })),
);

type Step =
  | { readonly kind: 'change'; readonly tab: number; readonly change: Change }
  | { readonly kind: 'undo'; readonly tab: number }
  | { readonly kind: 'pass'; readonly ms: number }
  | { readonly kind: 'vendor'; readonly id: number; readonly rate: number }
  | { readonly kind: 'wire'; readonly mood: 'good' | 'bad' | 'cut' }
  | { readonly kind: 'fold'; readonly tab: number }
  | { readonly kind: 'kill'; readonly tab: number }
  | { readonly kind: 'epoch' };

const tabArb = fc.integer({ min: 0, max: 2 });
export const stepArb: fc.Arbitrary<Step> = fc.oneof(
  { weight: 8, arbitrary: fc.record({ kind: fc.constant('change' as const), tab: tabArb, change: changeArb }) },
  { weight: 2, arbitrary: fc.record({ kind: fc.constant('undo' as const), tab: tabArb }) },
  { weight: 8, arbitrary: fc.record({ kind: fc.constant('pass' as const), ms: fc.constantFrom(5, 30, 400, 5_000, 70_000) }) },
  {
    weight: 2,
    arbitrary: fc.record({ kind: fc.constant('vendor' as const), id: idArb, rate: fc.integer({ min: 50, max: 99 }) }),
  },
  {
    weight: 3,
    arbitrary: fc.record({
      kind: fc.constant('wire' as const),
      mood: fc.constantFrom('good' as const, 'bad' as const, 'cut' as const),
    }),
  },
  { weight: 1, arbitrary: fc.record({ kind: fc.constant('fold' as const), tab: tabArb }) },
  { weight: 2, arbitrary: fc.record({ kind: fc.constant('kill' as const), tab: tabArb }) },
  { weight: 1, arbitrary: fc.constant({ kind: 'epoch' as const }) },
);

/** Counts what the whole run has seen. A run with too few events proves nothing. */
export const seen = { queued: 0, applied: 0, lostReplies: 0, undone: 0, kills: 0, parked: 0, snapshots: 0, crashes: 0 };

class Crash extends Error {}

/** Two tabs of one device and one tab of another, with a service whose rows vendors also change. */
export class World {
  readonly clock = new VirtualClock();
  readonly service = new ModelService();
  readonly origins: readonly Origin[];
  readonly disks: readonly MemoryDisk[] = [createMemoryDisk(), createMemoryDisk()];
  readonly tabs: Tab[] = [];
  /** Fingerprints of all changes that were reported as saved, by device and entry. */
  readonly promised = new Map<string, string>();
  mood: 'good' | 'bad' | 'cut' = 'good';
  #crashIn = 0;

  constructor(worldSeed: number) {
    this.origins = [new Origin(worldSeed), new Origin(worldSeed + 1)];
    for (const id of jobIds) this.service.put('job', aJob({ id, providerJobId: `HV-${id}` }));
    this.service.put('target', aTarget({ mapsItself: false }));
    for (const row of mappedValues().values()) this.service.put('mapValue', { ...row, twins: {} });
  }

  async open(index: number): Promise<void> {
    const device = index === 2 ? 1 : 0;
    const { clock, service } = this;
    const origin = this.origins[device] as Origin;
    const net = wireTo({ service, clock, fate: () => this.#fate(origin), latencyMs: () => 5 + origin.unit() * 60 });
    const crash = () => {
      if (this.#crashIn > 0 && --this.#crashIn === 0) {
        seen.crashes += 1;
        throw new Crash();
      }
    };
    const tab = await openTab({ clock, origin, net, disk: this.disks[device] as MemoryDisk, crash });
    this.tabs[index] = tab;
    tab.engine.start();
  }

  #fate(origin: Origin): Fate {
    if (this.mood === 'good') return 'deliver';
    if (this.mood === 'cut') return 'lose_request';
    const lot = origin.unit();
    if (lot < 0.3) seen.lostReplies += 1;
    return lot < 0.3 ? 'lose_reply' : lot < 0.5 ? 'lose_request' : 'deliver';
  }

  async take(step: Step): Promise<void> {
    switch (step.kind) {
      case 'pass':
        return this.clock.pass(step.ms);
      case 'wire':
        this.mood = step.mood;
        return;
      case 'epoch':
        this.service.epoch += '+';
        return;
      case 'vendor': {
        const job = this.service.get('job', step.id);
        if (job) this.service.put('job', { ...job, chargeRate: step.rate });
        return;
      }
      case 'fold':
        await foldStep(this.#tab(step.tab).store);
        return;
      case 'kill':
        return this.#kill(step.tab);
      default:
        return this.#person(step);
    }
  }

  async #person(step: Extract<Step, { kind: 'change' | 'undo' }>): Promise<void> {
    const { store } = this.#tab(step.tab);
    const context = { by: `tab ${step.tab}`, at: new Date(this.clock.now()).toISOString() };
    if (step.kind === 'undo') {
      const last = (await readOutbox(store)).findLast((entry) => entry.state !== 'parked');
      if (!last) return;
      const undone = await undo(store, commands, last.entry, context);
      if (!undone.ok) return;
      seen.undone += 1;
      if (undone.value.length === 0) this.promised.delete(`${step.tab >> 1} ${last.entry}`);
      for (const { entry } of undone.value) await this.#promise(step.tab, entry);
      return;
    }
    const { name, args } = step.change;
    const queued = await enqueue(store, commands, name, args as never, context);
    if (queued.ok) {
      seen.queued += 1;
      await this.#promise(step.tab, queued.value.entry);
    }
    // Two equal changes at different times are two changes.
    await this.clock.pass(1);
  }

  async #promise(tab: number, entry: number): Promise<void> {
    const saved = (await readOutbox(this.#tab(tab).store)).find((other) => other.entry === entry);
    if (saved) this.promised.set(`${tab >> 1} ${entry}`, saved.fingerprint);
  }

  /** One of the next transactions crashes midway together with its tab. Another tab opens on the same disk. */
  async #kill(index: number): Promise<void> {
    const tab = this.#tab(index);
    this.#crashIn = 3;
    tab.engine.retryNow();
    await this.clock.pass(40);
    this.#crashIn = 0;
    tab.engine.stop();
    tab.store.close();
    seen.kills += 1;
    await this.open(index);
  }

  #tab(index: number): Tab {
    return this.tabs[index] as Tab;
  }

  async comeToRest(): Promise<void> {
    this.mood = 'good';
    for (const { engine } of this.tabs) engine.retryNow();
    await this.clock.pass(90_000);
    for (const { engine } of this.tabs) engine.retryNow();
    await this.clock.pass(90_000);
  }

  /** Everything that is wrong after all work has finished; empty when all is correct. */
  async findings(): Promise<string[]> {
    const wrong: string[] = [];
    const kept = new Set<string>();
    for (const [i, { store, engine }] of this.tabs.entries()) {
      const outbox = await readOutbox(store);
      for (const { fingerprint } of outbox) kept.add(fingerprint);
      seen.parked += outbox.length;
      if (outbox.some((entry) => entry.state !== 'parked')) wrong.push(`tab ${i} still has unsent changes`);
      const phase = outbox.length > 0 ? 'needs-you' : 'synced';
      if (engine.state().phase !== phase) wrong.push(`tab ${i} says ${engine.state().phase}, not ${phase}`);
      for (const collection of collectionNames) {
        const [here, there] = [await scan(store, collection), this.service.all(collection)].map((rows) => canonicalJson(rows));
        if (here !== there) wrong.push(`tab ${i} differs in ${collection}: ${here} instead of ${there}`);
      }
    }
    for (const [fingerprint, count] of this.service.ran) if (count !== 1) wrong.push(`${fingerprint} ran ${count} times`);
    for (const [entry, fingerprint] of this.promised) {
      if (!this.service.ran.has(fingerprint) && !kept.has(fingerprint)) wrong.push(`change ${entry} was lost`);
    }
    seen.applied += this.service.ran.size;
    seen.snapshots += this.service.snapshotsGiven;
    return wrong;
  }
}
