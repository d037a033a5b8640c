import { createHash, randomBytes } from 'node:crypto';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import { text } from 'node:stream/consumers';
import { exportJWK } from 'jose';
import { closeNow, escapeHtml, listenOnLoopback, pageEnd, pageHeaders, pageStart } from '../loopback/loopback.ts';
import { emailOf, type Fault, type Grant, idTokenOf, newKeys, type Person } from './id-token.ts';

/** The client that the demo's sign-on provider knows. */
export const signOnClient = { clientId: 'jobdock-demo', clientSecret: 'demo-sign-on-secret' } as const;

/** A sign-on provider (OpenID Connect) on loopback. Anybody there signs in as one of its people by one click. */
export type SignOnDouble = {
  readonly url: string;
  /** What is wrong with its next answers; for tests. */
  fault: Fault | null;
  /** How people signed in there, as it says: `mfa` for a second factor. */
  amr: readonly string[];
  stop(): Promise<void>;
};

type Options = { readonly people: readonly Person[]; readonly redirectUri: string };

/** Starts the provider. It sends browsers back to `redirectUri` only. */
export async function startSignOnDouble({ people, redirectUri }: Options): Promise<SignOnDouble> {
  const keys = await newKeys();
  const jwk = { ...(await exportJWK(keys.publicKey)), kid: 'demo', alg: 'RS256', use: 'sig' };
  const codes = new Map<string, Grant>();
  const tokens = new Map<string, Person>();
  const double = { fault: null as Fault | null, amr: ['pwd'] as readonly string[] };
  let issuer = '';

  const routes: Readonly<Record<string, (asked: Asked) => Promise<void> | void>> = {
    'GET /.well-known/openid-configuration': ({ response }) => json(response, describe(issuer, double.fault)),
    'GET /jwks': ({ response }) => json(response, { keys: [jwk] }),
    'GET /authorize': ({ response, values }) => {
      const problem = problemOf(values, redirectUri);
      if (problem !== null) return plain(response, 400, problem);
      return void response.writeHead(200, pageHeaders(`'self' ${new URL(redirectUri).origin}`)).end(pageOf(people, values));
    },
    'POST /authorize': ({ response, values }) => {
      const person = people.find(({ email }) => email === values.get('person'));
      const problem = problemOf(values, redirectUri);
      if (problem !== null || !person) return plain(response, 400, problem ?? 'Choose one of the people');
      const code = newCode();
      codes.set(code, grantOf(person, values));
      const back = new URL(redirectUri);
      back.search = new URLSearchParams({ code, state: values.get('state') ?? '', iss: issuer }).toString();
      return void response.writeHead(303, { location: back.href }).end();
    },
    'POST /token': async ({ request, response, values }) => {
      const grant = codes.get(values.get('code') ?? '');
      // A code works once.
      codes.delete(values.get('code') ?? '');
      if (!isClient(request)) return json(response, { error: 'invalid_client' }, 401);
      if (!grant || !fits(grant, values)) return json(response, { error: 'invalid_grant' }, 400);
      const accessToken = newCode();
      tokens.set(accessToken, grant.person);
      const idToken = await idTokenOf(grant, { issuer, keys, ...double });
      return json(response, { access_token: accessToken, token_type: 'Bearer', expires_in: 300, id_token: idToken });
    },
    'GET /userinfo': ({ request, response }) => {
      const person = tokens.get((request.headers.authorization ?? '').replace(/^Bearer /, ''));
      if (!person) return json(response, { error: 'invalid_token' }, 401);
      return json(response, { sub: person.email, ...emailOf(person, double.fault) });
    },
  };

  const server = createServer((request, response) => {
    const url = new URL(request.url ?? '/', 'http://localhost');
    const answer = async () => {
      const values = request.method === 'POST' ? new URLSearchParams(await text(request)) : url.searchParams;
      const route = routes[`${request.method} ${url.pathname}`];
      await (route ? route({ request, response, values }) : plain(response, 404, 'This is a sign-on provider'));
    };
    answer().catch(() => response.destroy());
  });
  issuer = await listenOnLoopback(server);
  return Object.assign(double, { url: issuer, stop: () => closeNow(server) });
}

type Asked = { readonly request: IncomingMessage; readonly response: ServerResponse; readonly values: URLSearchParams };

const describe = (issuer: string, fault: Fault | null) => ({
  issuer,
  authorization_endpoint: `${issuer}/authorize`,
  token_endpoint: `${issuer}/token`,
  jwks_uri: `${issuer}/jwks`,
  userinfo_endpoint: `${issuer}/userinfo`,
  response_types_supported: ['code'],
  subject_types_supported: ['public'],
  id_token_signing_alg_values_supported: fault === 'unsigned' ? ['RS256', 'none'] : ['RS256'],
  token_endpoint_auth_methods_supported: ['client_secret_basic'],
  code_challenge_methods_supported: ['S256'],
  authorization_response_iss_parameter_supported: true,
});

const json = (response: ServerResponse, body: unknown, status = 200) =>
  void response.writeHead(status, { 'content-type': 'application/json', 'cache-control': 'no-store' }).end(JSON.stringify(body));
const plain = (response: ServerResponse, status: number, words: string) =>
  void response.writeHead(status, { 'content-type': 'text/plain' }).end(words);
const newCode = () => randomBytes(24).toString('base64url');

/** Why a request for a sign-in is refused. */
function problemOf(values: URLSearchParams, redirectUri: string): string | null {
  if (values.get('client_id') !== signOnClient.clientId) return 'This client is not known';
  if (values.get('redirect_uri') !== redirectUri) return 'This address to go back to is not known';
  if (values.get('response_type') !== 'code' || values.get('code_challenge_method') !== 'S256')
    return 'Ask for a code, with PKCE';
  return null;
}

const grantOf = (person: Person, values: URLSearchParams): Grant => ({
  person,
  clientId: values.get('client_id') ?? '',
  nonce: values.get('nonce') ?? '',
  redirectUri: values.get('redirect_uri') ?? '',
  challenge: values.get('code_challenge') ?? '',
  authTime: Math.floor(Date.now() / 1000),
});

/** The client's name and secret, in the header (RFC 6749, 2.3.1). */
function isClient({ headers }: IncomingMessage): boolean {
  const given = Buffer.from((headers.authorization ?? '').replace(/^Basic /, ''), 'base64').toString();
  const [id, secret] = given.split(':').map(decodeURIComponent);
  return id === signOnClient.clientId && secret === signOnClient.clientSecret;
}

const fits = ({ redirectUri, challenge }: Grant, values: URLSearchParams): boolean =>
  values.get('redirect_uri') === redirectUri &&
  createHash('sha256')
    .update(values.get('code_verifier') ?? '')
    .digest('base64url') === challenge;

const pageOf = (people: readonly Person[], values: URLSearchParams): string => {
  const hidden = [...values]
    .filter(([name]) => name !== 'person')
    .map(([name, value]) => `<input type="hidden" name="${escapeHtml(name)}" value="${escapeHtml(value)}">`)
    .join('');
  const buttons = people
    .map(
      ({ name, email }) =>
        `<article><button name="person" value="${escapeHtml(email)}">Sign in as ${escapeHtml(name)}</button> <span class="muted">${escapeHtml(email)}</span></article>`,
    )
    .join('');
  return `${pageStart('The agency’s sign-on')}<p class="muted">In place of the provider where an agency’s people sign in. Nothing leaves this computer.</p><form method="post" action="/authorize">${hidden}${buttons}</form>${pageEnd}`;
};
