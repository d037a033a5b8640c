import type { CommandResult } from '#contract/commands/commands.ts';
import type { CollectionName } from '#contract/rows/rows.ts';
import { type Mutation, type MutationOutcome, maxPushBytes, type PushReply } from '#contract/sync/sync.ts';
import type { RowKey, RowWrite } from '#domain/commands/kit/command.ts';
import { rowSet } from '#domain/commands/row-set.ts';
import { checkFingerprints, fingerprintRefusal } from '#server/commands/check-mutation.ts';
import { type CommandRows, type Decided, mayRun, type Sent, touchedBy } from '#server/commands/decide.ts';
import { candidatesOf } from '#server/sync/push-together.ts';
import { inRuns, type Replayed } from '#server/sync/replay-batch.ts';
import { digestOf } from '../base/seeded.ts';
import type { Actor } from './actor.ts';
import { guardIn, queueWrites, withIds } from './lane-submissions.ts';
import type { Service } from './service.ts';
import { type AnyRow, type CustomerDisk, Killed, type PostRow, readerOf, rowsOf, type ServiceTx } from './service-disk.ts';

const busySeconds = 2;

export type PushAnswer = PushReply | { readonly kind: 'refused'; readonly status: 403 | 404 | 413 };

/** An applied change, for the checkers. `before` returns the touched rows before it. */
export type AppliedChange = {
  readonly customerId: number;
  readonly clientId: string;
  readonly actor: Actor;
  readonly mutation: Mutation;
  readonly writes: readonly RowWrite[];
  readonly before: (collection: CollectionName, id: number) => AnyRow | undefined;
  readonly rev: number;
  readonly at: string;
  /** When its transaction began. */
  readonly begun: number;
};
type Lane = {
  readonly service: Service;
  readonly actor: Actor;
  readonly customer: CustomerDisk;
  readonly clientId: string;
  readonly mismatched: ReadonlySet<number>;
};
type OnApplied = (change: AppliedChange) => void;

/** The push of a lane: server/sync/push.ts with maps instead of tables. */
export async function pushToLane(
  service: Service,
  actor: Actor,
  push: { readonly clientId: string; readonly customerId: number; readonly mutations: readonly Mutation[] },
  onApplied: OnApplied,
): Promise<PushAnswer> {
  if (JSON.stringify(push.mutations).length > maxPushBytes) return { kind: 'refused', status: 413 };
  const customer = service.customer(push.customerId);
  const known = customer?.clients.get(push.clientId);
  const access = service.seams.checkAccess(
    known ? { userId: known.userId, customerDeleted: false } : null,
    actor.userId,
    service.mayUse(actor.userId, push.customerId),
  );
  if (access === 'customer_gone') return { kind: 'customer_gone' };
  if (access !== 'open' || !customer) return { kind: 'refused', status: access === 'forbidden' ? 403 : 404 };
  const { mutations, mismatched } = checkFingerprints(push.mutations, digestOf);
  const lane = { service, actor, customer, clientId: push.clientId, mismatched };
  const until = service.clock.now() + service.seams.pushMilliseconds;
  const step = inRuns(
    mutations,
    (mutations) => runOf(lane, mutations, onApplied),
    (mutation) => oneStep(lane, mutation, onApplied),
    () => service.clock.now() < until,
  );
  const reply = await service.seams.replayBatch(mutations, step, busySeconds);
  return reply.kind === 'foreign' ? { kind: 'refused', status: 404 } : reply;
}

