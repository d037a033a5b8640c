import { readSealed } from '#src/outbox/lock.ts';
import { pruneJournal } from '#src/outbox/outcomes.ts';
import type { Commands } from '#src/outbox/run-command.ts';
import { countFresh, foldStep } from '#src/store/fold.ts';
import { putMeta, readFeed, readLane } from '#src/store/meta.ts';
import { dropBase } from '#src/store/snapshot-blocks.ts';
import { wipeAll, wipeRows } from '#src/store/wipe.ts';
import { createFacts, type Facts } from './facts.ts';
import { type DeviceFacts, fork, handshake, lanesAgree } from './hello.ts';
import { askForLeftLanes } from './left-lanes.ts';
import { watchPokes } from './live.ts';
import { keepLockBox, openSealed } from './lock-key.ts';
import { Loop, type StepEnd } from './loop/loop.ts';
import { pull } from './pull.ts';
import { closeLane, pushBatch, reopenLane } from './push.ts';
import { loadSnapshot } from './snapshot.ts';
import type { SyncState } from './sync-state.ts';
import type { SyncPorts } from './transport/ports.ts';
import { createWatchdog } from './watchdog.ts';
import { sendWipeReceipt } from './wipe-receipt.ts';

export type EngineOptions = {
  readonly commands: Commands;
  readonly device: DeviceFacts;
  /** Only sends the outbox: for a store that is not on screen [edge case 14]. */
  readonly drainOnly?: boolean;
  /** Opens sealed changes of this device and prepares to seal again [D8.3]. Needs the browser's cryptography. */
  readonly locksWork?: boolean;
};

export type SyncEngine = {
  start(): void;
  stop(): void;
  /** A change was queued. */
  wake(): void;
  /** Window focus, the `online` event, or a page that becomes visible: retry now, whatever the last answer was. */
  retryNow(): void;
  /**
   * The page slept or came from the back-forward cache. Its memory may be out of date, so repeat the handshake [edge case 24].
   */
  resume(): void;
  signedIn(): void;
  readonly state: () => SyncState;
  readonly subscribe: (hear: () => void) => () => void;
};

const lockWaitMs = 30_000;
/** One drain step holds the lock for at most this long. A request that has started may end later [edge case 1]. */
const drainMs = 30_000;
/** Interval of the safety poll: 60 s, with up to 20 s of jitter either way [S4]. */
const pollMs = { least: 40_000, spread: 40_000 };
/** After contact, the device may work offline for this long [edge case 20]. */
const leaseMs = 72 * 3_600_000;
/** The lease is saved at most this often. */
const leaseGrainMs = 600_000;
/** Number of newer rows that is worth folding into their blocks: while no rows arrive (`quiet`) and while they do (`busy`). */
const worthFolding = { quiet: 256, busy: 5_000 };
/** For this long after rows arrived, other readers may still be reading them. */
const quietMs = 10_000;
/** After losing a snapshot to another tab or forking, check again soon but not at once. */
const shortRestMs = 5_000;

type Engine = {
  readonly ports: SyncPorts;
  readonly options: EngineOptions;
  readonly facts: Facts;
  shookHands: boolean;
  greeting: Promise<StepEnd | null> | null;
  leasedAt: number | null;
  /** When a pull last brought rows. */
  rowsAt: number;
  askedLeftLanes: boolean;
  /**
   * Stops listening for pokes. Aborts with the engine, and for a wiped tab, which must not hold the leader lock of a working tab.
   */
  readonly live: AbortController;
};

/** Keeps one store and the service in sync. All its I/O goes through ports, so the simulator runs this same code. */
export function createSyncEngine(ports: SyncPorts, options: EngineOptions): SyncEngine {
  const facts = createFacts(ports);
  const engine: Engine = {
    ports,
    options,
    facts,
    shookHands: false,
    greeting: null,
    leasedAt: null,
    rowsAt: 0,
    askedLeftLanes: false,
    live: new AbortController(),
  };
  const onChange = () => facts.loops(push, pulling);
  const push: Loop = new Loop(ports, (signal) => pushStep(engine, push, signal), onChange);
  const pulling: Loop = new Loop(ports, (signal) => pullStep(engine, pulling, signal), onChange);
  const retryNow = () => {
    push.wake(true);
    if (!options.drainOnly) pulling.wake(true);
  };
  const resume = () => {
    engine.shookHands = false;
    retryNow();
  };
  const watchdog = createWatchdog({ clock: ports.clock, facts, push, pull: pulling, onSlept: resume });
  const unwatch = ports.store.watch((notice) => {
    if (!notice.outbox) return;
    facts.recount();
    push.wake();
  });

  return {
    start() {
      facts.recount();
      watchdog.start();
      retryNow();
      const hears = { poked: () => pulling.wake(), opened: retryNow, broke: () => pulling.wake(true) };
      if (!options.drainOnly) void watchPokes(ports, hears, engine.live.signal).catch(() => undefined);
    },
    stop() {
      engine.live.abort();
      unwatch();
      watchdog.stop();
      push.stop();
      pulling.stop();
    },
    wake: () => push.wake(),
    retryNow,
    resume,
    signedIn() {
      facts.set({ signedOut: false, noAccess: false, gone: false });
      resume();
    },
    state: facts.state,
    subscribe: facts.subscribe,
  };
}

