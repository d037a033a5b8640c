import { setImmediate as nextTurn } from 'node:timers/promises';
import type * as z from 'zod';
import type { Result } from '#contract/kit/result.ts';
import type { CollectError } from '#contract/rows/collect-errors.ts';
import type { CrawlerKind } from '#contract/rows/rows.ts';
import type { FetchProblem, SafeFetchOptions, SafeReply } from '#server/kit/lib/safe-fetch.ts';

/** What a collector may use of the process. It reads no clock and no network of its own. */
export type CollectorTools = {
  readonly now: () => Date;
  /** The only way out: `safeFetch`, which also reaches the demo's own sites. The signal of the run is already in it. */
  readonly fetch: (
    url: string,
    options?: Omit<SafeFetchOptions, 'allow' | 'signal' | 'resolve'>,
  ) => Promise<Result<SafeReply, FetchProblem>>;
  readonly signal: AbortSignal;
  /** Hosts with ports that may be reached although they are private. `fetch` knows them itself. */
  readonly allow: readonly string[];
  /** Signs in to the mailbox of the task. */
  readonly signInToMailbox: SignInToMailbox;
  /** Tells how far the fetching is: `done` of `of` pages or records; `of` is 0 while it is not known. Throws where the run was stopped. */
  readonly progress: (done: number, of: number) => Promise<void>;
  /** Set where a person only looks at the first jobs: a collector may then end after so many. Its file is not complete. */
  readonly most?: number;
};

/** The secrets of a task. An empty text means that none is stored. */
export type Credentials = {
  /** The whole address of the feed, API or portal. */
  readonly url: string;
  readonly username: string;
  readonly password: string;
  readonly orgKey: string;
  readonly secretKey: string;
};

export type MailboxAccess = Pick<Credentials, 'url' | 'username' | 'password' | 'secretKey'>;
/** Does something with a mailbox, signed in with an access token that is good; `access` may hold what renews it. */
export type SignInToMailbox = <T>(
  access: MailboxAccess,
  use: (access: MailboxAccess) => Promise<Result<T, CollectProblem>>,
) => Promise<Result<T, CollectProblem>>;

/** What a task asks its collector to do. */
export type CollectorTask<S = unknown> = {
  readonly customerId: number;
  readonly taskId: number;
  readonly settings: S;
  readonly credentials: Credentials;
  /** The marks that the last successful pull returned; empty at first. */
  readonly marks: Marks;
};

/** What a collector remembers between two runs, such as an ETag. Plain text only; never a secret. */
export type Marks = Readonly<Record<string, string>>;

/** Why there are no jobs. `words` is for people: what happened and what to do; it never repeats text of the other side. */
export type CollectProblem = {
  readonly kind: CollectError;
  readonly words: string;
  /** The vendor asked to wait this long. */
  readonly retryAfterSeconds?: number;
};

/**
 * What one pull gave. `bytes` is a file of any format that the feed readers know; collectors of pages and APIs write their records with
 * `fileOfRecords`, so that what a job came from can be kept and read again. `complete`: the file lists every open job, so that jobs
 * missing in it can be canceled.
 */
export type Pulled =
  | { readonly kind: 'unchanged' }
  | { readonly kind: 'file'; readonly bytes: Uint8Array; readonly complete: boolean; readonly marks: Marks };

/** One way to collect jobs. `S` are the settings of its tasks, which hold no secret. */
export type Collector<S = unknown> = {
  readonly kind: CrawlerKind;
  readonly settings: z.ZodType<S>;
  /** Signs in, or asks for the least that shows that the vendor lets the task in. Stages nothing. */
  readonly check: (task: CollectorTask<S>, tools: CollectorTools) => Promise<Result<null, CollectProblem>>;
  /** Fetches the jobs of the task. */
  readonly pull: (task: CollectorTask<S>, tools: CollectorTools) => Promise<Result<Pulled, CollectProblem>>;
  /** Fetches one job by the vendor's id, where the vendor allows it. `gone`: the vendor has no such job any more. */
  readonly pullOne?: (
    task: CollectorTask<S>,
    providerJobId: string,
    tools: CollectorTools,
  ) => Promise<Result<Pulled | { readonly kind: 'gone' }, CollectProblem>>;
};

/** Records that are written in one turn of the event loop. */
const recordsAtOnce = 500;

/** A file of flat records, in the form that the feed readers read: a JSON list of objects. */
export async function fileOfRecords(
  records: readonly Readonly<Record<string, string | number | boolean | null>>[],
): Promise<Uint8Array> {
  const parts: string[] = [];
  for (let at = 0; at < records.length; at += recordsAtOnce) {
    if (at > 0) await nextTurn();
    parts.push(JSON.stringify(records.slice(at, at + recordsAtOnce)).slice(1, -1));
  }
  return Buffer.from(`[${parts.join(',')}]`);
}
