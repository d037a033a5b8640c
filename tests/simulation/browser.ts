import { createTokens, type PageTokens } from '#src/app/session/tokens.ts';
import { type Channel, type Device, openStore, type Store, type StoreKey } from '#src/store/store.ts';
import { type Backend, type BackendTx, StoreFailure } from '#src/store/tables/backend.ts';
import { createCaller } from '#src/sync/call.ts';
import { createSyncEngine, type SyncEngine } from '#src/sync/engine.ts';
import { type Clock, type Locks, type Net } from '#src/sync/transport/ports.ts';
import { createMemoryBackend, createMemoryDisk, type MemoryDisk } from '#tests/doubles/memory-backend.ts';
import { frozenRows } from './base/frozen-rows.ts';
import type { Mood } from './base/moods.ts';
import type { Seams } from './base/seams.ts';
import { digestOf, type Seeded } from './base/seeded.ts';
import type { SimClock } from './base/sim-clock.ts';
import type { Faults, Trace } from './base/trace.ts';

/** A store's disk in a browser, with facts that the product does not know. */
export type StoreDisk = {
  readonly name: string;
  readonly userId: number;
  readonly customerId: number;
  disk: MemoryDisk;
  copy: MemoryDisk | null;
  copiedAt: number;
};

type Ports = {
  readonly clock: SimClock;
  readonly random: Seeded;
  readonly seams: Seams;
  readonly trace: Trace;
  readonly faults: Faults;
};

/** A browser: its stores, cookie, connection, locks, and channel, shared by its tabs. One user at a time uses it. */
export class Browser {
  readonly name: string;
  /** The user who owns it. */
  readonly owner: number;
  /** The user who is signed in, or was last. */
  userId: number;
  readonly ports: Ports;
  /** By user and customer. */
  readonly disks = new Map<string, StoreDisk>();
  readonly tabs: Tab[] = [];
  mood: Mood = 'good';
  /** The app version that a page loads. Each version writes its own schema. */
  version = 1;
  cookie: string | null = null;
  /** Counts visits. */
  visits = 0;
  /** Rows that can still be written before the device is full. */
  room = Infinity;
  clockOffset = 0;
  readonly #listeners = new Map<object, { readonly tab: Tab; readonly hear: Set<(message: unknown) => void> }>();
  readonly #held = new Map<string, { tab: Tab | null; queue: { tab: Tab; start: () => void }[] }>();

  constructor(name: string, owner: number, ports: Ports) {
    this.name = name;
    this.owner = owner;
    this.userId = owner;
    this.ports = ports;
  }

  /** The store of the signed-in user. */
  diskOf(customerId: number): StoreDisk {
    const { userId } = this;
    const key = this.ports.seams.nameStore(userId, customerId);
    const known = this.disks.get(key);
    if (known) return known;
    const made = { name: `${this.name}${key}`, userId, customerId, disk: createMemoryDisk(), copy: null, copiedAt: 0 };
    this.disks.set(key, made);
    return made;
  }

  liveTabs(): Tab[] {
    return this.tabs.filter((tab) => tab.alive);
  }

  channel(tab: Tab): Channel {
    const me = {};
    return {
      post: (message) => {
        const others = [...this.#listeners].filter(([other, { tab: to }]) => other !== me && to.alive);
        const copy = others.length > 0 ? structuredClone(message) : undefined;
        for (const [, { tab: to, hear }] of others)
          for (const listener of hear) to.whenAwake(() => queueMicrotask(() => listener(copy)));
      },
      listen: (hear) => {
        const mine = this.#listeners.get(me) ?? { tab, hear: new Set() };
        this.#listeners.set(me, mine);
        mine.hear.add(hear);
        return () => mine.hear.delete(hear);
      },
    };
  }

  /** Web Locks: a tab holds a lock until its work ends or it dies. A frozen tab keeps its lock. */
  locks(tab: Tab): Locks {
    const take = (name: string, start: () => void): (() => void) => {
      const lock = this.#held.get(name) ?? { tab: null, queue: [] };
      this.#held.set(name, lock);
      const asked = { tab, start };
      lock.queue.push(asked);
      this.#grant(name);
      return () => {
        lock.queue = lock.queue.filter((other) => other !== asked);
      };
    };
    const release = (name: string) => {
      const lock = this.#held.get(name);
      if (lock?.tab !== tab) return;
      lock.tab = null;
      this.#grant(name);
    };
    return {
      hold: (name, waitMs, work) =>
        new Promise((resolve, reject) => {
          let started = false;
          const run = (holds: boolean) => {
            if (started) return;
            started = true;
            cancel();
            void work()
              .then(resolve, reject)
              .finally(() => holds && release(name));
          };
          const cancel = tab.clock.after(waitMs, () => {
            leave();
            this.ports.faults.hit('lock not given back in time');
            run(false);
          });
          const leave = take(name, () => run(true));
        }),
      lead: (name, signal, work) =>
        new Promise((resolve, reject) => {
          const leave = take(name, () => {
            void (signal.aborted ? Promise.resolve() : work()).then(resolve, reject).finally(() => release(name));
          });
          signal.addEventListener('abort', () => {
            leave();
            resolve();
          });
        }),
    };
  }

  #grant(name: string): void {
    const lock = this.#held.get(name);
    if (!lock || lock.tab) return;
    const next = lock.queue.shift();
    if (!next) return;
    lock.tab = next.tab;
    queueMicrotask(next.start);
  }