const rest = (ms: number | null): StepEnd => ({ kind: 'rest', ms });

async function pushStep(engine: Engine, loop: Loop, signal: AbortSignal): Promise<StepEnd> {
  const { ports, options, facts } = engine;
  if (facts.isHalted()) return rest(null);
  // The changes were sealed while this engine ran. Their user has signed in again, because the engine only runs then.
  if (options.locksWork === true && (await readSealed(ports.store)).length > 0) engine.shookHands = false;
  const unready = await ensureHandshake(engine, signal);
  if (unready) return unready;
  return ports.locks.hold(`sync:${ports.store.name}`, lockWaitMs, async () => {
    const until = ports.clock.now() + drainMs;
    while (!signal.aborted && ports.clock.now() < until) {
      const end = await pushBatch(ports, options.commands, signal);
      loop.moved();
      if (end.kind === 'idle') return rest(null);
      if (end.kind === 'trouble') return onTrouble(engine, end.verdict, 'push');
      await contact(engine);
      if (end.kind === 'wiped') return onWipe(engine, end.clientId);
      if (end.kind === 'customer_gone') return onCustomerGone(engine);
      if (end.kind === 'fork') return onFork(engine, end.clientId, signal);
    }
    return { kind: 'again' };
  });
}

async function pullStep(engine: Engine, loop: Loop, signal: AbortSignal): Promise<StepEnd> {
  const { ports, options, facts } = engine;
  if (facts.isHalted()) return rest(null);
  const unready = await ensureHandshake(engine, signal);
  if (unready) return unready;
  if (facts.isTooOld()) return rest(null);
  const end = await ports.locks.hold(`pull:${ports.store.name}`, lockWaitMs, () => pull(ports, options.commands, signal));
  loop.moved();
  switch (end.kind) {
    case 'trouble':
      return onTrouble(engine, end.verdict, 'pull');
    case 'wiped':
      return onWipe(engine, end.clientId);
    case 'snapshot':
      return snapshotStep(engine, loop, end.scopeChanged, signal);
    case 'pulled':
      await contact(engine);
      // Once per start, and after each snapshot, because the service may have been restored to an earlier state.
      if (!engine.askedLeftLanes) engine.askedLeftLanes = await askForLeftLanes(ports, options.commands, signal);
      if (end.rows > 0) engine.rowsAt = ports.clock.now();
      await tidy(engine, signal);
      facts.recount();
      return end.forgotten ? handshakeAgain(engine) : rest(nextPollMs(engine));
  }
}

const nextPollMs = ({ ports }: Engine) => pollMs.least + ports.random.unit() * pollMs.spread;

async function snapshotStep(engine: Engine, loop: Loop, scopeChanged: boolean, signal: AbortSignal): Promise<StepEnd> {
  const { ports, options, facts } = engine;
  if (scopeChanged) {
    // Remove rows that this user may no longer see before anything else is shown [S4].
    await ports.store.write(async (tx) => {
      await dropBase(tx);
      await putMeta(tx, 'feed', { ...(await readFeed(tx)), since: null });
    });
  }
  const onProgress: Parameters<typeof loadSnapshot>[2] = (progress) => {
    loop.moved();
    facts.set({ progress });
  };
  const end = await loadSnapshot(ports, options.commands, onProgress, signal).finally(() => facts.set({ progress: null }));
  if (end.kind === 'trouble') return onTrouble(engine, end.verdict, 'pull');
  await contact(engine);
  facts.recount();
  if (end.kind === 'loaded') engine.askedLeftLanes = false;
  if (end.kind === 'loaded' && end.forgotten) return handshakeAgain(engine);
  return end.kind === 'loaded' ? { kind: 'again' } : rest(shortRestMs);
}

/** The service lost changes that it had acknowledged. The next handshake detects this and sends them again [edge case 16]. */
function handshakeAgain(engine: Engine): StepEnd {
  engine.shookHands = false;
  return rest(shortRestMs);
}

/** Both loops wait for the same handshake. Returns null when the lane is open. */
function ensureHandshake(engine: Engine, signal: AbortSignal): Promise<StepEnd | null> {
  if (engine.shookHands) return Promise.resolve(null);
  if (engine.greeting) return engine.greeting;
  const forget = () => {
    if (engine.greeting === greeting) engine.greeting = null;
  };
  const greeting = handshakeOnce(engine, signal).finally(forget);
  engine.greeting = greeting;
  // When a loop gives up a hanging handshake, the next one must not wait for it.
  signal.addEventListener('abort', forget, { once: true });
  return greeting;
}

