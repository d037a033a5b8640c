import type { FastifyReply, FastifyRequest } from 'fastify';
import type * as z from 'zod';
import { type Endpoint, routeOf } from '#contract/kit/endpoint.ts';
import type { CustomerRef } from '#contract/kit/ids.ts';
import { no, type Result } from '#contract/kit/result.ts';
import { refusalToWire } from '#contract/kit/wire-refusals.ts';
import { toWire } from '#contract/kit/wire-translation.ts';
import { may } from '#domain/rights/may.ts';
import { scopeTo } from '../db/customer-scope.ts';
import { stepUpRefusal } from '../identity/step-up.ts';
import { invalid, sendProblem, sendRaw } from './answer.ts';
import { browserSide } from './browser-side.ts';
import { inCustomer, scopeOf, worksFor } from './call-scope.ts';
import { resolveCustomer } from './customer-access.ts';
import type { Actor, Handler, OpenCall, RawReply, Services } from './handle.ts';
import type { OpenStreams } from './limits/open-streams.ts';
import { type Incoming, namedFields, readArgs } from './read-args.ts';
import { readUpload } from './read-upload.ts';
import { bearerOf } from './tokens/bearer.ts';

type Run = (args: Record<string, unknown>, call: OpenCall) => Promise<Result<unknown, { kind: string }>>;
/** Hears of each answer: its call as declared, its status, and its seconds; null for a stream. */
export type Answered = (call: string, status: number, seconds: number | null) => void;
export type CallContext = {
  readonly services: Services;
  readonly secure: boolean;
  readonly port: number;
  readonly stopping: AbortSignal;
  readonly streams: OpenStreams;
  readonly answered: Answered | undefined;
};

/**
 * Answers one request of a declared call: identifies the caller, checks the right, resolves the customer, parses the arguments,
 * then runs the handler.
 */
export async function runCall(context: CallContext, handler: Handler, request: FastifyRequest, reply: FastifyReply) {
  const { endpoint } = handler;
  const actor = await actorOf(context.services, request);
  if (endpoint.needs !== 'public') {
    if (!actor) return sendProblem(reply, { kind: 'signed_out' });
    if (!passwordAllows(actor, endpoint)) return sendProblem(reply, { kind: 'password_expired' });
    if (actor.mustAddFactor && !handler.beforeFactor) return sendProblem(reply, { kind: 'add_second_factor' });
    if (!mayCall(endpoint, actor, request)) return sendProblem(reply, refusalFor(context.services, endpoint, actor, request.ip));
  }
  const incoming = {
    params: request.params,
    query: request.query,
    body: endpoint.upload === undefined ? request.body : await readUpload(request, endpoint.upload),
  };
  // Checks the customer first, so that a request for a foreign customer learns nothing else [D1.1].
  const customer = actor && (await customerOf(context.services, endpoint, actor, incoming));
  if (customer && !customer.ok) return sendProblem(reply, customer.error);
  const read = readArgs(endpoint, incoming);
  if (!read.ok) return sendProblem(reply, read.error);
  const args = customer ? { ...read.value, [customerKeyOf(endpoint) ?? 'cust']: customer.value } : read.value;
  const caller = actor && customer ? inCustomer(actor, customer.value) : actor;
  if (caller && !may(caller, endpoint.needs))
    return sendProblem(reply, refusalFor(context.services, endpoint, caller, request.ip));
  if (endpoint.raw === 'sse' && !holdsStream(context.streams, actor, request, reply)) return sendProblem(reply, tooManyStreams);
  const key = idempotencyKeyOf(request);
  if (!key.ok) return sendProblem(reply, key.error);
  const call: OpenCall = {
    services: caller
      ? { ...context.services, db: scopeTo(context.services.db, scopeOf(caller, customer?.value)) }
      : context.services,
    actor: caller ?? null,
    idempotencyKey: key.value,
    ip: request.ip,
    signal: signalOf(context, endpoint, request, reply, { sessionId: caller?.sessionId, customer: args['customerId'] }),
    browser: browserSide(request, reply, context),
  };
  if (caller && handler.needsStepUp(args as never)) {
    const refusal = await stepUpRefusal(context.services, caller, call.browser.passkeySite?.host);
    if (refusal) return sendProblem(reply, refusalToWire(endpoint, refusal));
  }
  return answer(endpoint, reply, await (handler.run as Run)(args, call));
}

/**
 * Whether the caller has the right that a call needs: at the customer that it names, if their link there carries rights, else
 * everywhere. Access to that customer is checked after it.
 */
function mayCall(endpoint: Endpoint, actor: Actor, { params, query, body }: FastifyRequest): boolean {
  if (endpoint.needs === 'session' || actor.rightsAtLinked.size === 0) return may(actor, endpoint.needs);
  const named = namedCustomer(endpoint, { params, query, body: endpoint.upload === undefined ? body : {} });
  return may(typeof named === 'number' ? inCustomer(actor, named) : actor, endpoint.needs);
}

/** With an expired password, only the calls that lead to a new one are allowed. */
const passwordAllows = (actor: Actor, endpoint: Endpoint) => !actor.passwordExpired || endpoint.withExpiredPassword === true;

