import { ifMade, longAgo, remembered, type SentValues } from '../targets/adapter/sent-values.ts';
import type { FindAnswer, PostAnswer, SentOrder, TargetAdapter } from '../targets/adapter/target-adapter.ts';
import type { OpenTarget } from '../targets/open-target.ts';
import { type Attempt, type AttemptEnd, attempted, readAttempt } from './attempts/attempt.ts';
import type { DuePost, Loaded, PostChange } from './post-rows.ts';
import { afterLookup, afterPost, answerSeconds, leaseSeconds, type PostStep } from './post-state.ts';
import type { PosterOptions } from './poster-options.ts';
import type { Outcome } from './posting-queue.ts';
import { readBack, readsAfterWriting } from './read-back.ts';
import { type Rehearsal, rehearse } from './rehearse.ts';
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
  if (externalId !== null && isOnlyRead(due)) return readBack(options, target.adapter, { ...due, externalId });
  if (externalId !== null) return updatePost(options, target, { ...due, externalId });
  if (due.state === 'wanted') return send(options, target, due);
  if (due.state === 'unknown') return lookUp(options, target, due);
  // The lease ended during a call, so its result is unknown [S8.1].
  const broken = { kind: 'unknown', words: 'The service stopped during the call' } as const;
  await settle(options, due, afterPost(broken, due.tries, target.lookupSeconds));
  return 'answered';
}

/** Whether a job order is due only to be read back. An update comes first: it is read after that. */
const isOnlyRead = ({ readsLeft, follow, state }: DuePost): boolean =>
  readsLeft > 0 && follow === null && (state === 'done' || state === 'failed');

type Claimed = {
  readonly kind: 'live';
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
  if (claimed.kind === 'dryRun') return rehearse(options, adapter, due, claimed);
  const sending = { ...due, fence: claimed.fence, tries: due.tries + 1 };
  const looked: Attempt[] = [];
  if (options.reconcileFirst || due.tries > 0) {
    const asked = await attempted(options.now, () => adapter.find(due.reference));
    looked.push(readAttempt('lookUp', asked));
    const ended = await settleFound(options, sending, asked.answer, claimed, looked, lookupSeconds);
    if (ended !== null) return ended;
  }
  const call = await attempted(options.now, () => adapter.post(claimed.order));
  const { answer } = call;
  const known = knownAfter(answer, claimed, adapter, due);
  await settle(options, sending, afterPost(answer, sending.tries, lookupSeconds), {
    ...known,
    made: looked,
    ends: call.end,
    ...(answer.kind === 'done' && { readsLeft: readsAfterWriting }),
  });
  return answer.kind === 'later' || answer.kind === 'unknown' ? 'silent' : 'answered';
}

/** The end of a call that was claimed and not made. */
const notCalled = ({ kind }: FindAnswer): AttemptEnd => ({
  answer: 'notSent',
  words: kind === 'found' ? 'Not sent: the job order was found there.' : 'Not sent: the look-up before it proved nothing.',
  externalId: null,
  status: null,
  body: null,
  milliseconds: 0,
});

/** Settles a post by a look-up before its call. Null if the call is to be made. */
async function settleFound(
  options: PosterOptions,
  sending: DuePost,
  found: FindAnswer,
  { sent }: Claimed,
  made: readonly Attempt[],
  lookupSeconds: readonly number[],
): Promise<'answered' | 'silent' | null> {
  const kept = { made, ends: notCalled(found) };
  // An earlier call created it, and this database may not have recorded that call.
  if (found.kind === 'found') {
    const step = afterLookup(found, sending.lookups, false, lookupSeconds);
    await settle(options, sending, step, { sent: longAgo(sent), lookAgain: true, ...kept });
    return 'answered';
  }
  if (found.kind === 'unknown') {
    await settle(options, sending, afterPost({ kind: 'later', words: found.words }, sending.tries, lookupSeconds), kept);
    return 'silent';
  }
  if (found.kind !== 'unclear' || !options.reconcileFirst) return null;
  // After a restore, an earlier call may have created it, and the target cannot tell.
  await settle(options, sending, afterLookup(found, lookupSeconds.length, false, lookupSeconds), kept);
  return 'answered';
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
  const asked = await attempted(options.now, () => adapter.find(due.reference));
  const found = asked.answer;
  const after = afterLookup(found, due.lookups, adapter.nativeIdempotency || resendWhenAbsent, lookupSeconds);
  await settle(options, due, after, {
    lookAgain: found.kind === 'found',
    made: [readAttempt('lookUp', asked)],
  });
  return found.kind === 'unknown' ? 'silent' : 'answered';
}

/** Commits `sending` before any call, after checking again that the post is allowed [S8.1, S8.4]. */
async function claim(options: PosterOptions, adapter: TargetAdapter, due: DuePost): Promise<Claimed | Rehearsal | null> {
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
    const all = { ...loaded.order.fields.values, ...values };
    if (loaded.target.posting === 'dryRun') return { kind: 'dryRun', target: loaded.target, values: all };
    const sent = ifMade(values, loaded.sent);
    const valueIds = [...loaded.values.keys()];
    const begins = { kind: 'post', sent: all } as const;
    const fence = await rows.move(due, { ...step, sent, valueIds, tries: due.tries + 1, leaseSeconds, at, begins });
    return fence === null ? null : { kind: 'live', fence, order: loaded.order, values, sent };
  });
}

type Known = Pick<PostChange, 'sent' | 'lookAgain' | 'made' | 'ends' | 'readsLeft'>;

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