async function handshakeOnce(engine: Engine, signal: AbortSignal): Promise<StepEnd | null> {
  const { ports, options, facts } = engine;
  const verdict = await handshake(ports, options.device, signal);
  if (verdict.kind === 'too_old') {
    // Pulls stop, but pushes are accepted for another 180 days [S3]. Pushes detect a mismatched lane in their own way.
    facts.trouble(verdict);
    engine.shookHands = true;
    return null;
  }
  if (verdict.kind !== 'reply') return onTrouble(engine, verdict, 'pull');
  const hello = verdict.value;
  facts.set({ clockOffsetMs: Date.parse(hello.now) - ports.clock.now() });
  if (hello.killed) return onWipe(engine, hello.asked.clientId);
  await contact(engine);
  if (await reopenLane(ports.store)) facts.recount();
  await sendWipeReceipt(ports);
  if (options.locksWork === true) {
    const opened = await openSealed(ports, signal);
    if (opened.kind !== 'reply') return onTrouble(engine, opened, 'push');
    if (!opened.value) return onWipe(engine, hello.asked.clientId);
    // Runs in the background: nothing on screen waits for it.
    void keepLockBox(ports, signal).catch(() => undefined);
    facts.recount();
  }
  // While changes are still sealed, the lane's numbers do not show whether it matches the service.
  if ((await readSealed(ports.store)).length === 0 && !(await lanesAgree(ports, hello))) {
    const forked = await fork(ports, options.commands, hello, ports.random.id());
    if (forked.kind !== 'reply') return onTrouble(engine, forked, 'push');
    // The new lane does the handshake under its own client id.
    return rest(0);
  }
  engine.shookHands = true;
  return null;
}

async function onFork(engine: Engine, clientId: string, signal: AbortSignal): Promise<StepEnd> {
  const { ports, options } = engine;
  // The refused request used a lane that another tab has replaced since. The current lane is valid.
  if ((await ports.store.read(readLane)).clientId !== clientId) return { kind: 'again' };
  engine.shookHands = false;
  const verdict = await handshake(ports, options.device, signal);
  if (verdict.kind !== 'reply') return onTrouble(engine, verdict, 'push');
  const forked = await fork(ports, options.commands, verdict.value, ports.random.id());
  // Wait first: a service that refuses every lane must not be asked in an endless loop.
  return forked.kind === 'reply' ? { kind: 'back_off', afterMs: 1_000 } : onTrouble(engine, forked, 'push');
}

async function onWipe({ ports, facts, live }: Engine, clientId: string): Promise<StepEnd> {
  // The wipe was for a lane that this device has replaced since. The current lane is valid, or the service will wipe it
  // separately.
  if (!(await wipeAll(ports.store, clientId))) return { kind: 'again' };
  live.abort();
  facts.set({ wiped: true });
  await sendWipeReceipt(ports);
  return rest(null);
}

/** No pull will run to remove old acknowledged changes, so remove them here. */
async function loseAccess({ ports: { store } }: Engine, servedAt: string | undefined): Promise<void> {
  await wipeRows(store);
  await pruneJournal(store, servedAt);
}

async function onCustomerGone({ ports, facts }: Engine): Promise<StepEnd> {
  facts.set({ gone: true });
  await closeLane(ports.store);
  await wipeRows(ports.store);
  facts.recount();
  return rest(null);
}

type Trouble = Parameters<Facts['trouble']>[0];

async function onTrouble(engine: Engine, verdict: Trouble, of: 'push' | 'pull'): Promise<StepEnd> {
  if (verdict.kind === 'gone') return onCustomerGone(engine);
  // Remove rows that this user may no longer see. Keep waiting changes, to export them or to send them once access returns [S3,
  // S4].
  if (verdict.kind === 'no_access') await loseAccess(engine, verdict.servedAt);
  // The session is valid and has a token. The refused token expired in transit, once more than one call retries.
  if (verdict.kind === 'signed_out' && engine.ports.tokens.current() !== null) return { kind: 'back_off', afterMs: null };
  engine.facts.trouble(verdict);
  if (verdict.kind === 'wait') return { kind: 'back_off', afterMs: verdict.afterMs };
  // The app is too old for pulls only. Pushes are accepted for another 180 days [S3].
  if (verdict.kind === 'too_old') return of === 'push' ? { kind: 'back_off', afterMs: null } : rest(null);
  if (verdict.kind === 'signed_out' || verdict.kind === 'no_access') return rest(null);
  return { kind: 'back_off', afterMs: null };
}

/** The service itself answered: the device is in contact, and its lease starts again. */
async function contact(engine: Engine): Promise<void> {
  const { ports, facts } = engine;
  facts.contact();
  const now = ports.clock.now();
  if (engine.leasedAt !== null && now - engine.leasedAt < leaseGrainMs) return;
  engine.leasedAt = now;
  const leaseUntil = new Date(now + leaseMs).toISOString();
  await ports.store.aside('write', (tx) => putMeta(tx, 'leaseUntil', leaseUntil));
}

/**
 * Housekeeping: removes old journal entries and folds newer rows into their blocks. Folding waits while others read rows that
 * just arrived.
 */
async function tidy({ ports, rowsAt }: Engine, signal: AbortSignal): Promise<void> {
  const { store, clock } = ports;
  await pruneJournal(store);
  const isQuiet = clock.now() - rowsAt >= quietMs;
  if ((await countFresh(store)) < worthFolding[isQuiet ? 'quiet' : 'busy']) return;
  while (!signal.aborted && (await foldStep(store)));
}
