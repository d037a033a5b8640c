import { fastifyRateLimit } from '@fastify/rate-limit';
import type { FastifyInstance, FastifyRequest } from 'fastify';

/** The user that a request names by its token. Undefined without a valid one. */
type CallerOf = (request: FastifyRequest) => Promise<{ readonly customerId: number; readonly userId: number } | undefined>;

/** Requests per minute that one caller may make. */
export type RateLimits = {
  readonly perAddress: number;
  /** Renewals of sessions have their own limit: a whole office behind one address renews them at eight in the morning. */
  readonly renewalsPerAddress: number;
  readonly perUser: number;
  /** Sync has its own limit, so that a long replay never blocks the screens [D10.1]. */
  readonly syncPerUser: number;
};
export const usualLimits: RateLimits = { perAddress: 300, renewalsPerAddress: 3000, perUser: 900, syncPerUser: 900 };

/** Counts calls by user, or by address without sign-in. Files of the app are not counted. */
export async function addRateLimits(app: FastifyInstance, callerOf: CallerOf, limits: RateLimits): Promise<void> {
  await app.register(fastifyRateLimit, {
    global: true,
    timeWindow: 60_000,
    cache: 20_000,
    keyGenerator: async (request) => {
      // Counted apart, so that a flood of reports never keeps an office from signing in.
      if (isReport(request)) return `reports/${request.ip}`;
      // So is what everyone may read: an applicant never keeps the office at the same address from working.
      if (isPublic(request)) return `public/${request.ip}`;
      if (isRenewal(request)) return `renewals/${request.ip}`;
      const caller = await callerOf(request);
      if (!caller) return `address/${request.ip}`;
      return `${isSync(request) ? 'sync' : 'user'}/${caller.customerId}/${caller.userId}`;
    },
    max: (_request, key) => {
      if (key.startsWith('reports/')) return mostReports;
      if (key.startsWith('renewals/')) return limits.renewalsPerAddress;
      if (key.startsWith('address/') || key.startsWith('public/')) return limits.perAddress;
      return key.startsWith('sync/') ? limits.syncPerUser : limits.perUser;
    },
    allowList: (request) => !/^\/(api|auth|feeds|apply)\//i.test(request.url) || /^\/api\/health\b/i.test(request.url),
    errorResponseBuilder: (_request, context) => ({
      statusCode: 429,
      kind: 'busy',
      retryAfterSeconds: Math.max(1, Math.ceil(context.ttl / 1000)),
    }),
  });
}

const mostReports = 60;
const isReport = (request: FastifyRequest) => /^\/api\/csp-report\b/i.test(request.url);
const isRenewal = (request: FastifyRequest) => /^\/auth\/tokenrefresh\b/i.test(request.url);
const isPublic = (request: FastifyRequest) => /^\/(feeds|apply)\//i.test(request.url);
const isSync = (request: FastifyRequest) => /^\/api\/sync\//i.test(request.url);