async function actorOf(services: Services, request: FastifyRequest): Promise<Actor | undefined> {
  const token = bearerOf(request);
  return token === undefined ? undefined : services.actors.of(token);
}

/** The argument that names the customer: `cust`, or `me` in the query of some documented calls. */
const customerKeyOf = (endpoint: Endpoint) => (['cust', 'me'] as const).find((key) => key in endpoint.args.shape);

/** The customer of a call with a `cust` or `me` argument. Undefined for other calls. */
async function customerOf(services: Services, endpoint: Endpoint, actor: Actor, incoming: Incoming) {
  const named = namedCustomer(endpoint, incoming);
  if (named === undefined) return undefined;
  return named === null ? no({ kind: 'not_found' as const }) : resolveCustomer(services.db, actor, named);
}

/** The customer that a request names. Null if it cannot be read; undefined for calls that name none. */
function namedCustomer(endpoint: Endpoint, incoming: Incoming): CustomerRef | null | undefined {
  const key = customerKeyOf(endpoint);
  const schema: z.ZodType | undefined = key && endpoint.args.shape[key];
  if (key === undefined || schema === undefined) return undefined;
  const ref = schema.safeParse(namedFields(endpoint, incoming)[key]);
  return ref.success ? (ref.data as CustomerRef) : null;
}

/** Logs a missing right [D9.2]. The caller learns which right is needed. */
function refusalFor(services: Services, { route, needs }: Endpoint, actor: Actor, ip: string) {
  const { customerId: customer, userId: user, actorId: by } = actor;
  services.log.warn({ route, needs, customer, user, by, ip }, 'a call was forbidden');
  return { kind: 'forbidden', needs };
}

function answer(endpoint: Endpoint, reply: FastifyReply, result: Result<unknown, { kind: string }>) {
  if (!result.ok) return sendProblem(reply, refusalToWire(endpoint, result.error));
  if (endpoint.raw !== undefined) return sendRaw(reply, endpoint.raw, result.value as RawReply);
  // Cuts down to what the contract says; a reply that does not fit it is a bug and becomes a 500 with its reference.
  return reply.code(endpoint.accepted ? 202 : 200).send(toWire(endpoint.reply, endpoint.reply.parse(result.value)));
}

function idempotencyKeyOf(request: FastifyRequest): Result<string | null, ReturnType<typeof invalid>> {
  const key = request.headers['idempotency-key'];
  if (key === undefined) return { ok: true, value: null };
  if (typeof key === 'string' && /^[\x21-\x7e]{1,200}$/.test(key)) return { ok: true, value: key };
  return { ok: false, error: invalid('idempotency-key', 'Send 1 to 200 visible characters') };
}

/** A browser opens its stream again by itself. */
const tooManyStreams = { kind: 'busy', retryAfterSeconds: 30 } as const;

/** Runs once the caller's connection is closed: at once for one who left while the caller was identified, as that is not announced again. */
function whenClosed({ raw }: FastifyReply, run: () => void): void {
  if (raw.closed || raw.destroyed) run();
  else raw.once('close', run);
}

/** Counts an event stream until its connection closes. False if its user or address has too many open. */
function holdsStream(streams: OpenStreams, actor: Actor | undefined, request: FastifyRequest, reply: FastifyReply): boolean {
  const release = streams.open(actor ? `${actor.customerId}/${actor.actorId}` : '', request.ip);
  if (release) whenClosed(reply, release);
  return release !== null;
}

/** How often an open stream checks whether its caller may still listen. */
const streamCheckMilliseconds = 2400;

function signalOf(
  context: CallContext,
  endpoint: Endpoint,
  request: FastifyRequest,
  reply: FastifyReply,
  { sessionId, customer }: { readonly sessionId: string | undefined; readonly customer: unknown },
) {
  const gone = new AbortController();
  whenClosed(reply, () => gone.abort());
  const { signal } = gone;
  if (endpoint.raw !== 'sse' || signal.aborted) return signal;
  const { services, stopping } = context;
  const mayListen = (actor: Actor | undefined) =>
    actor !== undefined &&
    may(actor, endpoint.needs) &&
    passwordAllows(actor, endpoint) &&
    (typeof customer !== 'number' || worksFor(actor, customer));
  const check = () => {
    actorOf(services, request)
      .then((actor) => (mayListen(actor) ? undefined : gone.abort()))
      .catch((error: unknown) => services.log.warn({ err: error, route: routeOf(endpoint).path }, 'a stream was not checked'));
  };
  // A revoked session, an expired token or an ended link also ends an open stream [S4]; in this process, at once.
  const timer = setInterval(check, streamCheckMilliseconds);
  const stopWatching = sessionId === undefined ? () => undefined : services.actors.whenForgotten(sessionId, check);
  const over = () => {
    clearInterval(timer);
    stopWatching();
  };
  const ends = AbortSignal.any([signal, stopping]);
  if (ends.aborted) over();
  else ends.addEventListener('abort', over, { once: true });
  return ends;
}
