import { type CommandArgs, type CommandName, commandArgs } from '#contract/commands/commands.ts';
import type { CollectionName } from '#contract/rows/rows.ts';
import type { Mutation, MutationOutcome } from '#contract/sync/sync.ts';
import { commands } from '#domain/commands/commands.ts';
import { baseValue } from '#domain/commands/kit/base-values.ts';
import type { Command, RowReader, RowWrite } from '#domain/commands/kit/command.ts';
import { runPure } from '#domain/commands/run-pure.ts';
import { may } from '#domain/rights/may.ts';
import { isInGap } from '#server/feed/recovery-gap.ts';
import { scopeOf } from '#server/feed/scope.ts';
import type { StoreDisk, Tab } from './browser.ts';
import { actorOf } from './service/actor.ts';
import type { Service } from './service/service.ts';
import { type AnyRow, type CustomerDisk, readerOf, type User } from './service/service-disk.ts';
import type { AppliedChange } from './service/service-lanes.ts';
import { customerIds, taint } from './service/service-work.ts';
import { baseIn, feedIn, journalIn, laneIn, outboxIn, schemaIn, textOf } from './store-view.ts';
import { Truth } from './truth.ts';

export const checkerNames = ['K1', 'K2', 'K3', 'K4', 'K5', 'K6', 'K7', 'K8', 'K9', 'K10', 'K11', 'K12'] as const;
export type CheckerName = (typeof checkerNames)[number];
export type Finding = { readonly checker: CheckerName; readonly words: string };

/** A change that the product reported as saved. */
export type Kept = {
  readonly place: StoreDisk;
  readonly entry: number;
  readonly fingerprint: string;
  readonly at: number;
  /** Values on the screen when it was made, by `collection/id field`. */
  readonly seen: ReadonlyMap<string, unknown>;
  readonly since: number | null;
  readonly epoch: string;
};

const weekMs = 7 * 86_400_000;
/** Rights may be used for this long after they were read, until a transaction begins. */
const believedMs = 5_000;

type Human = { readonly rev: number; readonly place: StoreDisk | undefined; readonly value: unknown };

/** Checks a history while it runs. Checks that need its end are in `final-checks.ts`. */
export class Checks {
  readonly findings: Finding[] = [];
  readonly counts = new Map<CheckerName, number>();
  readonly truths = new Map<number, Truth>();
  /** By store disk and entry. */
  readonly kept = new Map<string, Kept>();
  readonly pushes = new Map<string, number>();
  /** Saved changes by fingerprint, including those that their user has removed since. */
  readonly byFingerprint = new Map<string, Kept>();
  /** When each change first took effect. */
  readonly #appliedAt = new Map<string, number>();
  readonly #human = new Map<string, Human>();
  readonly #standing = new Map<StoreDisk, { epoch: string; since: number; checked: number }>();
  readonly #lanes = new Map<StoreDisk, string>();
  readonly #lately: { readonly at: number; readonly user: User }[] = [];
  readonly #undone = new Set<string>();
  #killedAt = -Infinity;
  /** Lanes that were ever killed. A service that lost the kill order has still given it. */
  readonly #killed = new Set<string>();
  service: Service | null = null;

  counted(checker: CheckerName): void {
    this.counts.set(checker, (this.counts.get(checker) ?? 0) + 1);
  }

  report(checker: CheckerName, words: string): void {
    if (this.findings.length < 50) this.findings.push({ checker, words });
  }

  expect(checker: CheckerName, holds: boolean, words: () => string): void {
    this.counted(checker);
    if (!holds) this.report(checker, words());
  }

  begin(service: Service): void {
    this.service = service;
    for (const customer of service.disk.customers.values()) this.truths.set(customer.id, new Truth(customer));
  }

  // The administrator changes a user.

  changing(user: User): void {
    this.#lately.push({ at: this.service?.clock.now() ?? 0, user });
  }

  killing(clientId: string): void {
    this.#killed.add(clientId);
    this.#killedAt = this.service?.clock.now() ?? 0;
  }

  // Events from the service.

  committed(customer: CustomerDisk): void {
    const doubled = this.truths.get(customer.id)?.take(customer) ?? [];
    this.counted('K1');
    for (const fingerprint of doubled) this.report('K1', `change ${fingerprint} is in the audit log twice`);
  }

