import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import * as z from 'zod';
import { pageHeaders } from '../loopback/loopback.ts';
import { accountingCall, newError, oldError, type Reply } from './accounting-calls.ts';
import { authorizePage, invoicePage, listPage, unknownPage } from './freshbooks-pages.ts';
import {
  addPayment,
  dayOf,
  doubleBusiness,
  type FreshBooksState,
  freshBooksDoubleAccess,
  newState,
  newTokens,
  outstandingOf,
} from './freshbooks-state.ts';

/**
 * What becomes of the next calls that write, each once. `busy` asks for a pause of 30 s. `lost` ends the connection before anything is done,
 * `torn` does it and ends the connection without an answer, `late` ends the connection and does it a minute later, `error` does it and answers
 * 500, `down` answers 503 and does nothing, `refused` and `refusedNew` answer an error with status 200, in the old and the new form.
 */
export type FreshBooksFault = 'busy' | 'lost' | 'torn' | 'late' | 'error' | 'down' | 'refused' | 'refusedNew';

export type FreshBooksDouble = {
  readonly server: Server;
  readonly state: FreshBooksState;
  readonly faults: FreshBooksFault[];
  /** The same for calls of the token. */
  readonly tokenFaults: ('torn' | 'lost' | 'error')[];
  /** Every connection breaks, whatever the call. */
  isAway: boolean;
  /** Calls that write, as `POST /invoices/invoices`. */
  readonly writes: readonly string[];
  /** A client pays an amount of an invoice on its page; without `cents`, all that is open. Returns the ID of the payment. */
  pay(invoiceId: number, cents?: number): number;
};

const lateMs = 60_000;
type Late = { readonly at: number; readonly act: () => unknown };
type Parts = { readonly double: FreshBooksDouble & { readonly writes: string[] }; readonly late: Late[] };

/**
 * A local fake of FreshBooks’ accounting and sign-in: errors come with status 200, lists in pages of at most 100, a refresh token can be used
 * once, a draft has no page for its client, and a payment over the open amount becomes a credit. `GET /` shows the books to people.
 */
export function createFreshBooksDouble(now: () => Date = () => new Date()): FreshBooksDouble {
  const state = newState(() => now().getTime());
  const late: Late[] = [];
  const server = createServer((request, response) => {
    const chunks: Buffer[] = [];
    request.on('data', (chunk: Buffer) => void chunks.push(chunk));
    request.on('end', () => serve({ double, late }, request, response, Buffer.concat(chunks)));
  });
  const double = {
    server,
    state,
    faults: [] as FreshBooksFault[],
    tokenFaults: [] as ('torn' | 'lost' | 'error')[],
    isAway: false,
    writes: [] as string[],
    pay(invoiceId: number, cents?: number) {
      const invoice = state.invoices.find(({ id }) => id === invoiceId);
      if (!invoice) throw new Error(`there is no invoice ${invoiceId}`);
      const paid = cents ?? outstandingOf(state, invoice);
      return addPayment(state, invoice, { cents: paid, date: dayOf(state.now()), type: 'Credit', note: '' }).id;
    },
  };
  return double;
}

function serve({ double, late }: Parts, request: IncomingMessage, response: ServerResponse, bytes: Buffer): void {
  const { state } = double;
  const origin = `http://${request.headers.host ?? '127.0.0.1'}`;
  const url = new URL(request.url ?? '/', origin);
  const method = request.method ?? 'GET';
  for (const { act } of takeDue(late, state.now())) act();
  if (double.isAway) return void request.socket.destroy();
  if (!url.pathname.startsWith('/auth/') && !url.pathname.startsWith('/accounting/'))
    return servePage(double, method, url, response);
  if (url.pathname === '/auth/oauth/token') return serveToken(double, request, response, bytes);
  const refusal = tokenRefusal(state, request.headers.authorization);
  if (refusal) return send(response, refusal);
  if (url.pathname === '/auth/api/v1/users/me') return send(response, meReply);
  const base = `/accounting/account/${doubleBusiness.account}`;
  if (!url.pathname.startsWith(`${base}/`)) return send(response, oldError(1003, 'accountid', 'The account is not yours.'));
  const call = {
    method,
    path: url.pathname.slice(base.length),
    query: url.searchParams,
    json: (): unknown => JSON.parse(bytes.toString('utf8')),
    origin,
  };
  const fault = method === 'GET' ? undefined : double.faults.shift();
  const before = fault && refusedBy(fault);
  if (fault === 'lost') return void request.socket.destroy();
  if (before) return send(response, before, { 'retry-after': '30' });
  if (method !== 'GET') double.writes.push(`${method} ${call.path}`);
  if (fault === 'late') {
    late.push({ at: state.now() + lateMs, act: () => accountingCall(state, call) });
    return void request.socket.destroy();
  }
  const reply = accountingCall(state, call);
  if (fault === 'torn') return void request.socket.destroy();
  return send(response, fault === 'error' ? { status: 500, body: { message: 'Internal error' } } : reply);
}

