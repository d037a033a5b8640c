import type { Result } from '#contract/kit/result.ts';
import type { FeedProblem } from './files/feed-problem.ts';
import { type Answer, ask, type Parser, type ParserLimits, type ParserWork, startParser, type TakeIn } from './parser-process.ts';

/** Work of a kept process. It may be read twice, so that each reading takes in its result by itself. */
type KeptWork<T> = Omit<ParserWork<T>, 'takeIn'> & { readonly takeIn: () => TakeIn<T> };

/** A parsing process that reads several files of one customer, one after another. */
export type KeptParser = {
  /** Reads a file as `runParser` does. The next file is read in the same process, unless this one took too long or ended it. */
  readonly read: <T>(work: KeptWork<T>, limits: ParserLimits) => Promise<Result<T, FeedProblem>>;
  /** Ends the process, if there is one. */
  readonly end: () => void;
};

/** Keeps a parsing process for several files. It starts with the first one; its caller ends it. */
export function keepParser(): KeptParser {
  let kept: Parser | null = null;

  function end(): void {
    kept?.child.kill('SIGKILL');
    kept = null;
  }

  async function readOnce<T>({ takeIn, ...work }: KeptWork<T>, limits: ParserLimits): Promise<Answer<T>> {
    kept ??= startParser(limits);
    let answered = false;
    try {
      const answer = await ask(kept, { ...work, takeIn: takeIn() }, limits);
      answered = answer.by === 'parser';
      return answer;
    } finally {
      if (!answered) end();
    }
  }

  return {
    async read(work, limits) {
      if (kept?.child.connected === false) end();
      const wasUsed = kept !== null;
      const answer = await readOnce(work, limits);
      // A process that read other files before may have ended because of them. A fresh one has all of its memory for this file.
      return (wasUsed && answer.by === 'end' ? await readOnce(work, limits) : answer).outcome;
    },
    end,
  };
}