  branched(): void {
    if (!this.service) return;
    for (const customer of this.service.disk.customers.values()) {
      const truth = new Truth(customer);
      // Changes that a late request restores after a loss may disappear again. Only their first effect had to stay visible.
      for (const fingerprint of this.truths.get(customer.id)?.applied.keys() ?? [])
        if (!truth.applied.has(fingerprint)) this.#undone.add(fingerprint);
      this.truths.set(customer.id, truth);
    }
    this.#human.clear();
    this.#standing.clear();
  }

  endedByReuse(lossy: boolean): void {
    this.expect('K9', lossy, () => 'a session ended although no answer to its refresh was lost');
  }

  pushed(mutations: readonly Mutation[]): void {
    for (const { fingerprint } of mutations) this.pushes.set(fingerprint, (this.pushes.get(fingerprint) ?? 0) + 1);
  }

  applied(change: AppliedChange): void {
    const { service } = this;
    if (!service) return;
    const { mutation, actor, customerId } = change;
    const user = service.disk.users.get(actor.userId);
    const command = commands[mutation.name as CommandName] as unknown as Command<CommandName>;
    const customer = service.customer(customerId);
    if (!user || !customer) return this.report('K10', `${mutation.name} was applied without a user`);
    const needs = command.needs(mutation.args as CommandArgs<CommandName>, {
      get: (collection, id) => (change.before(collection, id) ?? readerOf(customer).get(collection, id)) as never,
    });
    const now = actorOf(user, '');
    const killed = customer.clients.get(change.clientId)?.killed === true;
    // Rights may be used for five seconds, so a recent call may rely on rights that have changed since [D3.1].
    const lately = this.#lately.filter((one) => one.user.id === user.id && change.begun - one.at <= believedMs);
    const mayUse = service.mayUse(user.id, customerId) || lately.some((one) => one.user.links.has(customerId));
    const allowed =
      (!killed || this.#killedAt + believedMs >= service.clock.now()) &&
      mayUse &&
      needs.every((right) => may(now, right) || lately.some((one) => may(actorOf(one.user, ''), right)));
    this.expect('K10', allowed, () => `${mutation.name} of ${user.name} was applied without the required right`);
    const refused = mutation.dependsOn.find(
      (seq) => customer.results.get(`${change.clientId}:${seq}`)?.outcome.outcome === 'rejected',
    );
    this.expect(
      'K4',
      refused === undefined,
      () => `${mutation.name} was applied although change ${refused}, on which it depends, was refused`,
    );
    if (!this.#appliedAt.has(mutation.fingerprint)) this.#appliedAt.set(mutation.fingerprint, service.clock.now());
    const kept = this.byFingerprint.get(mutation.fingerprint);
    this.expect(
      'K6',
      !kept || kept.place.customerId === customerId,
      () => `a change of ${kept?.place.name} was applied for customer ${customerId}`,
    );
    this.#effect(change, command, customer);
    this.#overwritten(change, kept);
  }

  /** K2: an outcome that the service reports as settled is on its disk. */
  answered(customer: CustomerDisk | undefined, clientId: string, outcomes: readonly MutationOutcome[]): void {
    for (const { seq } of outcomes)
      this.expect(
        'K2',
        customer?.results.has(`${clientId}:${seq}`) === true,
        () => `change ${seq} of lane ${clientId} was answered but is not on the service`,
      );
  }

  /** K8: the written rows equal the result of the change over the rows at that moment, and no other values were changed. */
  #effect({ mutation, actor, writes, before, at }: AppliedChange, command: Command<CommandName>, customer: CustomerDisk): void {
    const reader = readerOf(customer);
    // A row that the change created was not there before it.
    const isWritten = (collection: CollectionName, id: number) =>
      writes.some((write) => write.collection === collection && write.row.id === id);
    const rows = {
      get: (collection: CollectionName, id: number) =>
        isWritten(collection, id) ? before(collection, id) : reader.get(collection, id),
    };
    const args = commandArgs[mutation.name as CommandName].parse(mutation.args) as CommandArgs<CommandName>;
    const ran = runPure(command, args, mutation.pre, rows as RowReader, { by: actor.name, at });
    const due = ran.outcome === 'applied' ? ran.writes : [];
    const same = JSON.stringify(writes.map(comparable)) === JSON.stringify(due.map(comparable));
    this.expect('K8', same, () => `${mutation.name} wrote other values than its command computes from the rows`);
  }

  /** K8: when a change overwrites a user's value, its author saw that value, or a conflict is reported. */
  #overwritten(change: AppliedChange, kept: Kept | undefined): void {
    for (const { collection, row } of change.writes) {
      const before = change.before(collection, row.id);
      for (const field of humanFields(collection, row)) {
        const name = `${change.customerId} ${collection}/${row.id} ${field}`;
        const was = before ? baseValue(collection, before as never, field) : null;
        const is = baseValue(collection, row as never, field);
        if (JSON.stringify(was) === JSON.stringify(is)) continue;
        const last = this.#human.get(name);
        this.#human.set(name, { rev: change.rev, place: kept?.place, value: is });
        if (!last || !kept || !before || last.place === kept.place || JSON.stringify(last.value) !== JSON.stringify(was))
          continue;
        if (!isHuman(collection, before, field)) continue;
        const onScreen = JSON.stringify(kept.seen.get(`${collection}/${row.id} ${field}`) ?? null) === JSON.stringify(was);
        const pulled = kept.epoch === this.service?.disk.epoch && kept.since !== null && kept.since >= last.rev;
        this.expect(
          'K8',
          onScreen || pulled,
          () =>
            `${change.mutation.name} replaced ${JSON.stringify(was)} by ${JSON.stringify(is)} in ${name}, but its user never saw that value`,
        );
      }
    }
  }

