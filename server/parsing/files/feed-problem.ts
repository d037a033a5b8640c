/** Why a file as a whole cannot be read. `words` are fit for a person and carry the remedy. */
export type FeedProblem = {
  readonly kind: 'empty' | 'unknown_format' | 'malformed' | 'forbidden' | 'too_large' | 'no_records' | 'timeout';
  readonly words: string;
};

/** Thrown inside the readers only; `readFeed` turns it into a value at its edge. */
export class UnreadableFeed extends Error {
  readonly problem: FeedProblem;
  constructor(kind: FeedProblem['kind'], words: string) {
    super(words);
    this.name = 'UnreadableFeed';
    this.problem = { kind, words };
  }
}
