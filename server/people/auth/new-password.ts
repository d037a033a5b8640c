import { createRequire } from 'node:module';
import { Worker } from 'node:worker_threads';
import { passwordProblem } from '#domain/passwords/password-strength.ts';

/** Score of zxcvbn, 0 to 4, from which a password is "safely unguessable: moderate protection from offline attack". */
const leastScore = 3;
/** Longer passwords are judged by their beginning: the time grows with the square of the length. */
const judgedLength = 64;
const deadlineMs = 20_000;
const mostWaiting = 20;

/** Thrown if too many new passwords are being judged. */
class JudgeBusy extends Error {
  // The server's error handler turns this into 429 with Retry-After.
  readonly kind = 'busy';
  readonly retryAfterSeconds = 5;
}

/**
 * Decides whether a new password is accepted: the reason against it as one sentence, or null. At least 12 characters, the documented
 * points at least 60, and not guessable by zxcvbn with the lists of common passwords, words and names. `about` has the person's
 * own name and address. Throws `JudgeBusy` during a burst.
 */
export async function newPasswordProblem(password: string, about: readonly string[]): Promise<string | null> {
  const problem = passwordProblem(password, about);
  if (problem !== null) return problem;
  const own = [...about, ...about.flatMap((text) => text.split(/[^\p{L}]+/u))].filter((word) => word.length >= 3);
  const { score, warning, suggestion } = await inTurn(() => judge(password.slice(0, judgedLength), [...own, 'jobdock']));
  if (score >= leastScore) return null;
  return `${warning ?? 'This password is easy to guess.'} ${suggestion ?? 'Choose three or four words that do not belong together.'}`;
}

type Judgement = { readonly score: number; readonly warning: string | null; readonly suggestion: string | null };

const require = createRequire(import.meta.url);
const packages = {
  core: require.resolve('@zxcvbn-ts/core'),
  common: require.resolve('@zxcvbn-ts/language-common'),
  english: require.resolve('@zxcvbn-ts/language-en'),
};

/** The thread's code. As text, because a thread needs a file of its own otherwise, beside every bundle of the service. */
const judgeCode = `
const { parentPort, workerData: { packages, password, own } } = require('node:worker_threads');
const { ZxcvbnFactory } = require(packages.core);
const common = require(packages.common);
const english = require(packages.english);
const dictionary = { ...common.dictionary, ...english.dictionary };
const judge = new ZxcvbnFactory({ dictionary, graphs: common.adjacencyGraphs, translations: english.translations });
const { score, feedback } = judge.check(password, own);
parentPort.postMessage({ score, warning: feedback.warning || null, suggestion: feedback.suggestions[0] ?? null });
`;

/**
 * Judges in a thread: one check takes up to half a second, and the lists take 50 MB. The thread ends after each check, as new
 * passwords are rare.
 */
async function judge(password: string, own: readonly string[]): Promise<Judgement> {
  const thread = new Worker(judgeCode, {
    eval: true,
    workerData: { packages, password, own },
    env: {},
    resourceLimits: { maxOldGenerationSizeMb: 256 },
  });
  try {
    return await new Promise<Judgement>((done, failed) => {
      const deadline = setTimeout(() => failed(new JudgeBusy('judging a password took too long')), deadlineMs);
      thread.once('message', (said: Judgement) => {
        clearTimeout(deadline);
        done(said);
      });
      thread.once('error', (error) => {
        clearTimeout(deadline);
        failed(error);
      });
    });
  } finally {
    await thread.terminate();
  }
}

let last: Promise<unknown> = Promise.resolve();
let waiting = 0;

/** One at a time: each takes a core. */
async function inTurn<T>(work: () => Promise<T>): Promise<T> {
  if (waiting >= mostWaiting) throw new JudgeBusy('too many new passwords at once');
  waiting += 1;
  const turn = last.then(work, work).finally(() => {
    waiting -= 1;
  });
  last = turn.catch(() => undefined);
  return turn;
}