  // Events from browsers.

  keep(kept: Kept): void {
    const key = `${kept.place.name} ${kept.entry}`;
    const merged = this.kept.get(key);
    const seen = merged ? new Map([...kept.seen, ...merged.seen]) : kept.seen;
    const whole = { ...kept, seen };
    this.kept.set(key, whole);
    this.byFingerprint.set(kept.fingerprint, whole);
  }

  /** No save was reported, but a change of the same field may have replaced the previous one. Both results are valid. */
  replaced(place: StoreDisk): void {
    for (const { entry, fingerprint } of outboxIn(place.disk)) {
      const kept = this.kept.get(`${place.name} ${entry}`);
      if (kept && kept.fingerprint !== fingerprint) this.keep({ ...kept, fingerprint });
    }
  }

  /**
   * A user undoes a change that this device believes was never sent. It disappears from the screen at once, although a device
   * restored from an older copy may have sent it before.
   */
  takingBack(place: StoreDisk, entry: number): void {
    const item = outboxIn(place.disk).find((one) => one.entry === entry);
    if (item && !item.sent) this.#undone.add(item.fingerprint);
  }

  forget(place: StoreDisk, entry: number): void {
    this.kept.delete(`${place.name} ${entry}`);
  }

  /** The store was removed with everything that was not on the service; its user was informed how much. */
  forgetAll(place: StoreDisk, after = -Infinity): void {
    for (const [key, kept] of this.kept) if (kept.place === place && kept.at >= after) this.kept.delete(key);
    this.#standing.delete(place);
  }

  /** The store was wiped or replaced by an older copy, without its changes since `after`. A copy brings back the lane that it had. */
  storeReplaced(place: StoreDisk, after: number): void {
    this.forgetAll(place, after);
    const lane = laneIn(place.disk);
    if (lane) this.#lanes.set(place, lane.clientId);
    else this.#lanes.delete(place);
  }

  delivered(tab: Tab, path: string, body: string): void {
    if (!path.startsWith('/api/sync')) return;
    const foreign = customerIds.find((id) => id !== tab.place.customerId && body.includes(taint(id)));
    this.expect('K6', foreign === undefined, () => `${path} gave ${tab.name} values of customer ${foreign}`);
  }

