import { no, ok } from '#contract/kit/result.ts';
import { type Clock, realClock } from '../adapter/clock.ts';
import type { Send } from '../adapter/outbound.ts';
import { mostPausedSeconds, secondsAskedFor } from '../adapter/target-http.ts';
import { type PaceBook, turnMs } from './pace-book.ts';
import { type Priority, priorityNow } from './priority.ts';

const tooMany = 429;
/** Where a target says no pause with a 429. */
const pauseSeconds = 1;
/** A call that had no turn for so long is not made: its caller comes back later. */
const mostWaitMs = 120_000;
const comeBackSeconds = 30;
/** After a pause the calls of several processes are spread by so much. Shorter than a turn is valid. */
const jitterMs = 500;
/** At most so often a process writes down what the target says of its day. */
const toldEveryMs = 5_000;

/** `isPaused`: the target asked for a pause that is too long to wait for, so no call is made. */
type PacedSend = { readonly send: Send; readonly isPaused: () => boolean };

/** `seconds`: no call may be made for so long. */
type Answer = { readonly kind: 'go' } | { readonly kind: 'later'; readonly seconds: number };

/**
 * Sends each call at its turn, which all processes take from one book. A 429 is shared with the others. Where a pause or the wait is
 * too long, it answers a 429 of its own with `Retry-After` and sends nothing; where the book cannot be read, nothing is sent, too.
 */
export function pacedSend(send: Send, book: PaceBook, clock: Clock = realClock): PacedSend {
  let pausedUntil = 0;
  const noted: PaceBook['take'] = async (priority, count) => {
    const turns = await book.take(priority, count);
    pausedUntil = clock.ticks() + turns.pausedMs;
    return turns;
  };
  const queues = { post: turnsOf('post', noted, clock), read: turnsOf('read', noted, clock) };
  const tell = telling(book, clock);
  const paced: Send = async (url, sent) => {
    let answer: Answer;
    try {
      answer = await queues[priorityNow()]();
    } catch (error) {
      const words = `the calls of this target could not be counted: ${error instanceof Error ? error.message : String(error)}`;
      return no({ kind: 'unreachable', words, unsent: true });
    }
    if (answer.kind === 'later')
      return ok({ status: tooMany, headers: { 'retry-after': String(answer.seconds) }, bytes: Buffer.alloc(0), url });
    const reply = await send(url, sent);
    // What could not be shared with other processes does not make the call fail: they learn it from their own.
    if (reply.ok) await tell(reply.value).catch(() => undefined);
    return reply;
  };
  return { send: paced, isPaused: () => clock.ticks() < pausedUntil - mostPausedSeconds * 1000 };
}

/** Salesforce's calls of the last 24 hours, such as `api-usage=42/15000`. */
const usage = /api-usage=(\d+)\/(\d+)/;

function telling(book: PaceBook, clock: Clock) {
  let toldAt = Number.NEGATIVE_INFINITY;
  return async ({ status, headers }: { status: number; headers: Parameters<typeof secondsAskedFor>[0] }): Promise<void> => {
    if (status === tooMany) await book.pause((secondsAskedFor(headers, clock.now()) ?? pauseSeconds) * 1000);
    const [, used, allowed] = usage.exec(String(headers['sforce-limit-info'] ?? '')) ?? [];
    if (used === undefined || clock.ticks() - toldAt < toldEveryMs) return;
    toldAt = clock.ticks();
    await book.daySaid(Number(used), Number(allowed));
  };
}

type Turn = { readonly at: number; readonly until: number } | { readonly seconds: number };
type Waiting = { readonly resolve: (turn: Turn) => void; readonly reject: (error: unknown) => void };

/** Gives each caller its turn. One request to the book serves all that wait in this process. */
function turnsOf(priority: Priority, take: PaceBook['take'], clock: Clock): () => Promise<Answer> {
  const waiting: Waiting[] = [];
  let running = false;

  async function serve(): Promise<void> {
    while (waiting.length > 0) {
      const asked = clock.ticks();
      const { count, afterMs, spacingMs, waitMs, pausedMs } = await take(priority, waiting.length);
      // The book was read after `asked` and before now: the turn begins by the later one and ends by the earlier one.
      const read = clock.ticks();
      const late = pausedMs > 0 ? Math.random() * jitterMs : 0;
      for (let n = 0; n < count; n++) {
        const after = afterMs + n * spacingMs;
        waiting.shift()?.resolve({ at: read + after + late, until: asked + after + turnMs });
      }
      if (count > 0) continue;
      if (pausedMs > mostPausedSeconds * 1000)
        for (const one of waiting.splice(0)) one.resolve({ seconds: Math.ceil(pausedMs / 1000) });
      else await clock.pause(Math.max(1, waitMs));
    }
  }

  function start(): void {
    if (running) return;
    running = true;
    serve()
      .catch((error: unknown) => {
        for (const one of waiting.splice(0)) one.reject(error);
      })
      .finally(() => {
        running = false;
        if (waiting.length > 0) start();
      });
  }

  return async () => {
    const since = clock.ticks();
    while (clock.ticks() - since < mostWaitMs) {
      const turn = await new Promise<Turn>((resolve, reject) => {
        waiting.push({ resolve, reject });
        start();
      });
      if ('seconds' in turn) return { kind: 'later', seconds: turn.seconds };
      if (turn.at > clock.ticks()) await clock.pause(turn.at - clock.ticks());
      if (clock.ticks() <= turn.until) return { kind: 'go' };
    }
    return { kind: 'later', seconds: comeBackSeconds };
  };
}
