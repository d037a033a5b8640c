import { randomUUID } from 'node:crypto';
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import { answerControl, type ChangeRecord } from '../double-kit/target-double.ts';
import { BullhornRecords } from './bullhorn-records.ts';
import { answerRest } from './bullhorn-rest.ts';
import { type BullhornFault, json, take } from './bullhorn-wire.ts';

export const doubleCredentials = {
  username: 'jobdock.api',
  password: 'harbor-Demo-2026',
  clientId: 'jobdock-demo',
  clientSecret: 'demo-client-secret',
};

export type BullhornDouble = {
  readonly server: Server;
  readonly records: BullhornRecords;
  /** Faults for the next matching requests. Each is used once. */
  readonly faults: BullhornFault[];
  /** Requests so far, as `METHOD entity`, for tests that count them. */
  readonly calls: string[];
  /** When those requests came, in milliseconds since 1970. */
  readonly calledAt: number[];
  /** How many sessions were opened so far. */
  readonly signIns: () => number;
  readonly change: ChangeRecord;
};

type Sessions = { codes: Set<string>; refresh: Set<string>; access: Set<string>; rest: Set<string>; opened: number };

/**
 * A local fake of Bullhorn's REST API as documented: discovery, OAuth with single-use refresh tokens, REST login, 412 without a
 * token and 401 with an expired one, create by PUT, to-many in a second step, and both query and search (whose index lags by
 * two seconds). `journal` is a file that keeps job orders across restarts.
 */
export function createBullhornDouble(
  options: { journal?: string | undefined; facilities?: number; candidates?: number; now?: () => number } = {},
): BullhornDouble {
  const records = new BullhornRecords(options.journal ?? null, options.facilities ?? 400, options.candidates);
  const faults: BullhornFault[] = [];
  const calls: string[] = [];
  const calledAt: number[] = [];
  const sessions: Sessions = { codes: new Set(), refresh: new Set(), access: new Set(), rest: new Set(), opened: 0 };
  const now = options.now ?? Date.now;
  const server = createServer((request, response) => {
    readBody(request)
      .then((body) => {
        const url = new URL(request.url ?? '/', `http://${request.headers.host ?? 'localhost'}`);
        const control = { method: request.method ?? '', url, headers: request.headers, body };
        if (answerControl(control, response, { held: () => records.jobOrders, change: changeOf(records, now), faults })) return;
        if (signIn(url, request, response, body, sessions, faults)) return;
        const token = request.headers['bhresttoken'] ?? url.searchParams.get('BhRestToken');
        if (token === undefined || token === null)
          return json(response, 412, { errorMessage: 'BhRestToken is missing', errorCode: 412 });
        if (take(faults, 'expire-session') || take(faults, 'expire-token')) sessions.rest.clear();
        if (!sessions.rest.has(String(token))) return json(response, 401, expired);
        calledAt.push(now());
        return answerRest({ url, request, response, body, records, faults, calls, now });
      })
      .catch((error: unknown) => json(response, 400, { errorMessage: String(error), errorCode: 400 }));
  });
  return { server, records, faults, calls, calledAt, signIns: () => sessions.opened, change: changeOf(records, now) };
}

/** Changes job orders as people do in Bullhorn: its own validation does not hold for them. */
const changeOf =
  (records: BullhornRecords, now: () => number): ChangeRecord =>
  (id, values) =>
    values === null ? records.remove(Number(id)) : records.edit(Number(id), values, now());

const expired = {
  errorMessage: 'Bad BhRestToken or timed-out.',
  errorMessageKey: 'errors.authentication.invalidRestToken',
  errorCode: 401,
};

/** Responds to discovery, OAuth and REST login. Returns false for any other request. */
function signIn(
  url: URL,
  request: IncomingMessage,
  response: ServerResponse,
  body: string,
  sessions: Sessions,
  faults: BullhornFault[],
): boolean {
  const here = url.origin;
  const form = new URLSearchParams(body);
  const field = (name: string) => form.get(name) ?? url.searchParams.get(name);
  switch (url.pathname) {
    case '/rest-services/loginInfo':
      json(response, 200, { oauthUrl: `${here}/oauth`, restUrl: `${here}/rest-services` });
      return true;
    case '/oauth/authorize':
      authorize(response, field, sessions);
      return true;
    case '/oauth/token':
      token(response, field, sessions);
      return true;
    case '/rest-services/login':
      if (take(faults, 'wrong-data-centre')) {
        response.writeHead(307, { location: `${here}${request.url ?? ''}` }).end();
      } else restLogin(response, field, sessions, here);
      return true;
    default:
      return false;
  }
}

function authorize(response: ServerResponse, field: (name: string) => string | null, sessions: Sessions): void {
  const good =
    field('client_id') === doubleCredentials.clientId &&
    field('username') === doubleCredentials.username &&
    field('password') === doubleCredentials.password;
  if (!good) {
    // Like Bullhorn: the response to bad credentials is an HTML page with status 200.
    response.writeHead(200, { 'content-type': 'text/html' }).end('<html><body>Invalid credentials</body></html>');
    return;
  }
  const code = randomUUID();
  sessions.codes.add(code);
  response.writeHead(302, { location: `https://www.bullhorn.com/?code=${code}` }).end();
}

function token(response: ServerResponse, field: (name: string) => string | null, sessions: Sessions): void {
  const ticket = field('code') ?? field('refresh_token') ?? '';
  const pool = field('grant_type') === 'refresh_token' ? sessions.refresh : sessions.codes;
  if (field('client_secret') !== doubleCredentials.clientSecret || !pool.delete(ticket)) {
    json(response, 400, { error: 'invalid_grant', error_description: 'Invalid, expired or used grant' });
    return;
  }
  const access = randomUUID();
  const refresh = randomUUID();
  sessions.access.add(access);
  sessions.refresh.add(refresh);
  json(response, 200, { access_token: access, token_type: 'Bearer', expires_in: 600, refresh_token: refresh });
}

function restLogin(response: ServerResponse, field: (name: string) => string | null, sessions: Sessions, here: string): void {
  if (!sessions.access.has(field('access_token') ?? '')) {
    json(response, 400, {
      errorMessage: 'Invalid or expired OAuth access token.',
      errorMessageKey: 'errors.authentication.invalidOAuthToken',
      errorCode: 400,
    });
    return;
  }
  const rest = randomUUID();
  sessions.rest.add(rest);
  sessions.opened++;
  json(response, 200, { BhRestToken: rest, restUrl: `${here}/rest-services/demo1/` });
}

async function readBody(request: IncomingMessage): Promise<string> {
  const chunks: Buffer[] = [];
  for await (const chunk of request) chunks.push(chunk as Buffer);
  return Buffer.concat(chunks).toString('utf8');
}