/** The leading changes that one transaction can apply (server/sync/push-together.ts). Null: apply them one by one. */
async function runOf(
  lane: Lane,
  mutations: readonly Mutation[],
  onApplied: OnApplied,
): Promise<readonly MutationOutcome[] | null> {
  const { service, customer, clientId, actor } = lane;
  const { seams } = service;
  // Bugs in single-change transactions are planted in the other path.
  if (seams.revAt === 'arrival' || seams.readsAt === 'arrival' || seams.resultWith !== 'effect') return null;
  const begun = service.clock.now();
  await service.think();
  if (service.clock.now() < service.stormUntil) return null;
  return service.transact(customer, async (tx) => {
    const candidates = candidatesOf(mutations, (mutation) => sentOf(lane, mutation));
    if (candidates.length < 2) return [];
    const state = customer.clients.get(clientId) ?? null;
    if (seams.checkSeq(state, actor.userId, candidates[0]?.mutation.seq ?? 0).kind !== 'run') return [];
    const steps = await decideTogether(lane, candidates);
    const hasWrites = steps.some(({ writes }) => writes.length > 0);
    const rev = hasWrites ? customer.rev + 1 : customer.rev;
    const ctx = { tx, early: customer.rows, rev, later: [], onApplied, begun };
    const outcomes = steps.map(({ mutation, writes, result }) => writeChange(lane, mutation, { writes, result, rev }, ctx));
    if (hasWrites) tx.rev(customer, rev);
    return outcomes;
  });
}

/** Decides each change on the result of the previous ones, up to the first that is not applied. Writes nothing yet. */
async function decideTogether(lane: Lane, candidates: ReturnType<typeof candidatesOf>) {
  const { customer, service } = lane;
  const rows = new Map(customer.rows);
  const steps: { mutation: Mutation; writes: readonly RowWrite[]; result: CommandResult }[] = [];
  for (const { mutation, sent } of candidates) {
    if (lane.mismatched.has(mutation.seq) || appliedBefore(lane, mutation.fingerprint)) break;
    if (brokenDependency(lane, mutation) !== null) break;
    const decided = await service.seams.decide(rowsFor(customer, rows), sent);
    if (decided.outcome === 'rejected') {
      if (service.seams.endsRuns) break;
      continue;
    }
    for (const { collection, row } of decided.writes)
      rows.set(`${collection}/${row.id}`, { collection, id: row.id, rev: customer.rev, row });
    steps.push({ mutation, writes: decided.writes, result: decided.result });
  }
  return steps;
}

async function oneStep(lane: Lane, mutation: Mutation, onApplied: OnApplied): Promise<Replayed> {
  const { service, customer } = lane;
  const early = service.seams.readsAt === 'arrival' ? new Map(customer.rows) : customer.rows;
  const rev = service.seams.revAt === 'arrival' ? reserveRev(customer) : null;
  const begun = service.clock.now();
  await service.think();
  if (service.clock.now() < service.stormUntil) {
    service.faults.hit('passing failure of the database');
    return { kind: 'busy' };
  }
  let step: Replayed | undefined;
  const later: ((tx: ServiceTx) => void)[] = [];
  try {
    await service.transact(customer, async (tx) => {
      step = await replayOne(lane, mutation, { tx, early, rev, later, onApplied, begun });
    });
    if (later.length > 0) await service.transact(customer, async (tx) => later.forEach((write) => write(tx)));
  } catch (error) {
    // A planted bug answers before the commit: the caller sees an effect that the crash rolled back.
    if (!(error instanceof Killed) || service.seams.answersAfter === 'commit' || !step) throw error;
  }
  return step as Replayed;
}

/** Only a planted bug takes a revision before its commit. */
function reserveRev(customer: CustomerDisk): number {
  customer.rev += 1;
  return customer.rev;
}

type Ctx = {
  readonly tx: ServiceTx;
  readonly early: ReadonlyMap<string, CustomerDisk['rows'] extends Map<string, infer H> ? H : never>;
  readonly rev: number | null;
  readonly later: ((tx: ServiceTx) => void)[];
  readonly onApplied: OnApplied;
  readonly begun: number;
};

