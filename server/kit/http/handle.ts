import type { Logger } from 'pino';
import type { ArgsOf, Endpoint, RefusalOf, ReplyOf } from '#contract/kit/endpoint.ts';
import type { Fault, Refusal } from '#contract/kit/errors.ts';
import type { Result } from '#contract/kit/result.ts';
import type { RightName } from '#contract/kit/rights.ts';
import type { Receipt } from '../db/audit.ts';
import type { Db, Tx } from '../db/connection.ts';
import type { Publication, Publish } from '../db/publication.ts';
import type { Mailer } from '../lib/mail.ts';
import type { Secrets } from '../lib/secrets.ts';
import type { Done, Note, RecordLine } from './audited.ts';
import type { Live } from './live.ts';
import type { LoadedBy, Loader } from './loaders.ts';
import { type Run, type RunArgs, type RunOptions, runHandler } from './run-handler.ts';
import type { Claims } from './tokens/access-token.ts';

/** The caller. While an administrator works as another user, `user` is that user and `actor` the administrator. */
export type Actor = {
  readonly userId: number;
  readonly actorId: number;
  /** Customer of the actor's own account. It differs from `customerId` only while working as another user. */
  readonly actorCustomerId: number;
  readonly name: string;
  /** Customer of the user. `me` resolves to it. */
  readonly customerId: number;
  readonly administrator: boolean;
  readonly authorisesEverything: boolean;
  readonly rights: ReadonlySet<RightName>;
  /** Customers that the user is linked to. */
  readonly linkedCustomers: readonly number[];
  /** The rights that a link carries, by linked customer. At one that is missing here, the user has their own rights. */
  readonly rightsAtLinked: ReadonlyMap<number, ReadonlySet<RightName>>;
  readonly sessionId: string;
  readonly impersonating: boolean;
  /** The person's own password has expired: most calls are refused. False while working as another user. */
  readonly passwordExpired: boolean;
  /** A second factor is required of the person and is missing: only calls with `beforeFactor` work. */
  readonly mustAddFactor: boolean;
};

/** Identifies callers. */
export type Actors = {
  /** The actor of a bearer token. Undefined if the token is not valid, or no longer. */
  of(token: string): Promise<Actor | undefined>;
  /** Reads a token without checking that its session is active. */
  claims(token: string): Promise<Claims | undefined>;
  /** Removes a session from the cache, so that its next call sees a change at once. Call it after the change is committed. */
  forget(sessionId: string): void;
  /** The same for all sessions of people, and for those that work as them: their rights, role or access changed. */
  forgetPeople(userIds: readonly number[]): void;
  /** Calls `check` whenever a session is forgotten, until the returned function is called. For its open streams. */
  whenForgotten(sessionId: string, check: () => void): () => void;
};

/**
 * What the process passes to its handlers and jobs. Built once in `server/main.ts`, and by hand in tests. Layers above add their
 * own parts to this interface (`server/commands/effects.ts`); the kit passes them on without using them.
 */
export interface Services {
  /** In a handler, the rows of the customers that its call is about (`scopeOf`); elsewhere, all rows. */
  readonly db: Db;
  readonly log: Logger;
  readonly secrets: Secrets;
  readonly mail: Mailer;
  readonly actors: Actors;
  readonly live: Live;
  readonly writeRows: Publish;
  /** Current time; the only clock of handlers. */
  readonly now: () => Date;
  readonly config: {
    readonly publicUrl: string;
    readonly home: string;
    /** Folder of the nightly backups. Undefined if the service makes none. */
    readonly backups: string | undefined;
    readonly version: string;
    readonly vendorSiteUrl: string | null;
    /** Hosts with ports that collectors and targets may reach although they are private, beside the demo's own. Demo only. */
    readonly allowHosts: readonly string[];
    readonly bullhornDoubleUrl: string | null;
    /** Where emails of vendors are sent to; null if this installation takes none in. */
    readonly mailIn: {
      readonly domain: string;
      /** Looks up records of senders' domains instead of the name servers of this computer, as in the demo. */
      readonly resolver?: (name: string, type: string) => Promise<unknown>;
    } | null;
    /** The demo's sign-on provider, which is on loopback. */
    readonly signOnDoubleUrl: string | null;
    /** The mail server that emails are sent through; null without one. `mailboxUrl` is the page of the demo's mailbox, if it is that. */
    readonly sentThrough: { readonly host: string; readonly mailboxUrl: string | null } | null;
  };
}

