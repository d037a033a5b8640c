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
import type { Claims } from './access-token.ts';
import type { Done, Note, RecordLine } from './audited.ts';
import type { Live } from './live.ts';
import type { LoadedBy, Loader } from './loaders.ts';
import { type Run, type RunArgs, type RunOptions, runHandler } from './run-handler.ts';

/** Who calls. While an administrator works as someone else, `user` is that person and `actor` the administrator. */
export type Actor = {
  readonly userId: number;
  readonly actorId: number;
  /** Customer of the actor's own account: the same as `customerId` except while working as somebody else. */
  readonly actorCustomerId: number;
  readonly name: string;
  /** Customer of the user; `me` resolves to it. */
  readonly customerId: number;
  readonly administrator: boolean;
  readonly authorisesEverything: boolean;
  readonly rights: ReadonlySet<RightName>;
  readonly sessionId: string;
  readonly impersonating: boolean;
};

/** Finds out who calls. */
export type Actors = {
  /** The actor of a bearer token, or undefined where it does not hold (any more). */
  of(token: string): Promise<Actor | undefined>;
  /** Reads a token without asking whether its session still lives. */
  claims(token: string): Promise<Claims | undefined>;
  /** Forgets what was read about a session, so that its next call sees the change at once. */
  forget(sessionId: string): void;
};

/**
 * What the process gives to its handlers and jobs; built once in `server/main.ts`, built by hand in tests. Layers above add their own
 * parts to this interface (`server/commands/effects.ts`), which the kit hands on without knowing them.
 */
export interface Services {
  readonly db: Db;
  readonly log: Logger;
  readonly secrets: Secrets;
  readonly mail: Mailer;
  readonly actors: Actors;
  readonly live: Live;
  readonly writeRows: Publish;
  /** Current instant; the only clock of handlers. */
  readonly now: () => Date;
  readonly config: {
    readonly publicUrl: string;
    readonly home: string;
    readonly version: string;
    readonly vendorSiteUrl: string | null;
    readonly bullhornDoubleUrl: string | null;
  };
}

export type Call = {
  readonly services: Services;
  readonly actor: Actor;
  readonly idempotencyKey: string | null;
  readonly ip: string;
  /** Aborted when the caller goes away, may no longer ask, or the service stops: what a stream must listen to. */
  readonly signal: AbortSignal;
  readonly browser: BrowserSide;
};
/** A call that needs no one signed in; it may be somebody nevertheless. */
export type OpenCall = Omit<Call, 'actor'> & { readonly actor: Actor | null };

/** What a few sign-in calls need of the exchange itself. */
export type BrowserSide = {
  /** Host that the caller asked for, without its port. */
  readonly host: string;
  readonly userAgent: string;
  /** The call came from a page: it carries `Origin` or `Sec-Fetch-Site`. */
  readonly isBrowser: boolean;
  readonly refreshCookie: { read(): string | null; write(value: string, maxAgeSeconds: number): void; clear(): void };
};

/** Answer of a call that declares `raw`. A stream of texts or bytes is sent as it comes and ends with the call's signal. */
export type RawReply = {
  readonly body: AsyncIterable<string | Uint8Array> | Uint8Array | string;
  readonly contentType?: string;
  /** Offered to the browser as a download of this name. */
  readonly fileName?: string;
};

/** What `audit` says of a call that changes something: the name of its line, `noun.verb`. */
type AuditName = `${string}.${string}`;
/** Why a call that is no GET writes no line of its own. */
type NotAudited = `none: ${string}`;

type Loaders<E extends Endpoint> = Readonly<Record<string, Loader<ResolvedArgs<E>, unknown>>>;
type IsRead<E extends Endpoint> = E['route'] extends `GET ${string}` ? true : false;
type MayFail<E extends Endpoint, K extends Refusal['kind']> = K extends E['fails'][number] ? true : false;

export type Options<E extends Endpoint> = {
  /** Rows that the handler gets as its third argument; one that is not there is answered with `not_found`. */
  readonly load?: MayFail<E, 'not_found'> extends true ? Loaders<E> : never;
  /** Refuses "all customers" where the call is about one. */
  readonly oneCustomer?: MayFail<E, 'invalid'> extends true ? true : never;
} & (IsRead<E> extends true
  ? { readonly audit?: never; readonly ownTransactions?: never }
  : {
      /** The name of the audit line that the call leaves, or why it leaves none. */
      readonly audit: AuditName | NotAudited;
      /** For work of several transactions or with systems outside: the handler opens them, and calls `record` in the one that counts. */
      readonly ownTransactions?: true;
    });

type BaseCall<E extends Endpoint> = E['needs'] extends 'public' ? OpenCall : Call;

/** What the handler of an audited call gets: the transaction that its effect and its audit line share. */
type InTransaction<B extends OpenCall> = Omit<B, 'services'> & {
  /** Without the pool: a second connection beside the transaction could wait for it for ever. */
  readonly services: Omit<Services, 'db'>;
  readonly tx: Tx;
  /** The customer that the call is about. */
  readonly customerId: number;
  /** Replicated rows to write when the handler is done, with the audit line and as the last statement of the transaction. */
  readonly write: (...publications: readonly Publication[]) => void;
};

/** What the handler of an audited call gets that opens its transactions itself. */
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

/** A handler as the server runs it: audited, its rows loaded, its outcome the reply itself. */
export type Handler = {
  readonly endpoint: Endpoint;
  /** As in `Options`; null for a GET. */
  readonly audit: string | null;
  readonly run: (args: never, call: never) => Promise<Result<unknown, { kind: string }>>;
};

/**
 * Binds a handler to a declared call. Before it runs, the server has parsed `args`, checked `needs`, and resolved a `cust`
 * argument (`me`, an id, -1) to a number that the actor may act on; a returned reply is cut down to `reply`.
 * A call that is no GET says what it leaves in the audit. With a name, its handler runs in one transaction: it reads and writes
 * through `tx` and `write` and answers `done(reply, note)`; rows, line and effect are committed together, a refusal takes
 * everything back.
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
    run: (args: RunArgs, call: OpenCall) => runHandler({ ...options, run }, args, call),
  };
}

/** `cust` (or `me`) arrives as the customer's number; -1 (all customers) reaches administrators only. */
export type ResolvedArgs<E extends Endpoint> = Omit<ArgsOf<E>, 'cust' | 'me'> &
  ('cust' extends keyof ArgsOf<E> ? { cust: number } : unknown) &
  ('me' extends keyof ArgsOf<E> ? { me: number } : unknown);
