import { isReconciling, recoveryGap, recoveryTo } from '#server/feed/recovery-gap.ts';
import type { Seams } from '../base/seams.ts';
import type { Seeded } from '../base/seeded.ts';
import type { SimClock } from '../base/sim-clock.ts';
import type { QueuedSubmission } from '../base/submission-disk.ts';
import type { Faults, Trace } from '../base/trace.ts';
import { type Actor, actorOf } from './actor.ts';
import {
  type CustomerDisk,
  copyDisk,
  forgetSent,
  Killed,
  type ServiceDisk,
  ServiceTx,
  type Session,
  type User,
} from './service-disk.ts';

/** Lifetime of an access token. Short, so that a history has many refreshes. */
const accessMs = 180_000;
const restartMs = { least: 300, end: 9_000 };
/** Restarting after lost data, or a restore, takes longer than any call to the ATS can last. */
const rebootMs = 90_000;
const restoreMs = 90_000;

export type DoomAt = 'statement' | 'before commit' | 'after commit';
/** Where the process dies next: at the n-th statement or commit from now. */
export type Doom = { readonly at: DoomAt; left: number };

/** Events that the service reports to the checkers. */
export type Watcher = {
  committed(customer: CustomerDisk): void;
  branched(): void;
  endedByReuse(session: Session): void;
  submitted(before: QueuedSubmission | undefined, after: QueuedSubmission): void;
  /** A submission is refused because of another one. */
  rival(other: QueuedSubmission): void;
};

type Options = {
  readonly clock: SimClock;
  readonly random: Seeded;
  readonly seams: Seams;
  readonly trace: Trace;
  readonly faults: Faults;
  readonly watcher: Watcher;
  readonly disk: ServiceDisk;
};

/** The service's process around its disk: transactions, crashes, starts, sessions. Its decisions are the product's own code. */
export class Service {
  readonly clock: SimClock;
  readonly random: Seeded;
  readonly seams: Seams;
  readonly trace: Trace;
  readonly faults: Faults;
  readonly watcher: Watcher;
  disk: ServiceDisk;
  up = true;
  /** Number of the current process. Pending work of an earlier process has no effect. */
  process = 1;
  recovered = false;
  reconciles = false;
  /** The disk lost flushed data, so it is unknown what outside systems were sent since. */
  lostTail = false;
  /** Whether a restore ever removed commits whose effects the ATS may have. */
  restored = false;
  /** App versions below this one are asked to update. */
  oldestVersion = 1;
  doom: Doom | null = null;
  /** Until this time, transactions fail with a transient error. */
  stormUntil = 0;
  backup: ServiceDisk | null = null;
  unsynced: ServiceDisk | null = null;
  #turns = new Map<number, Promise<unknown>>();
  /** Set after the last look at devices: only submissions go on. */
  isPostingOver = false;
  readonly #streams = new Set<(poke: { customer: number; rev: number } | null) => void>();
  readonly #onStart: (() => void)[] = [];

  constructor(options: Options) {
    this.clock = options.clock;
    this.random = options.random;
    this.seams = options.seams;
    this.trace = options.trace;
    this.faults = options.faults;
    this.watcher = options.watcher;
    this.disk = options.disk;
  }

  customer(id: number): CustomerDisk | undefined {
    return this.disk.customers.get(id);
  }

  /** Throws if the process that started this has died. */
  alive(process: number): void {
    if (!this.up || process !== this.process) throw new Killed();
  }

  /** Handling a request takes time; the process may die meanwhile. */
  async think(): Promise<void> {
    const { process } = this;
    const slow = this.random.chance(0.06);
    if (slow) this.faults.hit('slow service');
    await this.clock.wait(1 + this.random.unit() * (slow ? 4_000 : 25));
    this.alive(process);
  }

