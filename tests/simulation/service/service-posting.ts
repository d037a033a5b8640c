import type { Logger } from 'pino';
import type { JobRow } from '#contract/rows/jobs.ts';
import type { AtsValueRow, MapKind } from '#contract/rows/rows.ts';
import { mapFields, mapKinds, mappingOf } from '#domain/jobs/mapping-of.ts';
import { receiptFor, withReceipt } from '#domain/posting/receipts.ts';
import { may } from '#domain/rights/may.ts';
import type { DuePost, Loaded, PostChange } from '#server/posting/post-rows.ts';
import { createPoster } from '#server/posting/poster.ts';
import { createPostingQueue } from '#server/posting/posting-queue.ts';
import { whyNotSent } from '#server/posting/why-not-sent.ts';
import { changedSince, remembered } from '#server/targets/adapter/sent-values.ts';
import { fieldsOf } from '#tests/support/factories/field-mapping-factory.ts';
import type { Ats } from '../base/ats.ts';
import { actorOf } from './actor.ts';
import type { Service } from './service.ts';
import { type CustomerDisk, type PostRow, readerOf, rowsOf, type ServiceTx } from './service-disk.ts';

/**
 * Delays of the lookups for doubtful posts (a target setting): the first soon, the last after a call can no longer take effect.
 */
const lookupSeconds = [5, 15, 30, 50] as const;
const pollMs = 1_000;

const keyOf = ({ targetId, jobId, generation }: Pick<PostRow, 'targetId' | 'jobId' | 'generation'>) =>
  `${targetId}/${jobId}/${generation}`;

/** Runs the product's poster and posting queue over the service's maps. Starts them again with each process. */
export function startPosting(service: Service, ats: Ats, resendWhenAbsent: boolean): void {
  service.atStart(() => {
    const { process } = service;
    endLeases(service);
    const posters = new Map(
      [...service.disk.customers.values()].map((customer) => [
        customer.id,
        posterOf(service, process, customer, ats, resendWhenAbsent),
      ]),
    );
    const attempt = async (due: DuePost) => (await posters.get(due.customerId)?.(due)) ?? 'answered';
    const log = { error: () => undefined } as unknown as Logger;
    const now = () => new Date(service.clock.now());
    const queue = createPostingQueue({ readDue: async (at) => dueAt(service, at), log, now, attempt, pollMs });
    const turn = async () => {
      if (!service.up || service.process !== process || service.isPostingOver) return;
      const hasWork = dueAt(service, now()).length > 0;
      if (hasWork) await queue.runOnce().catch(() => 0);
      service.clock.after(pollMs, () => void turn());
    };
    void turn();
  });
}

/** The product's poster for one customer. Its transactions are queued with that customer's pushes. */
function posterOf(service: Service, process: number, customer: CustomerDisk, ats: Ats, resendWhenAbsent: boolean) {
  return createPoster({
    transaction: (_customerId, work) =>
      service.transact(customer, async (tx) =>
        work(
          service.seams.postRows({
            load: async (due) => load(customer, due),
            move: async (due, change) => move(customer, due, change, tx),
            isDryRun: async ({ targetId }) => readerOf(customer).get('target', targetId)?.posting === 'dryRun',
            // The simulation keeps no calls, so nothing is read back.
            lastWritten: async () => null,
          }),
        ),
      ),
    now: () => new Date(service.clock.now()),
    openTarget: async () => ({
      adapter: service.seams.adapter(ats.adapter(customer.id, answersTo(service, process)), ats),
      resendWhenAbsent,
      lookupSeconds,
    }),
    mayAsk: async (_, userId) => {
      const user = service.disk.users.get(userId);
      return user !== undefined && may(actorOf(user, ''), 'jobs.post');
    },
    reconcileFirst: service.reconciles && service.seams.reconciles,
  });
}

/** An ended process receives no answers, so it makes no further calls. */
export function answersTo(service: Service, process: number) {
  const never = new Promise<never>(() => undefined);
  return async <T>(answer: Promise<T>): Promise<T> => {
    const value = await answer;
    return service.up && service.process === process ? value : never;
  };
}

function endLeases(service: Service): void {
  for (const { posts } of service.disk.customers.values())
    for (const [key, post] of posts)
      if (post.externalId === null && service.recovered) posts.set(key, { ...post, leaseUntil: null });
}

function dueAt(service: Service, at: Date): DuePost[] {
  const now = at.getTime();
  return [...service.disk.customers.values()].flatMap((customer) =>
    [...customer.posts.values()].flatMap((post) => {
      const { state } = post;
      if (state !== 'wanted' && state !== 'sending' && state !== 'unknown' && !isBehind(customer, post)) return [];
      if (post.nextAt > now || (post.leaseUntil !== null && post.leaseUntil >= now)) return [];
      return [{ ...post, follow: customer.rev, readsLeft: 0, createdAt: '' }];
    }),
  );
}

