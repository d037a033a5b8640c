import { createHash, randomUUID } from 'node:crypto';
import type { DoubleCall, DoubleReply } from '../double-kit/target-double.ts';

export const salesforceApp = { clientId: '3MVG9.demo.jobdock', clientSecret: 'salesforce-demo-secret' };

/** What a code was given for. */
type Given = { readonly redirectUri: string; readonly challenge: string };

/**
 * The fake's OAuth: tokens by client credentials, and by its web server flow with PKCE. Its page asks a person to allow the access; each code
 * works once, for the redirect address and the challenge that it was given for. `tokens` are access tokens. `end` revokes each sign-in.
 */
export function createSalesforceOauth() {
  const tokens = new Set<string>();
  const codes = new Map<string, Given>();
  const refreshTokens = new Set<string>();
  const granted = (origin: string, more: object = {}): DoubleReply => {
    const token = randomUUID();
    tokens.add(token);
    return {
      status: 200,
      body: { access_token: token, instance_url: origin, token_type: 'Bearer', issued_at: '1764547200000', ...more },
    };
  };

  const exchange = (form: URLSearchParams, origin: string): DoubleReply => {
    const code = form.get('code') ?? '';
    const given = codes.get(code);
    codes.delete(code);
    const challenge = createHash('sha256')
      .update(form.get('code_verifier') ?? '')
      .digest('base64url');
    if (!given || given.redirectUri !== form.get('redirect_uri')) return refused('invalid_grant', 'invalid authorization code');
    if (given.challenge !== challenge) return refused('invalid_grant', 'invalid code verifier');
    const refreshToken = `5Aep.${randomUUID()}`;
    refreshTokens.add(refreshToken);
    return granted(origin, { refresh_token: refreshToken, scope: 'api refresh_token' });
  };

  const signIn = ({ method, url, body }: DoubleCall): DoubleReply | undefined => {
    if (url.pathname === '/services/oauth2/authorize' && method === 'GET') return authorize(url, codes);
    if (url.pathname !== '/services/oauth2/token') return undefined;
    const form = new URLSearchParams(body);
    const secret = form.get('client_secret');
    if (form.get('client_id') !== salesforceApp.clientId || (secret !== null && secret !== salesforceApp.clientSecret))
      return refused('invalid_client_id', 'client identifier invalid');
    switch (form.get('grant_type')) {
      case 'client_credentials':
        return secret === null ? refused('invalid_client', 'client secret missing') : granted(url.origin);
      case 'authorization_code':
        return exchange(form, url.origin);
      case 'refresh_token':
        return refreshTokens.has(form.get('refresh_token') ?? '')
          ? granted(url.origin)
          : refused('invalid_grant', 'expired access/refresh token');
      default:
        return refused('unsupported_grant_type', 'grant type not supported');
    }
  };
  return { tokens, signIn, end: () => refreshTokens.clear() };
}

const refused = (error: string, description: string): DoubleReply => ({
  status: 400,
  body: { error, error_description: description },
});

/** The page that asks a person; `allow` is the answer of its button. */
function authorize(url: URL, codes: Map<string, Given>): DoubleReply {
  const { searchParams: asked } = url;
  const redirectUri = asked.get('redirect_uri') ?? '';
  const isKnown =
    asked.get('client_id') === salesforceApp.clientId &&
    asked.get('response_type') === 'code' &&
    asked.get('code_challenge_method') === 'S256' &&
    URL.canParse(redirectUri);
  if (!isKnown) return { status: 400, body: 'error=invalid_client_id&error_description=client%20identifier%20invalid' };
  const back = new URL(redirectUri);
  back.searchParams.set('state', asked.get('state') ?? '');
  if (!asked.has('allow')) return pageOf(url);
  if (asked.get('allow') === '0') {
    back.searchParams.set('error', 'access_denied');
    back.searchParams.set('error_description', 'end-user denied authorization');
    return { status: 302, body: '', headers: { location: back.href } };
  }
  const code = `aPrx.${randomUUID()}`;
  codes.set(code, { redirectUri, challenge: asked.get('code_challenge') ?? '' });
  back.searchParams.set('code', code);
  return { status: 302, body: '', headers: { location: back.href } };
}

function pageOf(url: URL): DoubleReply {
  const answer = (allow: string) => {
    const to = new URL(url);
    to.searchParams.set('allow', allow);
    return (to.pathname + to.search).replaceAll('&', '&amp;').replaceAll('"', '&quot;');
  };
  const body = `<!doctype html><html lang="en"><title>Allow access?</title><body style="font-family: system-ui; max-width: 26rem; margin: 4rem auto">
<h1>Allow access?</h1><p>Jobdock asks to read and change records in this copy of Salesforce at any time.</p>
<p><a href="${answer('1')}">Allow</a> &#160; <a href="${answer('0')}">Deny</a></p></body></html>`;
  return { status: 200, body, headers: { 'content-type': 'text/html; charset=utf-8' } };
}
