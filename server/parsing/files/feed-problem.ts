/** Why a whole file cannot be read. `words` is a message for people that includes the remedy. */
export type FeedProblem = {
  readonly kind:
    | 'empty'
    | 'unknown_format'
    | 'web_page'
    | 'e_mail'
    | 'malformed'
    | 'forbidden'
    | 'too_large'
    | 'no_records'
    | 'timeout';
  readonly words: string;
};

/** Thrown only inside the readers; `readFeed` catches it and returns it as a value. */
export class UnreadableFeed extends Error {
  readonly problem: FeedProblem;
  constructor(kind: FeedProblem['kind'], words: string) {
    super(words);
    this.name = 'UnreadableFeed';
    this.problem = { kind, words };
  }
}
