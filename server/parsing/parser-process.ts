import { type ChildProcess, fork } from 'node:child_process';
import { existsSync } from 'node:fs';
import { setPriority } from 'node:os';
import { join } from 'node:path';
import { no, type Result } from '#contract/kit/result.ts';
import { feedLimits } from './files/feed-limits.ts';
import { FeedMessage } from './files/feed-message.ts';
import type { FeedProblem } from './files/feed-problem.ts';
import type { ParseRequest } from './parse-request.ts';

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

/**
 * Reads a file in a process of its own with 256 MB of heap and a limit of 30 s. A file that needs more gets the same reply as any
 * other unreadable file. The service reads the result in small pieces, one per turn of its event loop.
 *
 * It is a process and not a worker thread: on Node 20 a thread that exceeds its heap limit inside `JSON.parse` aborts the whole
 * process ("Reached heap limit"), so one hostile file of 20 MB would stop the service.
 */
export async function runParser<T>(
  bytes: Uint8Array,
  request: ParseRequest,
  takeIn: TakeIn<T>,
  { deadlineMs = feedLimits.deadlineMs, heapMb = feedLimits.heapMb, signal }: ParserLimits,
): Promise<Outcome<T>> {
  signal?.throwIfAborted();
  const parser = fork(parserFile(), {
    execArgv: [`--max-old-space-size=${heapMb}`],
    serialization: 'advanced',
    stdio: ['pipe', 'ignore', 'pipe', 'ipc'],
    // A parser needs none of the service's secrets.
    env: {},
  });
  lowerPriority(parser);
  try {
    const outcome = outcomeOf(parser, takeIn, deadlineMs);
    // A parser that ends early closes its pipes. Its exit decides the outcome, so errors of the pipe are ignored.
    parser.stdin?.on('error', () => undefined).end(bytes);
    parser.send(request, () => undefined);
    return await (signal ? Promise.race([outcome, rejectedOn(signal)]) : outcome);
  } finally {
    parser.kill('SIGKILL');
  }
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

/**
 * Finds `feed-parser.mjs`: in the folder of this bundle, or one folder above if the bundle has chunks. `JOBDOCK_FEED_PARSER`
 * names another file, for tests and other bundles.
 */
function parserFile(): string {
  const named = process.env['JOBDOCK_FEED_PARSER'];
  if (named) return named;
  const beside = join(import.meta.dirname, 'feed-parser.mjs');
  return existsSync(beside) ? beside : join(import.meta.dirname, '..', 'feed-parser.mjs');
}

async function outcomeOf<T>(parser: ChildProcess, takeIn: TakeIn<T>, deadlineMs: number): Promise<Outcome<T>> {
  const lastText = tailOf(parser);
  return await new Promise((resolve, reject) => {
    const late: FeedProblem = {
      kind: 'timeout',
      words: `Reading the file took longer than ${deadlineMs / 1000} seconds and was stopped. Split it.`,
    };
    const deadline = setTimeout(() => resolve(no(late)), deadlineMs);
    const settle = (outcome: Outcome<T>): void => {
      clearTimeout(deadline);
      resolve(outcome);
    };
    parser.on('message', (said: unknown) => {
      const message = FeedMessage.safeParse(said);
      if (!message.success) {
        clearTimeout(deadline);
        reject(new Error('The feed parser said something it cannot say', { cause: message.error }));
        return;
      }
      const outcome = message.data.kind === 'problem' ? no(message.data.problem) : takeIn(message.data);
      if (outcome) settle(outcome);
      else setImmediate(() => parser.send('next', () => undefined));
    });
    parser.on('error', (fault) => settle(no(broken(fault.message))));
    // All of stderr has arrived at `close`; `exit` does not guarantee that.
    parser.on('close', () => settle(no(/heap (?:limit|out of memory)/i.test(lastText()) ? outOfMemory : broken(lastText()))));
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
