import { type ChildProcess, fork } from 'node:child_process';
import { setPriority } from 'node:os';
import { no, type Result } from '#contract/kit/result.ts';
import { bundledFile } from '#server/kit/lib/bundled-file.ts';
import { feedLimits } from './files/feed-limits.ts';
import { FeedMessage } from './files/feed-message.ts';
import type { FeedProblem } from './files/feed-problem.ts';
import type { ParseOrder, ParseRequest } from './parse-request.ts';

export type ParserLimits = {
  readonly deadlineMs?: number;
  readonly heapMb?: number;
  /** Ends the process at once; the promise is rejected with its reason. */
  readonly signal?: AbortSignal;
};
type Outcome<T> = Result<T, FeedProblem>;
/** Takes in one message of the parser. Returns the outcome with the last one. */
export type TakeIn<T> = (message: FeedMessage) => Outcome<T> | undefined;

/** The `nice` value of a parser: requests of other users go first. */
const lowPriority = 10;

/** A parsing process. It reads one file after another, each with a request of its own. */
export type Parser = {
  readonly child: ChildProcess;
  /** The end of what it wrote about its own faults. */
  readonly lastText: () => string;
};

/**
 * What a process answered for one file. `by` is `parser` if the process said it and waits for the next request, `deadline` if it took
 * too long, `end` if it ended before its answer.
 */
export type Answer<T> = { readonly outcome: Outcome<T>; readonly by: 'parser' | 'deadline' | 'end' };

/** A file, and what to read it as. */
export type ParserWork<T> = { readonly bytes: Uint8Array; readonly request: ParseRequest; readonly takeIn: TakeIn<T> };

/**
 * Reads a file in a process of its own with 256 MB of heap and a limit of 30 s. A file that needs more gets the same reply as any
 * other unreadable file. The service reads the result in small pieces, one per turn of its event loop.
 *
 * It is a process and not a worker thread: on Node 20 a thread that exceeds its heap limit inside `JSON.parse` aborts the whole
 * process ("Reached heap limit"), so one hostile file of 20 MB would stop the service.
 */
export async function runParser<T>(work: ParserWork<T>, limits: ParserLimits): Promise<Outcome<T>> {
  limits.signal?.throwIfAborted();
  const parser = startParser(limits);
  try {
    return (await ask(parser, work, limits)).outcome;
  } finally {
    parser.child.kill('SIGKILL');
  }
}

/** Starts a parsing process. Its caller ends it. */
export function startParser({ heapMb = feedLimits.heapMb }: ParserLimits): Parser {
  const child = fork(bundledFile('feed-parser.mjs', 'JOBDOCK_FEED_PARSER'), {
    execArgv: [`--max-old-space-size=${heapMb}`],
    serialization: 'advanced',
    stdio: ['pipe', 'ignore', 'pipe', 'ipc'],
    // A parser needs none of the service's secrets.
    env: {},
  });
  lowerPriority(child);
  // A parser that ends early closes its pipes. Its exit decides the outcome, so errors of the pipe are ignored.
  child.stdin?.on('error', () => undefined);
  // Between two files no one else listens.
  child.on('error', () => undefined);
  return { child, lastText: tailOf(child) };
}

/**
 * Has a parsing process read one file. Unless the process itself gave the answer, the caller must end it, also where this rejects: with
 * the reason of `signal`, or because the process said something it cannot say.
 */
export async function ask<T>(parser: Parser, work: ParserWork<T>, { deadlineMs, signal }: ParserLimits): Promise<Answer<T>> {
  signal?.throwIfAborted();
  const answer = answerOf(parser, work.takeIn, deadlineMs ?? feedLimits.deadlineMs);
  const order: ParseOrder = { request: work.request, length: work.bytes.length };
  parser.child.send(order, () => undefined);
  parser.child.stdin?.write(work.bytes);
  return await (signal ? Promise.race([answer, rejectedOn(signal)]) : answer);
}

const rejectedOn = (signal: AbortSignal): Promise<never> =>
  new Promise((_, reject) => {
    signal.addEventListener('abort', () => reject(signal.reason as Error), { once: true });
  });

function lowerPriority({ pid }: ChildProcess): void {
  if (pid === undefined) return;
  try {
    setPriority(pid, lowPriority);
  } catch {
    // The parser has ended already; its exit is reported as any other.
  }
}

async function answerOf<T>({ child, lastText }: Parser, takeIn: TakeIn<T>, deadlineMs: number): Promise<Answer<T>> {
  return await new Promise((resolve, reject) => {
    const late: FeedProblem = {
      kind: 'timeout',
      words: `Reading the file took longer than ${deadlineMs / 1000} seconds and was stopped. Split it.`,
    };
    const settle = (outcome: Outcome<T>, by: Answer<T>['by']): void => {
      leave();
      resolve({ outcome, by });
    };
    const deadline = setTimeout(() => settle(no(late), 'deadline'), deadlineMs);
    const onMessage = (said: unknown): void => {
      const message = FeedMessage.safeParse(said);
      if (!message.success) {
        leave();
        reject(new Error('The feed parser said something it cannot say', { cause: message.error }));
        return;
      }
      const outcome = message.data.kind === 'problem' ? no(message.data.problem) : takeIn(message.data);
      if (outcome) settle(outcome, 'parser');
      else setImmediate(() => child.send('next', () => undefined));
    };
    const onError = (fault: Error): void => settle(no(broken(fault.message)), 'end');
    const onClose = (): void =>
      settle(no(/heap (?:limit|out of memory)/i.test(lastText()) ? outOfMemory : broken(lastText())), 'end');
    function leave(): void {
      clearTimeout(deadline);
      child.off('message', onMessage).off('error', onError).off('close', onClose);
    }
    child.on('message', onMessage).on('error', onError);
    // All of stderr has arrived at `close`; `exit` does not guarantee that.
    child.on('close', onClose);
  });
}

const LAST_WORDS = 8000;

function tailOf(parser: ChildProcess): () => string {
  let tail = '';
  parser.stderr?.on('data', (chunk: Buffer) => {
    tail = (tail + chunk.toString()).slice(-LAST_WORDS);
  });
  return () => tail;
}

const outOfMemory: FeedProblem = {
  kind: 'too_large',
  words: 'Reading the file takes more memory than a file may. Split it, or leave out what is not needed.',
};

const broken = (why: string): FeedProblem => ({
  kind: 'malformed',
  words: `The file broke its reader (${(/\w*Error: .*/.exec(why)?.[0] ?? 'it ended early').slice(0, 160)}). Please send it to support.`,
});