  /** Checks a store's disk after each commit. */
  stored(tab: Tab): void {
    const { place } = tab;
    const { service } = this;
    const feed = feedIn(place.disk);
    if (!service || !feed) return;
    const stamp = schemaIn(place.disk)?.schema ?? 0;
    this.expect('K4', stamp <= tab.version, () => `${tab.name} of version ${tab.version} wrote to a store of version ${stamp}`);
    const before = this.#standing.get(place);
    const clientId = laneIn(place.disk)?.clientId ?? '';
    // A wiped device loses its changes because an administrator ordered it.
    const was = this.#lanes.get(place) ?? clientId;
    this.#lanes.set(place, clientId);
    if (was !== clientId) service.trace.add(`${tab.name} leaves lane ${was.slice(0, 6)} for ${clientId.slice(0, 6)}`);
    if (was !== clientId && this.#killed.has(was)) this.forgetAll(place);
    const standing = { epoch: feed.epoch, since: -1, checked: before?.checked ?? 0 };
    this.#standing.set(place, standing);
    if (feed.since === null || feed.epoch !== service.disk.epoch) return;
    const customer = service.customer(place.customerId);
    const truth = this.truths.get(place.customerId);
    const lost = isInGap(service.disk.recoveries, place.customerId, feed.since);
    if (!customer || !truth || lost || feed.since < truth.from || feed.since > customer.rev) return;
    standing.since = feed.since;
    if (before?.epoch === feed.epoch)
      this.expect(
        'K4',
        before.since <= feed.since,
        () => `${place.name} went back from revision ${before.since} to ${feed.since}`,
      );
    this.#gate(place, feed.since, truth);
    if (before?.since === feed.since && before.epoch === feed.epoch) return;
    if (standing.checked++ % 3 !== 0) return;
    this.compareBase(place, feed.since, feed.scope, truth, place.userId);
  }

  /** K4: a user's change stays visible until the pulled rows contain it. */
  #gate(place: StoreDisk, since: number, truth: Truth): void {
    const outbox = new Set(outboxIn(place.disk).map(({ entry }) => entry));
    for (const kept of this.kept.values()) {
      if (kept.place !== place || outbox.has(kept.entry) || this.#undone.has(kept.fingerprint)) continue;
      const rev = truth.applied.get(kept.fingerprint);
      if (rev !== undefined)
        this.expect(
          'K4',
          rev <= since,
          () => `change ${kept.entry} of ${place.name} left the screen at revision ${since}; it is in revision ${rev}`,
        );
    }
  }

  /** K5 (and K4, atomic): a store's rows equal those of the revision it claims to have. */
  compareBase(place: StoreDisk, since: number, scopeHash: string, truth: Truth, userId: number): void {
    const user = this.service?.disk.users.get(userId);
    if (!user) return;
    const scope = scopeOf(actorOf(user, ''), place.customerId);
    if (scope.hash !== scopeHash) return;
    const here = baseIn(place.disk);
    for (const [name, text] of here) {
      this.expect(
        'K6',
        !customerIds.some((id) => id !== place.customerId && text.includes(taint(id))),
        () => `${place.name} has a value of another customer in ${name}`,
      );
    }
    const there = truth.at(since, scope.collections);
    const wrong = [...new Set([...here.keys(), ...there.keys()])].filter((name) => here.get(name) !== there.get(name));
    this.expect(
      'K5',
      wrong.length === 0,
      () =>
        `${place.name} at revision ${since} differs in ${wrong.join(', ')}: ${textOf(here.get(wrong[0] ?? ''), there.get(wrong[0] ?? ''))}`,
    );
  }

  /** K2: a change reported as saved is on the service or still on the device. */
  findLost(isAtWork: (place: StoreDisk) => boolean): void {
    for (const kept of this.kept.values()) {
      const truth = this.truths.get(kept.place.customerId);
      const appliedAt = this.#appliedAt.get(kept.fingerprint) ?? Infinity;
      const safe =
        truth?.applied.has(kept.fingerprint) ||
        // A journal only offers changes acknowledged within the last week [edge case 16].
        (this.service?.clock.now() ?? 0) - appliedAt > weekMs ||
        outboxIn(kept.place.disk).some(({ fingerprint }) => fingerprint === kept.fingerprint) ||
        // Without its user, or without access to its customer, the journal waits until they return.
        (!isAtWork(kept.place) && journalIn(kept.place.disk).some(({ fingerprint }) => fingerprint === kept.fingerprint));
      this.expect('K2', safe, () => `change ${kept.entry} of ${kept.place.name} is neither on the service nor on the device`);
    }
  }
}

/** The service adds the reference to a post. */
const comparable = ({ row }: RowWrite) =>
  'posts' in row ? { ...row, posts: row.posts.map((post) => ({ ...post, reference: '' })) } : row;

/** Fields that users set and that another user's change may overwrite. */
function humanFields(collection: CollectionName, row: AnyRow): readonly string[] {
  if (collection === 'mapValue') return ['mappedId'];
  if (collection !== 'job' || !('locks' in row)) return [];
  return ['billRate', 'guaranteedHours', 'facilityMap'];
}

function isHuman(collection: CollectionName, row: AnyRow, field: string): boolean {
  if (collection === 'mapValue') return 'how' in row && (row.how === 'person' || (row.how === null && row.by !== null));
  if (!('locks' in row)) return false;
  return field.endsWith('Map') ? baseValue('job', row, field) !== null : row.locks[field] !== undefined;
}