  /** The browser releases a dead tab's locks and drops its lock requests. */
  releaseAll(tab: Tab): void {
    for (const [name, lock] of this.#held) {
      lock.queue = lock.queue.filter((asked) => asked.tab !== tab);
      if (lock.tab === tab) lock.tab = null;
      this.#grant(name);
    }
  }
}

export type DeathAt = 'begin' | 'commit' | 'after commit';

/** A tab with the product's store, outbox, and engine on the simulation's ports. */
export class Tab {
  readonly no: number;
  readonly name: string;
  readonly browser: Browser;
  readonly place: StoreDisk;
  readonly clock: Clock;
  /** The app version that it runs. */
  readonly version: number;
  alive = true;
  frozen = false;
  /** Where it dies next, counted in write transactions. */
  doom: { readonly at: DeathAt; left: number } | null = null;
  store: Store | null = null;
  engine: SyncEngine | null = null;
  tokens: PageTokens | null = null;
  /** The page was signed out: its session ended, or its token was not refreshed. */
  endedSession = false;
  /** Pending work that dies with the tab. */
  readonly underWay = new Set<() => void>();
  readonly #asleep: (() => void)[] = [];

  constructor(no: number, browser: Browser, place: StoreDisk) {
    this.no = no;
    this.name = `${place.name}#${no}`;
    this.browser = browser;
    this.place = place;
    this.version = browser.version;
    const { clock } = browser.ports;
    this.clock = {
      now: () => clock.now() + browser.clockOffset,
      after: (ms, run) => clock.after(ms, () => this.whenAwake(run)),
    };
  }

  /** A frozen tab runs this when it is unfrozen; a dead tab never runs it. */
  whenAwake(run: () => void): void {
    if (!this.alive) return;
    if (this.frozen) this.#asleep.push(run);
    else run();
  }

