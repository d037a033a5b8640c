import { mayPost } from '#domain/posting/may-post.ts';
import type { OpenTarget } from './open-target.ts';
import type { DuePost, Loaded, PostRows } from './post-rows.ts';
import { afterLookup, afterPost, type PostStep } from './post-state.ts';
import type { JobOrder } from './target-adapter.ts';

/** Longer than any call may take (60 s), so that a second worker never calls beside the first [S8.4]. */
const leaseSeconds = 300;

export type PosterOptions = {
  /** Runs work over the posts' rows, all or nothing (`postRowsIn`). */
  readonly transaction: <T>(work: (rows: PostRows) => Promise<T>) => Promise<T>;
  readonly now: () => Date;
  readonly openTarget: (customerId: number, targetId: number) => Promise<OpenTarget | null>;
  readonly mayAsk: (customerId: number, userId: number) => Promise<boolean>;
  /** After an unclean start or a restore the ATS may be ahead of the database: look every reference up before sending it [S8.6]. */
  readonly reconcileFirst: boolean;
};

/** Takes one due post one step further and says whether its target answered, for the circuit breaker. */
export function createPoster(options: PosterOptions): (due: DuePost) => Promise<'answered' | 'silent'> {
  return async (due) => {
    const target = await options.openTarget(due.customerId, due.targetId);
    if (!target) {
      await settle(options, due, withoutConnection(due));
      return 'answered';
    }
    if (due.state === 'wanted') return send(options, target, due);
    if (due.state === 'unknown') return lookUp(options, target, due);
    // A lease ended in the middle of a call: nobody knows what came of it [S8.1].
    const broken = { kind: 'unknown', words: 'The service stopped during the call' } as const;
    await settle(options, due, afterPost(broken, due.tries, target.lookupSeconds));
    return 'answered';
  };
}

async function send(
  options: PosterOptions,
  { adapter, lookupSeconds }: OpenTarget,
  due: DuePost,
): Promise<'answered' | 'silent'> {
  const claimed = await claim(options, due);
  if (!claimed) return 'answered';
  const sending = { ...due, fence: claimed.fence, tries: due.tries + 1 };
  if (options.reconcileFirst || due.tries > 0) {
    const found = await adapter.find(due.reference);
    if (found.kind === 'found') await settle(options, sending, afterLookup(found, due.lookups, false, lookupSeconds));
    if (found.kind === 'unknown') {
      await settle(options, sending, afterPost({ kind: 'later', words: found.words }, sending.tries, lookupSeconds));
      return 'silent';
    }
    if (found.kind === 'found') return 'answered';
  }
  const answer = await adapter.post(claimed.order);
  await settle(options, sending, afterPost(answer, sending.tries, lookupSeconds));
  return answer.kind === 'later' || answer.kind === 'unknown' ? 'silent' : 'answered';
}

async function lookUp(
  options: PosterOptions,
  { adapter, resendWhenAbsent, lookupSeconds }: OpenTarget,
  due: DuePost,
): Promise<'answered' | 'silent'> {
  const found = await adapter.find(due.reference);
  await settle(options, due, afterLookup(found, due.lookups, adapter.nativeIdempotency || resendWhenAbsent, lookupSeconds));
  return found.kind === 'unknown' ? 'silent' : 'answered';
}

/** Commits `sending` before any call, once everything that allows the post still holds [S8.1, S8.4]. */
async function claim(options: PosterOptions, due: DuePost): Promise<{ fence: number; order: JobOrder } | null> {
  const mayAsk = due.askedBy === null || (await options.mayAsk(due.customerId, due.askedBy));
  return options.transaction(async (rows) => {
    const loaded = await rows.load(due);
    if (!loaded) return null;
    const at = options.now();
    const refusal = refusalOf(loaded, due, mayAsk);
    if (refusal !== null) {
      await rows.move(due, { ...failed(refusal), tries: due.tries, leaseSeconds: null, at });
      return null;
    }
    const step: PostStep = { state: 'sending', externalId: null, words: null, lookups: due.lookups, againInSeconds: 0 };
    const fence = await rows.move(due, { ...step, tries: due.tries + 1, leaseSeconds, at });
    return fence === null ? null : { fence, order: loaded.order };
  });
}

async function settle(options: PosterOptions, due: DuePost, step: PostStep): Promise<void> {
  const change = { ...step, tries: due.tries, leaseSeconds: null, at: options.now() };
  await options.transaction((rows) => rows.move(due, change));
}

/** Why a claimed post must not be sent after all; null when it may. The job's own receipt here is this very post. */
function refusalOf({ job, target, values, order, keptBy }: Loaded, due: DuePost, mayAsk: boolean): string | null {
  if (!mayAsk) return 'Not sent: who asked for it may no longer post jobs.';
  const verdict = mayPost({ ...job, posts: job.posts.filter((p) => p.targetId !== due.targetId) }, target, values, {
    recreate: due.generation > 1,
  });
  if (!verdict.ok) return `Not sent: ${verdict.reasons.map((reason) => reason.words).join(' ')}`;
  if (keptBy !== undefined) return `Not sent: ${keptBy}`;
  const gone = target.maps.find((kind) => order.mapped[kind] === null);
  return gone ? `Not sent: the ${gone} it is mapped to no longer stands in ${target.name}; map it again.` : null;
}

const failed = (words: string): PostStep => ({ state: 'failed', externalId: null, words, lookups: 0, againInSeconds: null });

/** A connection that cannot be opened: what was never sent fails with its remedy, what may have been sent waits for one. */
function withoutConnection(due: DuePost): PostStep {
  const words = 'The target has no complete connection: fill in its settings and credentials, then post again.';
  if (due.state === 'wanted') return failed(words);
  return { state: 'unknown', externalId: null, words, lookups: due.lookups, againInSeconds: 300 };
}