  /** One atomic transaction of a customer, after those that started before it. */
  transact<T>(customer: CustomerDisk, work: (tx: ServiceTx) => Promise<T>): Promise<T> {
    const { process } = this;
    const turn = (this.#turns.get(customer.id) ?? Promise.resolve()).then(async () => {
      this.alive(process);
      const before = customer.rev;
      const tx = new ServiceTx(() => this.#dieAt('statement'));
      try {
        const result = await work(tx);
        this.alive(process);
        this.#dieAt('before commit');
        this.#committed(customer, before);
        this.#dieAt('after commit');
        return result;
      } catch (error) {
        if (!(error instanceof Killed && error.message === 'after commit')) tx.rollBack();
        throw error;
      }
    });
    this.#turns.set(
      customer.id,
      turn.catch(() => undefined),
    );
    return turn;
  }

  #committed(customer: CustomerDisk, before: number): void {
    this.watcher.committed(customer);
    if (customer.rev === before) return;
    this.trace.add(`commit ${customer.id} ${customer.rev}`);
    for (const hear of this.#streams) hear({ customer: customer.id, rev: customer.rev });
  }

  #dieAt(where: DoomAt): void {
    const { doom } = this;
    if (doom?.at !== where || --doom.left > 0) return;
    this.doom = null;
    this.faults.hit(`service killed: ${where}`);
    this.die();
    throw new Killed(where);
  }

  /** The process dies and restarts a little later. */
  die(): void {
    if (!this.up) return;
    this.trace.add('service dies');
    this.#end();
    this.startIn(this.random.int(restartMs.least, restartMs.end));
  }

  /** Starts after a while, unless something else started it before. */
  startIn(ms: number): void {
    const { process } = this;
    this.clock.after(ms, () => {
      if (!this.up && this.process === process) this.start();
    });
  }

  #end(): void {
    this.up = false;
    this.process += 1;
    this.doom = null;
    this.#turns = new Map();
    for (const hear of this.#streams) hear(null);
    this.#streams.clear();
  }

  /** Stops cleanly: the clean-stop mark is the last write. */
  stop(): void {
    if (!this.up) return;
    this.disk.clean = true;
    this.#end();
  }

  /** Removes the clean-stop mark. If it was missing, the feeds continue after a gap (server/feed/epoch.ts). */
  start(): void {
    const { disk } = this;
    this.recovered = !disk.clean;
    this.reconciles = !disk.clean || isReconciling(disk.recoveries, new Date(this.clock.now()));
    if (!disk.clean) {
      this.faults.hit('unclean start');
      this.#recover();
    }
    disk.clean = false;
    this.up = true;
    this.process += 1;
    this.trace.add(`service starts ${this.recovered}`);
    for (const run of this.#onStart) run();
  }

  #recover(): void {
    if (!this.seams.recovers) return;
    const { disk } = this;
    const gap = recoveryGap(this.random.unit());
    for (const customer of disk.customers.values()) customer.rev += gap;
    const revs = Object.fromEntries([...disk.customers.values()].map(({ id, rev }) => [id, rev]));
    disk.recoveries = [...disk.recoveries, recoveryTo(revs, gap, new Date(this.clock.now()))];
  }

  /** Runs now and after each start. */
  atStart(run: () => void): void {
    this.#onStart.push(run);
    run();
  }

  /** Loses commits since `unsynced` was taken, like a disk that falsely reports its flushes. */
  loseTail(): void {
    if (!this.unsynced || !this.up) return;
    this.#end();
    this.lostTail = true;
    this.disk = this.unsynced;
    this.unsynced = null;
    this.watcher.branched();
    this.startIn(rebootMs);
  }

  /**
   * Restores an older copy under a new epoch, without the clean-stop mark. Every post is looked up before it is sent
   * (docs/operations.md).
   */
  restore(): void {
    if (!this.backup || !this.up) return;
    this.#end();
    this.restored = true;
    this.disk = copyDisk(this.backup);
    this.unsynced = null;
    // The copy may come from a service that had stopped cleanly.
    this.disk.clean = !this.seams.marksRestore;
    if (this.seams.marksRestore) {
      this.disk.epoch = this.random.id();
      forgetSent(this.disk);
    }
    this.watcher.branched();
    this.startIn(restoreMs);
  }

  /** Reports commits until the returned function is called; null: the process has ended. */
  listen(hear: (poke: { customer: number; rev: number } | null) => void): () => void {
    this.#streams.add(hear);
    return () => this.#streams.delete(hear);
  }

  /** Signs a user in: a session with its first refresh token. */
  signIn(userId: number): Session {
    const session: Session = {
      id: this.random.id(),
      userId,
      ended: false,
      refresh: this.random.id(),
      previous: null,
      rotatedAt: this.clock.now(),
    };
    this.disk.sessions.set(session.id, session);
    return session;
  }

  accessToken(session: Session): string {
    return `${session.id}.${this.clock.now() + accessMs}`;
  }

  /** Exchanges a refresh token like server/people/auth/sessions.ts; undefined: signed out. */
  rotate(token: string): Session | undefined {
    const [id, secret] = token.split('.') as [string, string];
    const session = this.disk.sessions.get(id);
    if (!session || session.ended) return undefined;
    const now = this.clock.now();
    if (session.refresh === secret) {
      const next = { ...session, refresh: this.random.id(), previous: secret, rotatedAt: now };
      this.disk.sessions.set(id, next);
      return next;
    }
    if (session.previous === secret && now - session.rotatedAt <= this.seams.refreshGraceMs) return session;
    this.disk.sessions.set(id, { ...session, ended: true });
    this.watcher.endedByReuse(session);
    return undefined;
  }

  /** The caller, or undefined when the token is not valid. */
  actor(token: string | null): Actor | undefined {
    const [id, expiresAt] = (token ?? '').split('.');
    const session = this.disk.sessions.get(id ?? '');
    const user: User | undefined = session && !session.ended ? this.disk.users.get(session.userId) : undefined;
    return user && Number(expiresAt) > this.clock.now() ? actorOf(user, id ?? '') : undefined;
  }

  mayUse(userId: number, customerId: number): boolean {
    const user = this.disk.users.get(userId);
    return (
      user !== undefined && (user.customerId === customerId || user.links.has(customerId)) && this.disk.customers.has(customerId)
    );
  }
}