export type Call = {
  readonly services: Services;
  readonly actor: Actor;
  readonly idempotencyKey: string | null;
  readonly ip: string;
  /** Aborted when the caller disconnects, loses its right, or the service stops. A stream must end then. */
  readonly signal: AbortSignal;
  readonly browser: BrowserSide;
};
/** A call that needs no sign-in. Its caller may be signed in. */
export type OpenCall = Omit<Call, 'actor'> & { readonly actor: Actor | null };

/** What some sign-in calls need of the HTTP request. */
export type BrowserSide = {
  /** Host that the caller requested, without the port. */
  readonly host: string;
  readonly userAgent: string;
  /** The tags of the versions that the caller has already. */
  readonly ifNoneMatch: string;
  /** A header of the request, such as a signature; blank without it. */
  readonly header: (name: string) => string;
  /** Whether a web page sent the call: it has `Origin` or `Sec-Fetch-Site`. */
  readonly isBrowser: boolean;
  readonly refreshCookie: BrowserCookie;
  /** Proves an earlier sign-in of an account in this browser. */
  readonly deviceMark: BrowserCookie;
  /** Names the browser's sign-on that is under way at a provider. */
  readonly signOnCookie: BrowserCookie;
  /** The site that passkeys belong to; null on a host without a name (`127.0.0.1`) or without https. */
  readonly passkeySite: { readonly host: string; readonly origin: string } | null;
};

export type BrowserCookie = { read(): string | null; write(value: string, maxAgeSeconds: number): void; clear(): void };

/** Reply of a call that declares `raw`. A stream of texts or bytes is sent as produced and ends with the call's signal. */
export type RawReply = {
  readonly body: AsyncIterable<string | Uint8Array> | Uint8Array | string;
  readonly contentType?: string;
  /** The browser offers the reply as a download with this name. */
  readonly fileName?: string;
  /** 200 if not given. */
  readonly status?: 304 | 404 | 410;
  readonly headers?: Readonly<Record<string, string>>;
};

/** The name of the audit line of a call that changes something: `noun.verb`. */
type AuditName = `${string}.${string}`;
/** Why a call other than GET writes no audit line itself. */
type NotAudited = `none: ${string}`;

type Loaders<E extends Endpoint> = Readonly<Record<string, Loader<ResolvedArgs<E>, unknown>>>;
type IsRead<E extends Endpoint> = E['route'] extends `GET ${string}` ? true : false;
type MayFail<E extends Endpoint, K extends Refusal['kind']> = K extends E['fails'][number] ? true : false;

/**
 * Whether the caller must have confirmed who they are within the last minutes: always, or for these arguments. A call that
 * declares the refusal `confirm_identity` must say so, and no other may.
 */
type StepUpOf<E extends Endpoint> =
  MayFail<E, 'confirm_identity'> extends true
    ? { readonly stepUp: true | ((args: ResolvedArgs<E>) => boolean) }
    : { readonly stepUp?: never };

export type Options<E extends Endpoint> = {
  /** Rows that the handler gets as its third argument. If one does not exist, the reply is `not_found`. */
  readonly load?: MayFail<E, 'not_found'> extends true ? Loaders<E> : never;
  /** Lets administrators name all customers (-1). Every other call refuses that, since it works on one. */
  readonly allCustomers?: true;
  /** Lets users who must add a second factor make the call. */
  readonly beforeFactor?: true;
} & StepUpOf<E> &
  (IsRead<E> extends true
    ? { readonly audit?: never; readonly ownTransactions?: never }
    : {
        /** The name of the audit line, or why the call writes none. */
        readonly audit: AuditName | NotAudited;
        /**
         * For work of several transactions or with outside systems: the handler opens them and calls `record` in the one that makes
         * the change.
         */
        readonly ownTransactions?: true;
      });

type BaseCall<E extends Endpoint> = E['needs'] extends 'public' ? OpenCall : Call;

