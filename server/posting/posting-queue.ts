import type { Logger } from 'pino';
import { during } from '../kit/work/work-id.ts';
import type { DuePost } from './post-rows.ts';

const breakerFailures = 5;
const breakerSeconds = 300;
/** A target that asked for a pause is looked at again after this time. */
const restMs = 1_000;
const atOnce = 8;
const mostAtOnePoll = 100;

/** `paused`: nothing was done, because the target asked for a pause. */
export type Outcome = 'answered' | 'silent' | 'paused';

/** What a queue needs to know of a row: whose it is, the target that is called for it, and its name in the log. */
export type Queued = Pick<DuePost, 'customerId' | 'targetId' | 'reference'>;

export type PostingOptions<Due extends Queued = DuePost> = {
  /** Reads due posts; customers take turns (`duePosts`). */
  readonly readDue: (now: Date, limit: number) => Promise<Due[]>;
  readonly log: Logger;
  readonly now: () => Date;
  readonly attempt: (due: Due) => Promise<Outcome>;
  readonly pollMs: number;
};

/** The queue that posts jobs, exactly once [S8]. Its state is in the rows of `post`; any number of processes may run it. */
export type PostingQueue = {
  start(): void;
  /** Checks for due posts now instead of at the next poll. */
  poke(): void;
  /** Processes the posts that are due; returns how many were attempted. */
  runOnce(): Promise<number>;
  stop(): Promise<void>;
};

export function createPostingQueue<Due extends Queued = DuePost>(options: PostingOptions<Due>): PostingQueue {
  const breaker = createBreaker(options.now);
  let timer: NodeJS.Timeout | null = null;
  let running: Promise<void> | null = null;
  let again = false;
  let isStopped = false;

  async function runOnce(): Promise<number> {
    const due = await options.readDue(options.now(), mostAtOnePoll);
    let attempted = 0;
    let settled = 0;
    for (let i = 0; i < due.length; i += atOnce) {
      const open = due.slice(i, i + atOnce).filter((post) => !breaker.isOpen(post));
      const outcomes = await Promise.all(open.map(attempt));
      attempted += outcomes.filter((outcome) => outcome !== 'paused').length;
      settled += outcomes.filter((outcome) => outcome === 'answered').length;
    }
    // More are due than one poll reads. Without an answer to each the next poll is soon enough.
    again ||= settled === mostAtOnePoll && !isStopped;
    return attempted;
  }

  async function attempt(due: Due): Promise<Outcome | 'failed'> {
    try {
      const outcome = await during({ post: due.reference }, () => options.attempt(due));
      if (outcome === 'paused') breaker.rest(due);
      else breaker.count(due, outcome === 'silent');
      return outcome;
    } catch (error) {
      // The row keeps its committed state, and the post is due again when its lease ends.
      options.log.error({ err: error, post: due.reference }, 'a post could not be attempted');
      return 'failed';
    }
  }

  async function poller(): Promise<void> {
    do {
      again = false;
      await runOnce();
    } while (again);
  }

  function poke(): void {
    again = true;
    running ??= poller()
      .catch((error: unknown) => options.log.error({ err: error }, 'the posting queue could not read its rows'))
      .finally(() => {
        running = null;
      });
  }

  return {
    runOnce,
    poke,
    start() {
      isStopped = false;
      timer = setInterval(poke, options.pollMs);
      poke();
    },
    async stop() {
      if (timer) clearInterval(timer);
      again = false;
      isStopped = true;
      await running;
    },
  };
}

/** Stops calling a target for five minutes after five calls in a row without a reply [S8.5]. */
function createBreaker(now: () => Date) {
  const states = new Map<string, { silences: number; openUntil: number }>();
  const keyOf = (due: Queued) => `${due.customerId}/${due.targetId}`;
  return {
    isOpen: (due: Queued) => (states.get(keyOf(due))?.openUntil ?? 0) > now().getTime(),
    /** Calls it again a little later. The posts stay due, and its silences stay counted. */
    rest(due: Queued) {
      const { silences = 0 } = states.get(keyOf(due)) ?? {};
      states.set(keyOf(due), { silences, openUntil: now().getTime() + restMs });
    },
    count(due: Queued, silent: boolean) {
      // A reply to a call made before the breaker opened does not close it.
      if ((states.get(keyOf(due))?.openUntil ?? 0) > now().getTime()) return;
      const silences = silent ? (states.get(keyOf(due))?.silences ?? 0) + 1 : 0;
      const opens = silences >= breakerFailures;
      states.set(keyOf(due), { silences: opens ? 0 : silences, openUntil: opens ? now().getTime() + breakerSeconds * 1000 : 0 });
    },
  };
}
