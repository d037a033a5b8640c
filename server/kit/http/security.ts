import { fastifyCookie } from '@fastify/cookie';
import { fastifyHelmet } from '@fastify/helmet';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { receiveWebhook } from '#contract/collecting/webhooks.ts';
import { routeOf } from '#contract/kit/endpoint.ts';
import { protocolVersion } from '#contract/sync/sync.ts';
import { reportPolicyViolation } from '#contract/system/service.ts';
import { invalid, sendProblem } from './answer.ts';

/** The app uses no such device or payment, so a script that got in must not either. */
const noDevices = ['camera', 'microphone', 'geolocation', 'payment', 'usb', 'serial', 'hid', 'display-capture']
  .map((feature) => `${feature}=()`)
  .join(', ');

const { path: reportPath } = routeOf(reportPolicyViolation);
const { path: webhookPath } = routeOf(receiveWebhook);

/** Adds the security headers of every reply [D4.1, D4.3] and refuses requests that a browser sends for another site. */
export async function addSecurity(app: FastifyInstance, options: { publicUrl: string }): Promise<void> {
  const https = options.publicUrl.startsWith('https:');
  await app.register(fastifyCookie);
  await app.register(fastifyHelmet, {
    contentSecurityPolicy: {
      useDefaults: false,
      directives: {
        defaultSrc: ["'none'"],
        scriptSrc: ["'self'"],
        // Mantine writes theme variables and positions as inline styles. A nonce is not possible: the page is one precached file.
        styleSrc: ["'self'", "'unsafe-inline'"],
        imgSrc: ["'self'", 'data:'],
        fontSrc: ["'self'"],
        connectSrc: ["'self'"],
        workerSrc: ["'self'"],
        manifestSrc: ["'self'"],
        objectSrc: ["'none'"],
        baseUri: ["'none'"],
        formAction: ["'self'"],
        frameAncestors: ["'none'"],
        requireTrustedTypesFor: ["'script'"],
        // The app's own policy accepts script URLs of this origin (src/app/start/trusted-types.ts); the human check's widget has
        // its own policy, and so has the sandboxed frame of an email (src/entities/mail/mail-frame.tsx).
        trustedTypes: ['default', 'svelte-trusted-html', 'mail-frame'],
        // Browsers that know `report-to` ignore `report-uri`.
        reportUri: [reportPath],
        reportTo: ['csp'],
      },
    },
    hsts: https ? { maxAge: 31_536_000 } : false,
    frameguard: { action: 'deny' },
    referrerPolicy: { policy: 'no-referrer' },
    crossOriginResourcePolicy: { policy: 'same-origin' },
  });
  app.addHook('onRequest', async (request, reply) => {
    // Refuses a path that proxy and service could read differently.
    const path = request.url.split('?', 1)[0] ?? '';
    if (/\/\/|%2f|%5c|%00|\\/i.test(path)) return sendProblem(reply, { kind: 'not_found' });
    if (request.method !== 'GET' && request.method !== 'HEAD' && isForeign(request, options.publicUrl)) {
      return sendProblem(reply, { kind: 'forbidden' });
    }
    if (hasBody(request) && !contentTypeHolds(request)) {
      return sendProblem(reply, invalid('content-type', 'Send application/json, a form or a multipart upload'), 415);
    }
    return undefined;
  });
  app.addHook('onSend', async (request, reply) => {
    void reply.header('permissions-policy', noDevices);
    void reply.header('reporting-endpoints', `csp="${reportPath}"`);
    const path = request.url.toLowerCase();
    if (path.startsWith('/api/') || path.startsWith('/auth/')) void reply.header('cache-control', 'no-store');
    // Proves to the outbox that the service answered, and not a captive portal [S3].
    if (path.startsWith('/api/sync/')) void reply.header('x-sync-protocol', String(protocolVersion));
  });
}

/** Whether a page of another site sent the request. Only such requests carry a person's cookie without their intent. */
function isForeign(request: FastifyRequest, publicUrl: string): boolean {
  if (request.headers['sec-fetch-site'] === 'cross-site') return true;
  const { origin } = request.headers;
  if (origin === undefined) return false;
  if (origin === new URL(publicUrl).origin) return false;
  try {
    return new URL(origin).host !== request.headers.host;
  } catch {
    return true;
  }
}

const hasBody = (request: FastifyRequest) =>
  request.headers['transfer-encoding'] !== undefined || Number(request.headers['content-length'] ?? 0) > 0;

const strictTypes =
  /^(application\/json(; ?charset=utf-8)?|application\/x-www-form-urlencoded(; ?charset=utf-8)?|multipart\/form-data; ?boundary=["\w'()+,./:=?-]{1,72})$/i;

/** Browsers send reports of the policy under types of their own. */
const reportTypes = /^application\/(csp-report|reports\+json)(; ?charset=utf-8)?$/i;

/** Accepts only whole, known values: oddly spaced content types have made a framework skip its validation three times. */
function contentTypeHolds(request: FastifyRequest): boolean {
  // Takes its body as bytes, whatever the vendor calls it.
  if (request.routeOptions.url === webhookPath) return true;
  const type = request.headers['content-type'] ?? '';
  return strictTypes.test(type) || (reportTypes.test(type) && request.url.split('?', 1)[0] === reportPath);
}
