import { ifMade, longAgo, remembered, type SentValues } from '../targets/adapter/sent-values.ts';
import type { PostAnswer, SentOrder, TargetAdapter } from '../targets/adapter/target-adapter.ts';
import type { OpenTarget } from '../targets/open-target.ts';
import type { DuePost, Loaded, PostChange } from './post-rows.ts';
import { afterLookup, afterPost, answerSeconds, leaseSeconds, type PostStep } from './post-state.ts';
import type { PosterOptions } from './poster-options.ts';
import type { Outcome } from './posting-queue.ts';
import { saysTheSame, updatePost } from './update-post.ts';
import { whyNotSent } from './why-not-sent.ts';

/** Takes one due post to its next state. Returns whether its target answered, for the circuit breaker. */
export function createPoster(options: PosterOptions): (due: DuePost) => Promise<Outcome> {
  return async (due) => {
    const target = await options.openTarget(due.customerId, due.targetId);
    if (!target) {
      await settle(options, due, withoutConnection(due));
      return 'answered';
    }
    if (target.isPaused?.() === true) return 'paused';
    const outcome = await attempt(options, target, due);
    // A target that asked for a pause is not silent.
    return target.isPaused?.() === true ? 'answered' : outcome;
  };
}

async function attempt(options: PosterOptions, target: OpenTarget, due: DuePost): Promise<'answered' | 'silent'> {
  const { externalId } = due;
  if (externalId !== null) return updatePost(options, target, { ...due, externalId });
  if (due.state === 'wanted') return send(options, target, due);
  if (due.state === 'unknown') return lookUp(options, target, due);
  // The lease ended during a call, so its result is unknown [S8.1].
  const broken = { kind: 'unknown', words: 'The service stopped during the call' } as const;
  await settle(options, due, afterPost(broken, due.tries, target.lookupSeconds));
  return 'answered';
}

type Claimed = {
  readonly fence: number;
  readonly order: SentOrder;
  readonly values: SentValues;
  /** What is known of the job order while the result of the call is unknown. */
  readonly sent: SentValues;
};

async function send(
  options: PosterOptions,
  { adapter, lookupSeconds }: OpenTarget,
  due: DuePost,
): Promise<'answered' | 'silent'> {
  const claimed = await claim(options, adapter, due);
  if (!claimed) return 'answered';
  const sending = { ...due, fence: claimed.fence, tries: due.tries + 1 };
  if (options.reconcileFirst || due.tries > 0) {
    const found = await adapter.find(due.reference);
    // An earlier call created it, and this database may not have recorded that call.
    if (found.kind === 'found')
      await settle(options, sending, afterLookup(found, due.lookups, false, lookupSeconds), {
        sent: longAgo(claimed.sent),
        lookAgain: true,
      });
    if (found.kind === 'unknown') {
      await settle(options, sending, afterPost({ kind: 'later', words: found.words }, sending.tries, lookupSeconds));
      return 'silent';
    }
    // After a restore, an earlier call may have created it, and the target cannot tell.
    if (found.kind === 'unclear' && options.reconcileFirst)
      await settle(options, sending, afterLookup(found, lookupSeconds.length, false, lookupSeconds));
    if (found.kind === 'found' || (found.kind === 'unclear' && options.reconcileFirst)) return 'answered';
  }
  const answer = await adapter.post(claimed.order);
  await settle(options, sending, afterPost(answer, sending.tries, lookupSeconds), knownAfter(answer, claimed, adapter, due));
  return answer.kind === 'later' || answer.kind === 'unknown' ? 'silent' : 'answered';
}

/** What is known of a job order after the call that created it. An update completes the rest. */
function knownAfter(answer: PostAnswer, { values, sent }: Claimed, adapter: TargetAdapter, due: DuePost): Known {
  if (answer.kind !== 'done') return {};
  // The target may have returned the job order of an earlier call, with the job's values at that time.
  if (adapter.nativeIdempotency && due.tries > 0) return { sent: longAgo(sent), lookAgain: true };
  // A message means that something could not be attached.
  return answer.words === null ? { sent: remembered(values) } : { lookAgain: true };
}