/** Whether a job order is in the ATS and one of its inputs has changed since. */
function isBehind(customer: CustomerDisk, post: PostRow): boolean {
  const newest = customer.posts.get(keyOf({ ...post, generation: post.generation + 1 })) === undefined;
  const job = readerOf(customer).get('job', post.jobId);
  if (post.externalId === null || !newest || !job) return false;
  const keys = [`job/${job.id}`, ...mapKinds.map((kind) => `mapValue/${job[mapFields[kind].value]}`)];
  return keys.some((key) => (customer.rows.get(key)?.rev ?? 0) > post.followed);
}

function load(customer: CustomerDisk, due: DuePost): Loaded | 'gone' | null {
  const post = customer.posts.get(keyOf(due));
  if (!post || post.fence !== due.fence) return null;
  const reader = readerOf(customer);
  const job = reader.get('job', due.jobId);
  const target = reader.get('target', due.targetId);
  if (!job || !target) return 'gone';
  const values = new Map(
    mapKinds.flatMap((kind) => {
      const id = job[mapFields[kind].value];
      const value = id === null ? undefined : reader.get('mapValue', id);
      return value ? [[value.id, value] as const] : [];
    }),
  );
  const lists = rowsOf(customer, 'atsValue') as AtsValueRow[];
  const mapped = Object.fromEntries(
    mapKinds.map((kind): [MapKind, AtsValueRow | null] => {
      const extId = mappingOf(job, kind, values)?.id;
      return [kind, lists.find((row) => row.kind === kind && row.extId === extId) ?? null];
    }),
  ) as Record<MapKind, AtsValueRow | null>;
  const fields = fieldsOf({ job, mapped });
  const order = { reference: due.reference, job, mapped, fields };
  // The jobs of the simulation are of one source, so none is the same order as another. Its customers have no floor of rates.
  return { job, target, values, order, floor: null, others: [], sent: post.sent, follow: customer.rev };
}

function move(customer: CustomerDisk, due: DuePost, change: PostChange, tx: ServiceTx): number | null {
  const post = customer.posts.get(keyOf(due));
  if (!post || post.fence !== due.fence) return null;
  const at = change.at.getTime();
  tx.set(customer.posts, keyOf(due), {
    ...post,
    state: change.state,
    externalId: change.externalId,
    words: change.words,
    lookups: change.lookups,
    tries: change.tries,
    fence: due.fence + 1,
    leaseUntil: change.leaseSeconds === null ? null : at + change.leaseSeconds * 1000,
    nextAt: at + (change.againInSeconds ?? 0) * 1000,
    sent: change.sent ?? post.sent,
    followed: change.lookAgain ? 0 : (change.followed ?? post.followed),
  });
  const job = readerOf(customer).get('job', due.jobId);
  if (job && change.quiet !== true) showOnJob(customer, due, job, change, tx);
  return due.fence + 1;
}

function showOnJob(customer: CustomerDisk, due: DuePost, before: JobRow, change: PostChange, tx: ServiceTx): void {
  const { state, externalId, words, tries } = change;
  const at = change.at.toISOString();
  const row = withReceipt(before, { targetId: due.targetId, state, reference: due.reference, externalId, words, at, tries });
  const rev = customer.rev + 1;
  tx.set(customer.rows, `job/${before.id}`, { collection: 'job', id: before.id, rev, row: { ...row, changedAt: at } });
  tx.rev(customer, rev);
}

/** Job orders in the ATS that differ from their jobs, although no update is pending or blocked. */
export function unlikeOrders(service: Service, customer: CustomerDisk, ats: Ats): string[] {
  const adapter = ats.adapter(customer.id);
  return [...customer.posts.values()].flatMap((post) => {
    if (post.state !== 'done' || post.externalId === null || post.leaseUntil !== null || isBehind(customer, post)) return [];
    const due: DuePost = { ...post, follow: null, readsLeft: 0, createdAt: '' };
    const loaded = load(customer, due);
    const order = ats.made.find(({ externalId }) => externalId === post.externalId);
    if (!loaded || loaded === 'gone' || !order || whyNotSent(loaded, due) !== null) return [];
    const values = adapter.values(loaded.order);
    const there = Object.entries(values).map(([field, wanted]) => [
      field,
      standing(order.values[field], wanted, service.restored),
    ]);
    const differ = Object.keys(changedSince(remembered(Object.fromEntries(there)), values));
    return differ.length === 0 ? [] : [`job order ${post.externalId} of ${post.reference} is behind in ${differ.join(', ')}`];
  });
}

/** The current value of a field. An id that a restored service does not know stays in its list, as if a user had added it. */
function standing(there: unknown, wanted: unknown, restored: boolean): unknown {
  if (!Array.isArray(wanted)) return there ?? null;
  const ids = (there ?? []) as string[];
  return restored ? wanted.filter((id) => ids.includes(id)) : ids;
}

/** Posts whose receipt on the job differs from the post's own row. */
export const unlikeReceipts = (customer: CustomerDisk): string[] =>
  [...customer.posts.values()].flatMap((post) => {
    const job = readerOf(customer).get('job', post.jobId);
    const receipt = job && receiptFor(job, post.targetId);
    return receipt && receipt.reference === post.reference && receipt.state !== post.state
      ? [`post ${post.reference} is ${post.state}, but its job says ${receipt.state}`]
      : [];
  });