async function replayOne(lane: Lane, mutation: Mutation, ctx: Ctx): Promise<Replayed> {
  const { service, customer, clientId, actor } = lane;
  const { seams } = service;
  const known = customer.clients.get(clientId) ?? null;
  const verdict = seams.checkSeq(known, actor.userId, mutation.seq);
  if (verdict.kind === 'replay') {
    const answer = seams.checkReplay(customer.results.get(`${clientId}:${mutation.seq}`), mutation);
    return answer.kind === 'key_reused' ? { kind: 'key_reused', seq: mutation.seq } : answer;
  }
  if (verdict.kind !== 'run' && verdict.kind !== 'open') return verdict;
  if (lane.mismatched.has(mutation.seq)) {
    const outcome = rejectedOf(mutation.seq, fingerprintRefusal);
    settle(lane, mutation, outcome, ctx);
    return { kind: 'outcome', outcome };
  }
  const sent = withIds(customer, sentOf(lane, mutation));
  const result = mayRun(sent, bookFor(customer, sent)) ? appliedBefore(lane, mutation.fingerprint) : null;
  if (result) {
    const outcome: MutationOutcome = { seq: mutation.seq, outcome: 'applied', rev: customer.rev, result, replayed: false };
    settle(lane, mutation, outcome, ctx);
    return { kind: 'outcome', outcome };
  }
  const cause = brokenDependency(lane, mutation);
  if (cause !== null) {
    const outcome = rejectedOf(mutation.seq, { code: 'dependency', message: cause, conflicts: [] });
    settle(lane, mutation, outcome, ctx);
    return { kind: 'outcome', outcome };
  }
  const decided = await seams.decide(rowsFor(customer, ctx.early, guardIn(service, customer, sent)), sent);
  if (decided.outcome === 'rejected') {
    const outcome = rejectedOf(mutation.seq, decided);
    if (seams.consumesRefusals) settle(lane, mutation, outcome, ctx);
    return { kind: 'outcome', outcome };
  }
  return { kind: 'outcome', outcome: carryOut(lane, { ...mutation, args: sent.args }, decided, ctx) };
}

const sentOf = ({ actor, customer, clientId, service }: Lane, { seq, name, args, pre, createdAt }: Mutation): Sent => ({
  actor,
  customerId: customer.id,
  name,
  args,
  pre,
  now: new Date(service.clock.now()),
  decidedAt: createdAt,
  lane: { clientId, seq },
});

function brokenDependency({ customer, clientId, service }: Lane, mutation: Mutation): string | null {
  const stored = mutation.dependsOn.flatMap((seq) => customer.results.get(`${clientId}:${seq}`)?.outcome ?? []);
  return service.seams.checkDependencies(mutation, stored);
}

/** The result of the user's change that was applied before, whatever its lane and number. */
function appliedBefore({ service, customer, actor }: Lane, fingerprint: string): CommandResult | null {
  if (!service.seams.knowsChanges) return null;
  for (const [key, { fingerprint: known, outcome }] of customer.results) {
    const owner = customer.clients.get(key.slice(0, key.lastIndexOf(':')))?.userId;
    if (known === fingerprint && outcome.outcome === 'applied' && owner === actor.userId) return outcome.result;
  }
  return null;
}

const rejectedOf = (
  seq: number,
  { code, message, conflicts }: Pick<Extract<Decided, { outcome: 'rejected' }>, 'code' | 'message' | 'conflicts'>,
): MutationOutcome => ({ seq, outcome: 'rejected', code, message, conflicts: [...conflicts], replayed: false });

function carryOut(
  lane: Lane,
  mutation: Mutation,
  { writes, book, result }: Extract<Decided, { outcome: 'applied' }>,
  ctx: Ctx,
): MutationOutcome {
  const { service, customer, actor } = lane;
  const { tx } = ctx;
  const postRequests =
    mutation.name === 'job.post.v1'
      ? service.seams.buildPostRequests(customer.id, writes, book, generationsOf(customer), 'same')
      : { writes, wanted: [] };
  const now = service.clock.now();
  for (const wish of postRequests.wanted) {
    const key = `${wish.target_id}/${wish.job_id}/${wish.generation}`;
    const old = customer.posts.get(key);
    if (old && old.state !== 'failed') continue;
    const post: PostRow = {
      customerId: customer.id,
      targetId: wish.target_id,
      jobId: wish.job_id,
      generation: wish.generation,
      reference: wish.reference,
      state: 'wanted',
      externalId: old?.externalId ?? null,
      words: null,
      sent: old?.sent ?? null,
      followed: old?.followed ?? 0,
      tries: old?.tries ?? 0,
      lookups: 0,
      fence: (old?.fence ?? 0) + 1,
      askedBy: actor.userId,
      nextAt: Math.max(now, old?.nextAt ?? 0),
      leaseUntil: old?.leaseUntil ?? null,
    };
    tx.set(customer.posts, key, post);
  }
  const rev = ctx.rev ?? (postRequests.writes.length > 0 ? customer.rev + 1 : customer.rev);
  const outcome = writeChange(lane, mutation, { writes: postRequests.writes, result, rev }, ctx);
  // The revision is assigned last, under the lock that orders commits [S2.5].
  if (ctx.rev === null) tx.rev(customer, rev);
  const by = { name: mutation.name, userId: actor.userId };
  const queue = (queued: ServiceTx) => queueWrites(service, customer, by, postRequests.writes, queued);
  if (service.seams.queuesWith === 'effect') queue(tx);
  else ctx.later.push(queue);
  return outcome;
}