/** The answer of a fault after which nothing is done. */
function refusedBy(fault: FreshBooksFault): Reply | undefined {
  if (fault === 'busy') return { status: 429, body: { message: 'Rate limit exceeded.' } };
  if (fault === 'down') return { status: 503, body: { message: 'Unavailable' } };
  if (fault === 'refused') return oldError(1001, 'organization', 'This is not allowed.');
  return fault === 'refusedNew' ? newError(3, 'This is not allowed.') : undefined;
}

function takeDue(late: Late[], now: number): Late[] {
  const due = late.filter(({ at }) => at <= now);
  late.splice(0, late.length, ...late.filter(({ at }) => at > now));
  return due;
}

function tokenRefusal({ accessTokens, now }: FreshBooksState, authorization = ''): Reply | undefined {
  const until = accessTokens.get(authorization.replace(/^Bearer /, ''));
  if (until !== undefined && until > now()) return undefined;
  return {
    status: 401,
    body: { error: 'unauthenticated', error_description: 'This action requires authentication to continue.' },
  };
}

const meReply: Reply = {
  status: 200,
  body: {
    response: {
      id: 1,
      first_name: 'Priya',
      last_name: 'Shah',
      business_memberships: [
        { id: 1, role: 'owner', business: { id: 1, name: doubleBusiness.name, account_id: doubleBusiness.account } },
      ],
    },
  },
};

const Grant = z.object({
  client_id: z.string(),
  client_secret: z.string(),
  grant_type: z.enum(['authorization_code', 'refresh_token']),
  redirect_uri: z.string(),
  code: z.string().default(''),
  refresh_token: z.string().default(''),
});

function serveToken(double: FreshBooksDouble, request: IncomingMessage, response: ServerResponse, bytes: Buffer): void {
  const fault = double.tokenFaults.shift();
  if (fault === 'lost') return void request.socket.destroy();
  const reply = tokenReply(double.state, Grant.parse(JSON.parse(bytes.toString('utf8'))));
  if (fault === 'torn') return void request.socket.destroy();
  return send(response, fault === 'error' ? { status: 500, body: {} } : reply);
}

/** Each code and each refresh token works once. */
function tokenReply(state: FreshBooksState, grant: z.infer<typeof Grant>): Reply {
  const { clientId, clientSecret } = freshBooksDoubleAccess;
  if (grant.client_id !== clientId || grant.client_secret !== clientSecret)
    return { status: 401, body: { error: 'invalid_client', error_description: 'Client authentication failed.' } };
  const until = state.codes.get(grant.code) ?? 0;
  const isGood =
    grant.grant_type === 'refresh_token'
      ? state.refreshTokens.delete(grant.refresh_token)
      : state.codes.delete(grant.code) && until > state.now();
  if (isGood) return { status: 200, body: newTokens(state) };
  return {
    status: 400,
    body: { error: 'invalid_grant', error_description: 'The provided authorization grant is invalid, expired or revoked.' },
  };
}

function servePage(double: FreshBooksDouble, method: string, url: URL, response: ServerResponse): void {
  const { state } = double;
  const html = (body: string, status = 200) => void response.writeHead(status, pageHeaders("'self'")).end(body);
  if (url.pathname === '/oauth/authorize') return html(authorizePage(state, url.searchParams));
  if (url.pathname === '/') return html(listPage(state));
  const invoice = state.invoices.find(({ key, isDraft }) => !isDraft && url.pathname === `/link/${key}`);
  if (!invoice) return html(unknownPage(), 404);
  if (method === 'POST' && outstandingOf(state, invoice) > 0) double.pay(invoice.id);
  return html(invoicePage(state, invoice));
}

function send(response: ServerResponse, { status, body }: Reply, headers: Record<string, string> = {}): void {
  response.writeHead(status, { 'content-type': 'application/json', ...headers }).end(JSON.stringify(body));
}
