import type { Logger } from 'pino';
import type { Result } from '#contract/kit/result.ts';
import type { Db, Tx } from '#server/kit/db/connection.ts';
import type { Services } from '#server/kit/http/handle.ts';
import { type FetchProblem, type SafeFetchOptions, type SafeReply, safeFetch } from '#server/kit/lib/safe-fetch.ts';
import type { Secrets } from '#server/kit/lib/secrets.ts';
import type { MailCollection, MailOptions } from '#server/parsing/collect-mail.ts';
import type { Collection, CollectOptions } from '#server/parsing/collect-records.ts';
import type { FeedProblem } from '#server/parsing/files/feed-problem.ts';
import type { KeptParser } from '#server/parsing/kept-parser.ts';
import { collectApart, collectMailApart, readMailFilesApart } from '#server/parsing/read-apart.ts';
import type { FileReader } from '#server/parsing/turns/parser-turns.ts';
import type { CollectProblem, Credentials, MailboxAccess, SignInToMailbox } from '../collectors/collector.ts';
import { type MailboxCursor, type MailboxMail, readMailbox } from '../collectors/mailbox.ts';
import { reachableHosts } from '../collectors/reachable-hosts.ts';
import { type CheckSender, senderCheck, systemResolver } from '../mails/sender-check.ts';
import { mailboxSignIn } from '../task-rows/mailbox-tokens.ts';
import { credentialsOf } from '../task-rows/task-credentials.ts';

/** What collections use of their process. */
export type CollectPorts = {
  readonly db: Db;
  readonly now: () => Date;
  readonly log: Logger;
  readonly secrets: Secrets;
  readonly credentials: (customerId: number, taskId: number) => Promise<Credentials>;
  readonly fetch: (url: string, options: SafeFetchOptions) => Promise<Result<SafeReply, FetchProblem>>;
  readonly read: (
    bytes: Uint8Array,
    options: CollectOptions,
    reader: FileReader,
    limits: { readonly signal: AbortSignal },
  ) => Promise<Result<Collection, FeedProblem>>;
  readonly readMail: (
    bytes: Uint8Array,
    options: MailOptions,
    reader: FileReader,
    limits: { readonly signal: AbortSignal; readonly kept?: KeptParser },
  ) => Promise<Result<MailCollection, FeedProblem>>;
  readonly readMailFiles: typeof readMailFilesApart;
  /** Checks who sent an email. */
  readonly checkSender: CheckSender;
  /** Hosts with ports that may be reached although they are private. */
  readonly allow: readonly string[];
  /** Signs in to the mailbox of a task. `holderId` is the task whose sign-in it is; 0 for one that is not saved yet. */
  readonly signInToMailbox: (of: {
    readonly customerId: number;
    readonly holderId: number;
    readonly signal: AbortSignal;
  }) => SignInToMailbox;
  readonly readMailbox: (
    access: MailboxAccess,
    how: { readonly cursor: MailboxCursor | null; readonly now: Date; readonly signal: AbortSignal },
    take: (mail: MailboxMail) => Promise<void>,
  ) => Promise<Result<number, CollectProblem>>;
  /** The domain of the addresses of tasks. */
  readonly mailDomain: string;
  /** A number from 0 to 1 that keeps the runs of tasks apart. */
  readonly spread: () => number;
};

/** Reads the credentials of tasks. */
export const credentialsIn =
  (db: Db | Tx, secrets: Secrets): CollectPorts['credentials'] =>
  (customerId, taskId) =>
    credentialsOf(db, secrets, { customerId, taskId });

/** The production ports: fetch through the outbound guard, parse in a separate process. */
export function collectPorts({ db, now, log, config, secrets }: Services): CollectPorts {
  const allow = reachableHosts(config);
  const fetch: CollectPorts['fetch'] = (url, options) => safeFetch(url, { ...options, allow });
  return {
    db,
    now,
    log,
    secrets,
    allow,
    read: collectApart,
    readMail: collectMailApart,
    readMailFiles: readMailFilesApart,
    checkSender: senderCheck(config.mailIn?.resolver ?? systemResolver),
    readMailbox: (access, how, take) => readMailbox(access, { ...how, allow }, take),
    signInToMailbox: ({ signal, ...of }) =>
      mailboxSignIn({ db, secrets, now, fetch: (url, options) => fetch(url, { ...options, signal }) }, of),
    mailDomain: config.mailIn?.domain ?? '',
    credentials: credentialsIn(db, secrets),
    fetch,
    spread: Math.random,
  };
}