  thaw(): void {
    this.frozen = false;
    for (const run of this.#asleep.splice(0)) if (this.alive) run();
  }

  /** Ends the tab's process: none of its code continues. */
  die(): void {
    if (!this.alive) return;
    this.alive = false;
    this.browser.ports.trace.add(`${this.name} dies`);
    this.engine?.stop();
    this.store?.close();
    this.browser.releaseAll(this);
    for (const lose of this.underWay) lose();
  }
}

/** The key of the store on a disk. */
export const keyOf = ({ userId, customerId }: StoreDisk): StoreKey => ({
  origin: 'https://jobdock.test',
  userId,
  customerId,
  impersonation: null,
});

/** What a tab's store needs from its device. */
export const deviceOf = (tab: Tab): Device => ({
  now: () => tab.clock.now(),
  newId: tab.browser.ports.random.id,
  digest: async (text: string) => digestOf(text),
  channel: tab.browser.channel(tab),
});

type OpenOptions = {
  readonly tab: Tab;
  readonly net: Net;
  readonly drainOnly: boolean;
  readonly onCommit: (tab: Tab) => void;
  readonly onEnded: (tab: Tab) => void;
};

/** Opens the store and the engine of a tab. Null when the tab died meanwhile. */
export async function openTab({ tab, net, drainOnly, onCommit, onEnded }: OpenOptions): Promise<Tab | null> {
  const { browser, place } = tab;
  const { seams, random } = browser.ports;
  const port = seams.net(net);
  const memory = createMemoryBackend(place.name, place.disk, (where, mode) => dieAt(tab, where, mode), frozenRows);
  const backend = seams.backend(mortal(tab, memory, onCommit));
  const ended = () => {
    tab.endedSession = true;
    onEnded(tab);
  };
  const unsigned = { current: () => null, refresh: async () => 'signed_out' as const };
  const locks = browser.locks(tab);
  tab.tokens = createTokens({
    call: createCaller(port, unsigned).call,
    locks: seams.refreshesAlone ? locks : { hold: (_name, _waitMs, work) => work() },
    clock: tab.clock,
    tell(fresh) {
      for (const other of browser.liveTabs())
        if (other !== tab) other.whenAwake(() => queueMicrotask(() => other.tokens?.adopt(fresh)));
    },
    onEnded: ended,
  });
  try {
    tab.store = seams.store(await openStore(backend, keyOf(place), deviceOf(tab), { schema: tab.version, minReader: 1 }));
    const reserve = [{ key: 'reserve', bytes: new Uint8Array(4) }];
    // No reserve on a full device, or on one that a newer app version has written to.
    await tab.store.aside('write', (tx) => tx.put('ballast', reserve)).catch((error: unknown) => unlessRefused(tab, error));
  } catch (error) {
    if (!tab.alive || error instanceof StoreFailure) return null;
    throw error;
  }
  const ports = {
    clock: tab.clock,
    random: { unit: random.unit, id: random.id },
    net: port,
    tokens: tab.tokens,
    store: tab.store,
    locks,
  };
  const facts = { label: browser.name, appVersion: String(tab.version), persisted: async () => true };
  tab.engine = createSyncEngine(ports, { commands: seams.commands, device: facts, drainOnly });
  tab.engine.start();
  return tab;
}

/** Ignores errors that a device may return; rethrows all others. */
function unlessRefused(tab: Tab, error: unknown): void {
  if (!tab.alive || !(error instanceof StoreFailure)) throw error;
  if (error.kind === 'outdated') tab.browser.ports.faults.hit('write of an old version refused');
}

class TabDied extends Error {}

function dieAt(tab: Tab, where: DeathAt, mode: 'read' | 'write'): void {
  if (!tab.alive) throw new TabDied();
  if (mode === 'read' || tab.doom?.at !== where || --tab.doom.left > 0) return;
  tab.doom = null;
  tab.browser.ports.faults.hit(`tab killed: ${where}`);
  tab.die();
  throw new TabDied();
}

/** Adds to the in-memory database a full device and a death right after a commit. Reports every commit. */
function mortal(tab: Tab, backend: Backend, onCommit: (tab: Tab) => void): Backend {
  return {
    ...backend,
    async run(mode, tables, work) {
      if (mode === 'read') return backend.run(mode, tables, work);
      let wrote = false;
      const result = await backend.run(mode, tables, (tx) =>
        work(
          limited(
            tab,
            noting(tx, () => (wrote = true)),
          ),
        ),
      );
      if (wrote && tables.includes('outbox')) onCommit(tab);
      dieAt(tab, 'after commit', mode);
      return result;
    },
  };
}

/** Reports every write. */
const noting = (tx: BackendTx, wrote: () => void): BackendTx => ({
  ...tx,
  async put(table, rows) {
    wrote();
    return tx.put(table, rows);
  },
  async remove(table, keys) {
    wrote();
    return tx.remove(table, keys);
  },
  async clear(table) {
    wrote();
    return tx.clear(table);
  },
});

function limited(tab: Tab, tx: BackendTx): BackendTx {
  const { browser } = tab;
  if (browser.room === Infinity) return tx;
  return {
    ...tx,
    async put(table, rows) {
      if (browser.room < rows.length) {
        browser.ports.faults.hit('quota error');
        throw new StoreFailure('full');
      }
      browser.room -= rows.length;
      return tx.put(table, rows);
    },
    async clear(table) {
      // Removed rows free space; the reserve frees much.
      const freed = (await tx.list(table)).length;
      browser.room += table === 'ballast' ? 60 * freed : freed;
      return tx.clear(table);
    },
  };
}

/** A copy of a store's disk, as in a backup of the device. */
export function copyOfDisk(disk: MemoryDisk): MemoryDisk {
  return { tables: new Map([...disk.tables].map(([name, table]) => [name, new Map(table)])), queue: Promise.resolve() };
}
