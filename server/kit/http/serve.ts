import { fastifyCompress } from '@fastify/compress';
import { fastifyMultipart } from '@fastify/multipart';
import Fastify, {
  type FastifyBaseLogger,
  type FastifyError,
  type FastifyInstance,
  type FastifyRequest,
  LogController,
  type RouteOptions,
} from 'fastify';
import { maxUploadBytes } from '#contract/collecting/uploads.ts';
import { type Endpoint, routeOf } from '#contract/kit/endpoint.ts';
import type { Refusal } from '#contract/kit/errors.ts';
import { maxPushBytes, pushMutations } from '#contract/sync/sync.ts';
import { maxReportBytes, reportPolicyViolation } from '#contract/system/service.ts';
import { isUnfitValue, unfitWords } from '../lib/unfit-values.ts';
import { isUnwieldy } from '../lib/unwieldy-json.ts';
import { invalid, sendProblem } from './answer.ts';
import { compression, compressionOf } from './compression.ts';
import type { Handler, Services } from './handle.ts';
import { type ConnectionLimits, limitConnections } from './limits/connection-limits.ts';
import { createOpenStreams } from './limits/open-streams.ts';
import { addRateLimits, type RateLimits, usualLimits } from './limits/rate-limits.ts';
import { refuseOtherMethods } from './other-methods.ts';
import { type CallContext, runCall } from './run-call.ts';
import { addSecurity } from './security.ts';
import { addStaticFiles } from './static-files.ts';
import { bearerOf } from './tokens/bearer.ts';

export type ServeOptions = {
  readonly services: Services;
  readonly handlers: readonly Handler[];
  /** Folder of the built app. */
  readonly clientFolder: string;
  /** How many proxies stand before the service, or their addresses: the caller is the address that the outermost of them saw. */
  readonly trustProxy?: number | string[];
  /** Makes browsers remove the app's service worker. */
  readonly workerGone?: boolean;
  readonly limits?: RateLimits;
  readonly streamLimits?: { readonly user: number; readonly address: number };
  readonly connectionLimits?: ConnectionLimits;
};

/** The HTTP server of the service. `drain` stops it: it ends streams at once and gives running calls up to ten seconds. */
export type Server = { readonly app: FastifyInstance; drain(): Promise<void> };

const bodyBytes = 1_000_000;
const drainMilliseconds = 10_000;

/** Builds the server from handlers of declared calls. Nothing else answers under /api and /auth. */
export async function buildServer(options: ServeOptions): Promise<Server> {
  const { services, handlers } = options;
  const stopping = new AbortController();
  const loggerInstance: FastifyBaseLogger = services.log;
  const app = Fastify({
    loggerInstance,
    logController: new LogController({ disableRequestLogging: true }),
    routerOptions: { caseSensitive: false, ignoreTrailingSlash: true, maxParamLength: 500 },
    bodyLimit: bodyBytes,
    requestTimeout: 30_000,
    forceCloseConnections: 'idle',
    trustProxy: trustOf(options.trustProxy ?? 0),
    genReqId: () => crypto.randomUUID(),
  });
  const { publicUrl } = services.config;
  const context: CallContext = {
    services,
    secure: publicUrl.startsWith('https:'),
    port: Number(new URL(publicUrl).port || 80),
    stopping: stopping.signal,
    streams: createOpenStreams(options.streamLimits),
  };
  answerErrors(app);
  app.addHook('onRequest', async (request, reply) => {
    void reply.header('x-request-id', request.id);
    if (stopping.signal.aborted && /^\/api\/health\b/i.test(request.url)) {
      return reply.code(503).send({ status: 'stopping', backup: null, version: '', at: services.now().toISOString() });
    }
    return undefined;
  });
  await addSecurity(app, { publicUrl });
  const callerOf = async (request: FastifyRequest) => {
    const token = bearerOf(request);
    return token === undefined ? undefined : services.actors.claims(token);
  };
  await addRateLimits(app, callerOf, options.limits ?? usualLimits);
  await addBodies(app);
  for (const handler of handlers) addCall(app, context, handler);
  const isRefused = refuseOtherMethods(app, handlers);
  await addStaticFiles(app, options.clientFolder, { gone: options.workerGone ?? false }, isRefused);
  limitConnections(app.server, (options.trustProxy ?? 0) !== 0, options.connectionLimits);
  await app.ready();
  return { app, drain: () => drain(app, stopping) };
}

/** Fastify believes no one when it is given a bare number, so the hops are counted here: hop 0 is the address that connects. */
const trustOf = (proxies: number | string[]) =>
  typeof proxies === 'number' ? (_address: string, hop: number) => hop < proxies : proxies;

