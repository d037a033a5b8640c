import * as z from 'zod';
import type { OwnSignIn } from '../adapter/connector.ts';
import { askTarget, TargetUnreachable } from '../adapter/target-http.ts';

type App = { readonly loginInfoUrl: string; readonly clientId: string };
const Tokens = z.object({ refresh_token: z.string().min(1) });
const Refused = z.object({ error: z.string(), error_description: z.string().nullish() });

/** The address of a call of Salesforce's OAuth. Secrets and codes go to the agency's own domain alone. */
export const oauthAddress = (url: string, call: 'authorize' | 'token'): string =>
  `${new URL(url).origin}/services/oauth2/${call}`;

export const formPost = (form: Readonly<Record<string, string>>) => ({
  method: 'POST' as const,
  headers: { 'content-type': 'application/x-www-form-urlencoded' },
  body: new URLSearchParams(form).toString(),
});

/** Signs in at Salesforce by its web server flow with PKCE. The scope `refresh_token` gives a token that lasts. */
export const salesforceSignIn = (read: (settings: unknown) => App): OwnSignIn => ({
  address(settings, { redirectUri, state, challenge }) {
    const { loginInfoUrl, clientId } = read(settings);
    const asked = { response_type: 'code', client_id: clientId, redirect_uri: redirectUri, scope: 'api refresh_token', state };
    const query = new URLSearchParams({ ...asked, code_challenge: challenge, code_challenge_method: 'S256' });
    return `${oauthAddress(loginInfoUrl, 'authorize')}?${query.toString()}`;
  },
  async exchange(settings, { clientSecret }, send, { code, redirectUri, verifier }) {
    const { loginInfoUrl, clientId } = read(settings);
    const form = { grant_type: 'authorization_code', code, client_id: clientId, redirect_uri: redirectUri };
    const secret = clientSecret === '' ? {} : { client_secret: clientSecret };
    try {
      const sent = formPost({ ...form, ...secret, code_verifier: verifier });
      const { status, body } = await askTarget(send)(oauthAddress(loginInfoUrl, 'token'), sent);
      const tokens = Tokens.safeParse(body);
      if (status === 200 && tokens.success) return { kind: 'done', refreshToken: tokens.data.refresh_token };
      if (status === 200)
        return { kind: 'failed', words: 'Salesforce gave no refresh token. Allow the scope refresh_token in its app.' };
      const refused = Refused.safeParse(body).data;
      const words = refused?.error_description ?? refused?.error;
      return { kind: 'failed', words: words === undefined ? `Salesforce answered ${status}` : `Salesforce refused it: ${words}` };
    } catch (error) {
      if (error instanceof TargetUnreachable) return { kind: 'failed', words: error.message };
      throw error;
    }
  },
});
