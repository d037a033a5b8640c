import type { Logger } from 'pino';
import type { ArgsOf, Endpoint, RefusalOf, ReplyOf } from '#contract/kit/endpoint.ts';
import type { Fault } from '#contract/kit/errors.ts';
import type { Result } from '#contract/kit/result.ts';
import type { RightName } from '#contract/kit/rights.ts';
import type { Db } from '../db/connection.ts';
import type { Mailer } from '../lib/mail.ts';
import type { Secrets } from '../lib/secrets.ts';
import type { Claims } from './access-token.ts';
import type { Live } from './live.ts';

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
/** A call that needs nobody signed in; it may be somebody nevertheless. */
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

type Answer<E extends Endpoint> = Result<
  E['raw'] extends string ? RawReply : ReplyOf<E>,
  RefusalOf<E> | Extract<Fault, { kind: 'busy' }> | { kind: 'signed_out' }
>;

export type Handler = {
  readonly endpoint: Endpoint;
  readonly run: (args: never, call: never) => Promise<Result<unknown, { kind: string }>>;
};

/**
 * Binds a handler to a declared call. Before `run`, the server has parsed `args`, checked `needs`, and resolved a `cust`
 * argument (`me`, an id, -1) to a number that the actor may act on; a returned reply is cut down to `reply`.
 */
export function handle<E extends Endpoint>(
  endpoint: E,
  run: (args: ResolvedArgs<E>, call: E['needs'] extends 'public' ? OpenCall : Call) => Promise<Answer<E>>,
): Handler {
  return { endpoint, run };
}

/** `cust` (or `me`) arrives as the customer's number; -1 (all customers) reaches administrators only. */
export type ResolvedArgs<E extends Endpoint> = Omit<ArgsOf<E>, 'cust' | 'me'> &
  ('cust' extends keyof ArgsOf<E> ? { cust: number } : unknown) &
  ('me' extends keyof ArgsOf<E> ? { me: number } : unknown);