async function addBodies(app: FastifyInstance): Promise<void> {
  await app.register(fastifyCompress, compression);
  await app.register(fastifyMultipart, { limits: { fileSize: maxUploadBytes, files: 1, fields: 50, parts: 60 } });
  app.removeContentTypeParser('application/json');
  app.removeContentTypeParser('text/plain');
  const parseJson = app.getDefaultJsonParser('error', 'error');
  app.addContentTypeParser(
    ['application/json', 'application/csp-report', 'application/reports+json'],
    { parseAs: 'string' },
    (request, body, done) => {
      // Some clients set a content type for calls without arguments, but send no body.
      if (body === '') done(null, undefined);
      else if (isUnwieldy(body as string))
        done(Object.assign(new Error('nested too deep, or too many fields'), { statusCode: 400 }));
      else void parseJson(request, body as string, done);
    },
  );
  app.addContentTypeParser('application/x-www-form-urlencoded', { parseAs: 'string' }, (_request, body, done) => {
    done(null, Object.fromEntries(new URLSearchParams(body as string)));
  });
}

function addCall(app: FastifyInstance, context: CallContext, handler: Handler): void {
  const { endpoint } = handler;
  const { method, path } = routeOf(endpoint);
  const route: RouteOptions = {
    method,
    url: path,
    bodyLimit: bodyLimitOf(endpoint),
    ...compressionOf(endpoint.raw),
    handler: (request, reply) => runCall(context, handler, request, reply),
  };
  if (endpoint.bytes === undefined) app.route(route);
  else app.register((inner, _options, done) => done(addBytesCall(inner, route)));
}

/** A call that takes the body as it is. In a context of its own, since other calls read JSON only. */
function addBytesCall(app: FastifyInstance, route: RouteOptions): undefined {
  app.removeAllContentTypeParsers();
  app.addContentTypeParser('*', { parseAs: 'buffer' }, (_request, body, done) => done(null, body));
  app.route(route);
}

function bodyLimitOf(endpoint: Endpoint): number {
  if (endpoint.upload !== undefined) return maxUploadBytes + bodyBytes;
  if (endpoint.bytes !== undefined) return endpoint.bytes;
  if (endpoint.route === reportPolicyViolation.route) return maxReportBytes;
  return endpoint.route === pushMutations.route ? maxPushBytes : bodyBytes;
}

const tooLarge: Refusal = { kind: 'too_large', limit: 'Send less at once' };
const fileTooLarge: Refusal = { kind: 'too_large', limit: `A file may have ${maxUploadBytes / 1_000_000} MB. Split it.` };

/** SQL states of temporary errors: locks, serialization, statement timeout, no resources, database starting or gone. */
const transientStates = /^(40001|40P01|55P03|57014|57P0[1-4]|53\d{3}|08\d{3})$/;
const unfitValue = invalid('request', unfitWords);
const transientCodes = new Set(['ECONNREFUSED', 'ECONNRESET', 'EPIPE', 'ETIMEDOUT']);

function answerErrors(app: FastifyInstance): void {
  app.setErrorHandler((error: FastifyError & { kind?: string; retryAfterSeconds?: number }, request, reply) => {
    if (error.kind === 'busy') return sendProblem(reply, { kind: 'busy', retryAfterSeconds: error.retryAfterSeconds ?? 1 });
    if (error.code === 'FST_REQ_FILE_TOO_LARGE') return sendProblem(reply, fileTooLarge);
    if (error.statusCode === 413) return sendProblem(reply, tooLarge);
    if (error.statusCode === 415) return sendProblem(reply, invalid('content-type', 'Send application/json'), 415);
    // Errors of the framework itself: unreadable JSON, too many headers.
    if (error.statusCode !== undefined && error.statusCode < 500)
      return sendProblem(reply, invalid('body', 'This could not be read'));
    const code = error.code ?? '';
    if (transientStates.test(code) || transientCodes.has(code)) {
      request.log.warn({ err: error, url: request.routeOptions.url }, 'a call met a busy database');
      return sendProblem(reply, { kind: 'busy', retryAfterSeconds: 2 }, 503);
    }
    if (isUnfitValue(error)) {
      request.log.warn({ code, url: request.routeOptions.url }, 'a call sent a value that the database refused');
      return sendProblem(reply, unfitValue);
    }
    request.log.error({ err: error, url: request.routeOptions.url }, 'a call failed');
    return reply.code(500).send({ kind: 'server', ref: request.id });
  });
}

async function drain(app: FastifyInstance, stopping: AbortController): Promise<void> {
  stopping.abort();
  // Closes kept-alive connections whose last call ends after this moment; otherwise only their client would close them.
  const idle = setInterval(() => app.server.closeIdleConnections(), 50);
  const force = setTimeout(() => app.server.closeAllConnections(), drainMilliseconds);
  try {
    await app.close();
  } finally {
    clearInterval(idle);
    clearTimeout(force);
  }
}
