import { fastifyCompress } from '@fastify/compress';
import { fastifyMultipart } from '@fastify/multipart';
import Fastify, {
  type FastifyBaseLogger,
  type FastifyInstance,
  type FastifyRequest,
  LogController,
  type RouteOptions,
} from 'fastify';
import { maxUploadBytes } from '#contract/collecting/uploads.ts';
import { type Endpoint, routeOf } from '#contract/kit/endpoint.ts';
import { maxPushBytes, pushMutations } from '#contract/sync/sync.ts';
import { maxReportBytes, reportPolicyViolation } from '#contract/system/service.ts';
import { isUnwieldy } from '../lib/unwieldy-json.ts';
import { during, requestIdOf } from '../work/work-id.ts';
import { answerBadAddress, answerErrors, answerUnreadable } from './call-errors.ts';
import { compression, compressionOf } from './compression.ts';
import type { Handler, Services } from './handle.ts';
import { type ConnectionLimits, limitConnections } from './limits/connection-limits.ts';
import { createOpenStreams } from './limits/open-streams.ts';
import { addRateLimits, type RateLimits, usualLimits } from './limits/rate-limits.ts';
import { refuseOtherMethods } from './other-methods.ts';
import { type Answered, type CallContext, runCall } from './run-call.ts';
import { addSecurity } from './security.ts';
import { addStaticFiles } from './static-files.ts';
import { addStop } from './stop/stop.ts';
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
  readonly answered?: Answered;
};

/** The HTTP server of the service. `drain` stops it: it says so for some milliseconds, then ends streams and gives calls ten seconds. */
export type Server = {
  readonly app: FastifyInstance;
  /** How many live streams are open. */
  readonly streams: () => number;
  drain(noticeMilliseconds?: number): Promise<void>;
};

const bodyBytes = 1_000_000;

/** Builds the server from handlers of declared calls. Nothing else answers under /api and /auth. */
export async function buildServer(options: ServeOptions): Promise<Server> {
  const { services, handlers } = options;
  const loggerInstance: FastifyBaseLogger = services.log;
  const app = Fastify({
    loggerInstance,
    logController: new LogController({ disableRequestLogging: true }),
    routerOptions: { caseSensitive: false, ignoreTrailingSlash: true, maxParamLength: 500 },
    bodyLimit: bodyBytes,
    requestTimeout: 30_000,
    forceCloseConnections: 'idle',
    trustProxy: trustOf(options.trustProxy ?? 0),
    genReqId: ({ headers }) => requestIdOf(headers['x-request-id']),
    // A call on a kept-alive connection is answered while the server closes; the answer ends the connection.
    return503OnClosing: false,
    frameworkErrors: answerBadAddress,
    clientErrorHandler: answerUnreadable,
  });
  answerErrors(app);
  nameRequests(app);
  const stop = addStop(app, services.now);
  const { publicUrl } = services.config;
  const context: CallContext = {
    services,
    secure: publicUrl.startsWith('https:'),
    port: Number(new URL(publicUrl).port || 80),
    stopping: stop.stopping,
    streams: createOpenStreams(options.streamLimits),
    answered: options.answered,
  };
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
  return { app, streams: context.streams.count, drain: stop.drain };
}

/** Each answer has the ID of its request, and each line of the log that the request leads to. */
function nameRequests(app: FastifyInstance): void {
  app.addHook('onRequest', (request, reply, done) => {
    void reply.header('x-request-id', request.id);
    during({ reqId: request.id }, done);
  });
  // Reading the body, which happens between these hooks, goes on in the context of the connection.
  app.addHook('preValidation', (request, _reply, done) => during({ reqId: request.id }, done));
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
    onResponse: (_request, reply, done) => {
      context.answered?.(endpoint.route, reply.statusCode, endpoint.raw === 'sse' ? null : reply.elapsedTime / 1000);
      done();
    },
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