async function lookUp(
  options: PosterOptions,
  { adapter, resendWhenAbsent, lookupSeconds }: OpenTarget,
  due: DuePost,
): Promise<'answered' | 'silent'> {
  const found = await adapter.find(due.reference);
  const after = afterLookup(found, due.lookups, adapter.nativeIdempotency || resendWhenAbsent, lookupSeconds);
  await settle(options, due, after, { lookAgain: found.kind === 'found' });
  return found.kind === 'unknown' ? 'silent' : 'answered';
}

/** Commits `sending` before any call, after checking again that the post is allowed [S8.1, S8.4]. */
async function claim(options: PosterOptions, adapter: TargetAdapter, due: DuePost): Promise<Claimed | null> {
  const mayAsk = due.askedBy === null || (await options.mayAsk(due.customerId, due.askedBy));
  return options.transaction(due.customerId, async (rows) => {
    const loaded = await rows.load(due);
    if (loaded === null) return null;
    const at = options.now();
    const refusal = refusalOf(loaded, due, mayAsk);
    if (refusal !== null || loaded === 'gone') {
      await rows.move(due, { ...failed(`Not sent: ${refusal}`), tries: due.tries, leaseSeconds: null, at });
      return null;
    }
    if (loaded.awaits !== undefined) {
      await rows.move(due, { ...waiting(loaded.awaits, due), tries: due.tries, leaseSeconds: null, at });
      return null;
    }
    const step: PostStep = { state: 'sending', externalId: null, words: null, lookups: due.lookups, againInSeconds: 0 };
    const values = adapter.values(loaded.order);
    const sent = ifMade(values, loaded.sent);
    const valueIds = [...loaded.values.keys()];
    const fence = await rows.move(due, { ...step, sent, valueIds, tries: due.tries + 1, leaseSeconds, at });
    return fence === null ? null : { fence, order: loaded.order, values, sent };
  });
}

type Known = Pick<PostChange, 'sent' | 'lookAgain'>;

async function settle(options: PosterOptions, due: DuePost, step: PostStep, known: Known = {}): Promise<void> {
  const quiet = due.externalId !== null && saysTheSame(due, step);
  const change = { ...step, ...known, tries: due.tries, leaseSeconds: null, at: options.now(), quiet };
  await options.transaction(due.customerId, (rows) => rows.move(due, change));
}

function refusalOf(loaded: Loaded | 'gone', due: DuePost, mayAsk: boolean): string | null {
  if (!mayAsk) return 'who asked for it may no longer post jobs.';
  return loaded === 'gone' ? 'the job no longer exists.' : whyNotSent(loaded, due);
}

/** The post was not sent: it keeps its state and shows what it waits for. The same message again notifies no one. */
function waiting(words: string, due: DuePost): PostStep & Pick<PostChange, 'quiet'> {
  const step = { state: 'wanted', externalId: null, words, lookups: due.lookups, againInSeconds: answerSeconds } as const;
  return { ...step, quiet: saysTheSame(due, step) };
}

const failed = (words: string): PostStep => ({ state: 'failed', externalId: null, words, lookups: 0, againInSeconds: null });

/**
 * No connection can be opened. A post that was never sent fails with the remedy; one that may have been sent waits for a
 * connection.
 */
function withoutConnection(due: DuePost): PostStep {
  const words = 'The target has no complete connection: fill in its settings and credentials, then post again.';
  const { externalId, lookups } = due;
  if (externalId !== null)
    return { state: due.state, externalId, words: `Not updated yet: ${words}`, lookups, againInSeconds: 300 };
  if (due.state === 'wanted') return failed(words);
  return { state: 'unknown', externalId, words, lookups, againInSeconds: 300 };
}