/** Writes the rows of a change, its audit line, and its outcome under `rev`, which is assigned afterwards. */
function writeChange(
  lane: Lane,
  mutation: Mutation,
  { writes, result, rev }: { writes: readonly RowWrite[]; result: CommandResult; rev: number },
  ctx: Ctx,
): MutationOutcome {
  const { service, customer, clientId, actor } = lane;
  const { tx } = ctx;
  const befores = new Map(
    writes.map(({ collection, row }) => [`${collection}/${row.id}`, readerOf(customer).get(collection, row.id)]),
  );
  for (const { collection, row } of writes)
    tx.set(customer.rows, `${collection}/${row.id}`, { collection, id: row.id, rev, row });
  const outcome: MutationOutcome = { seq: mutation.seq, outcome: 'applied', rev, result, replayed: false };
  tx.append(customer.audit, { clientId, seq: mutation.seq, fingerprint: mutation.fingerprint, rev });
  settle(lane, mutation, outcome, ctx);
  ctx.onApplied({
    customerId: customer.id,
    clientId,
    actor,
    mutation,
    writes,
    before: (collection, id) => befores.get(`${collection}/${id}`),
    rev,
    at: new Date(service.clock.now()).toISOString(),
    begun: ctx.begun,
  });
  return outcome;
}

/** Writes the lane's counter and the outcome in the same transaction as the effect [S2.4, S2.5]. */
function settle(
  { service, customer, clientId, actor }: Lane,
  { seq, fingerprint }: Mutation,
  outcome: MutationOutcome,
  ctx: Ctx,
): void {
  const write = (tx: ServiceTx) => {
    tx.set(customer.results, `${clientId}:${seq}`, { fingerprint, outcome });
    tx.set(customer.clients, clientId, {
      userId: actor.userId,
      lastSeq: seq,
      killed: customer.clients.get(clientId)?.killed ?? false,
    });
  };
  if (service.seams.resultWith === 'effect') write(ctx.tx);
  else ctx.later.push(write);
}

const generationsOf = (customer: CustomerDisk): Map<string, number> => {
  const highest = new Map<string, number>();
  for (const { jobId, targetId, generation } of customer.posts.values()) {
    const key = `${jobId}/${targetId}`;
    highest.set(key, Math.max(highest.get(key) ?? 0, generation));
  }
  return highest;
};

/** The rows that a change touches, for a look at its sender's rights. */
function bookFor(customer: CustomerDisk, sent: Sent) {
  const book = rowSet();
  for (const { collection, id } of touchedBy(sent)) {
    const row = customer.rows.get(`${collection}/${id}`)?.row;
    if (row) book.put({ collection, row } as RowWrite);
  }
  return book;
}

/** The rows of a transaction, for the product's own decision (server/commands/decide.ts). */
function rowsFor(customer: CustomerDisk, rows: Ctx['early'], guard?: CommandRows['guard']): CommandRows {
  const put = (keys: readonly RowKey[], book: ReturnType<typeof rowSet>) => {
    for (const { collection, id } of keys) {
      const row = rows.get(`${collection}/${id}`)?.row;
      if (row) book.put({ collection, row } as RowWrite);
    }
    return book;
  };
  return {
    lock: async (keys) => put(keys, rowSet()),
    add: async (keys, book) => void put(keys, book),
    ...(guard && { guard }),
    lists: async ({ targetId, kind, extId }) =>
      rowsOf(customer, 'atsValue').some(
        (row) =>
          'extId' in row &&
          'kind' in row &&
          row.kind === kind &&
          row.extId === extId &&
          (targetId === null || row.targetId === targetId),
      ),
  };
}
