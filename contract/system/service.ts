import * as z from 'zod';
import { endpoint } from '../kit/endpoint.ts';
import { Instant } from '../kit/ids.ts';

export const getHealth = endpoint('GET /api/health', {
  about:
    'Whether the service can do its work, and whether the nightly backup was made. The HTTP status is 503 unless `status` is `ok`.',
  args: z.object({}),
  reply: z.object({
    /** `read_only`: the database is a standby. `disk_full`: a statement failed in the last half minute because its disk was full. */
    status: z.enum(['ok', 'stopping', 'no_database', 'read_only', 'disk_full']),
    /** `late`: the newest one is older than 25 hours, or there is none. `off`: the service makes none. Null while it stops. */
    backup: z.enum(['ok', 'late', 'off']).nullable(),
    version: z.string(),
    at: Instant,
  }),
  fails: [],
  needs: 'public',
  offline: 'online',
  example: { status: 'ok', backup: 'ok', version: '0.1.0', at: '2026-11-21T00:00:00.000Z' },
});

export const getLiveness = endpoint('GET /api/health/live', {
  about: 'Answers while the process runs, whatever its database does. A process that does not answer is to be started again.',
  args: z.object({}),
  reply: z.object({ status: z.literal('alive') }),
  fails: [],
  needs: 'public',
  offline: 'online',
  example: { status: 'alive' },
});

export const getOpenApi = endpoint('GET /api/openapi.json', {
  about: 'This service’s calls as an OpenAPI 3.1 document.',
  args: z.object({}),
  reply: z.looseObject({ openapi: z.string(), paths: z.record(z.string(), z.unknown()) }),
  fails: [],
  needs: 'public',
  offline: 'online',
  example: { openapi: '3.1.0', paths: {} },
});

/** The largest report of a browser that is read, in bytes. */
export const maxReportBytes = 16_000;

export const reportPolicyViolation = endpoint('POST /api/csp-report', {
  about: 'Takes a browser’s report that the content security policy blocked something; the service counts and logs it.',
  args: z.object({ report: z.unknown() }),
  wholeBody: 'report',
  reply: z.object({}),
  fails: ['too_large'],
  needs: 'public',
  offline: 'online',
  example: {},
});

export const serviceEndpoints = [getHealth, getLiveness, getOpenApi, reportPolicyViolation];