/** What the handler of an audited call gets: the transaction that contains its changes and its audit line. */
type InTransaction<B extends OpenCall> = Omit<B, 'services'> & {
  /** Without the pool: a second connection could wait for the transaction for ever. */
  readonly services: Omit<Services, 'db'>;
  readonly tx: Tx;
  /** The customer that the call works on. */
  readonly customerId: number;
  /**
   * Queues replicated rows to write after the handler, together with the audit line, as the last statement of the transaction.
   */
  readonly write: (...publications: readonly Publication[]) => void;
  /** Does something in memory once the transaction is committed, and nothing if it is not. */
  readonly afterCommit: (work: () => void) => void;
};

/** What the handler of an audited call gets if it opens its transactions itself. */
type WithRecord<B extends OpenCall> = B & {
  readonly customerId: number;
  readonly record: RecordLine;
};

type CallOf<E extends Endpoint, O> = O extends { readonly audit: NotAudited }
  ? BaseCall<E>
  : O extends { readonly audit: string; readonly ownTransactions: true }
    ? WithRecord<BaseCall<E>>
    : O extends { readonly audit: string }
      ? InTransaction<BaseCall<E>>
      : BaseCall<E>;

type ReplyIn<E extends Endpoint> = E['raw'] extends string ? RawReply : ReplyOf<E>;
type ValueOf<E extends Endpoint, O> = O extends { readonly audit: NotAudited }
  ? ReplyIn<E>
  : O extends { readonly audit: string; readonly ownTransactions: true }
    ? Done<ReplyIn<E>, Receipt>
    : O extends { readonly audit: string }
      ? Done<ReplyIn<E>, Note>
      : ReplyIn<E>;

type Answer<E extends Endpoint, O> = Result<
  ValueOf<E, O>,
  RefusalOf<E> | Extract<Fault, { kind: 'busy' }> | { kind: 'signed_out' }
>;
type LoadedIn<O> = O extends { readonly load: infer L }
  ? { readonly [K in keyof L]: LoadedBy<L[K]> }
  : Readonly<Record<string, never>>;

/** A handler as the server runs it: audited, with its rows loaded. Its outcome is the reply itself. */
export type Handler = {
  readonly endpoint: Endpoint;
  /** As in `Options`. Null for a GET. */
  readonly audit: string | null;
  /** Whether a call with these arguments needs a fresh confirmation of who makes it. */
  readonly needsStepUp: (args: never) => boolean;
  readonly beforeFactor: boolean;
  readonly run: (args: never, call: never) => Promise<Result<unknown, { kind: string }>>;
};

/**
 * Connects a handler to a declared call. Before it runs, the server has parsed `args`, checked `needs`, and resolved a `cust`
 * argument (`me`, an id, -1) to a number that the actor may use. Fields that `reply` does not declare are removed from the reply.
 * A call other than GET declares its audit line. With a name, its handler runs in one transaction: it reads and writes through
 * `tx` and `write` and returns `done(reply, note)`. Rows and line are committed together; a refusal rolls everything back.
 */
export function handle<E extends Endpoint, const O extends Options<E>>(
  endpoint: E,
  options: O,
  run: (args: ResolvedArgs<E>, call: CallOf<E, O>, loaded: LoadedIn<O>) => Promise<Answer<E, O>>,
): Handler;
export function handle<E extends Endpoint & { route: `GET ${string}` }>(
  endpoint: E,
  run: (args: ResolvedArgs<E>, call: BaseCall<E>) => Promise<Answer<E, unknown>>,
): Handler;
export function handle(endpoint: Endpoint, ...rest: readonly [Run] | readonly [RunOptions, Run]): Handler {
  const [options, run] = rest.length === 1 ? [{}, rest[0]] : rest;
  return {
    endpoint,
    audit: options.audit ?? null,
    needsStepUp: typeof options.stepUp === 'function' ? options.stepUp : () => options.stepUp === true,
    beforeFactor: options.beforeFactor ?? false,
    run: (args: RunArgs, call: OpenCall) => runHandler({ ...options, run }, args, call),
  };
}

/** `cust` (or `me`) as the customer's number; only administrators can send -1 (all customers). */
export type ResolvedArgs<E extends Endpoint> = Omit<ArgsOf<E>, 'cust' | 'me'> &
  ('cust' extends keyof ArgsOf<E> ? { cust: number } : unknown) &
  ('me' extends keyof ArgsOf<E> ? { me: number } : unknown);
