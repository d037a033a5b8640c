import * as oidc from 'openid-client';
import type { Refusal } from '#contract/kit/errors.ts';
import { no, ok, type Result } from '#contract/kit/result.ts';
import { signOnPath } from '#contract/people/sign-on.ts';
import type { BrowserSide, Services } from '#server/kit/http/handle.ts';
import { type Attempt, beginAttempt, needsFreshSignIn, type Purpose } from './attempts.ts';
import { providerOf } from './provider.ts';
import type { SignOnSettings } from './sign-on-settings.ts';

export type Refused = Extract<Refusal, { kind: 'sign_in' }>;

/** A refused sign-on, with its remedy. */
export const refusedSignOn = (description: string): Refused => ({ kind: 'sign_in', description, humanCheck: false });

/** The address that a provider sends people back to. */
export const redirectUriOf = ({ config }: Pick<Services, 'config'>): string => new URL(signOnPath, config.publicUrl).href;

/** Begins a way to the provider. Returns the address of its sign-in page. */
export async function goToProvider(
  services: Services,
  browser: BrowserSide,
  settings: SignOnSettings,
  purpose: Purpose,
): Promise<Result<string, Refused>> {
  let provider: oidc.Configuration;
  try {
    provider = await providerOf(services, settings);
  } catch (error) {
    services.log.warn({ err: error, customer: settings.customerId }, 'a sign-on provider did not answer');
    return no(refusedSignOn('Your agency’s sign-on does not answer. Try again later, or sign in with your password.'));
  }
  const attempt = await beginAttempt(services, browser, { customerId: settings.customerId, purpose });
  const url = oidc.buildAuthorizationUrl(provider, {
    redirect_uri: redirectUriOf(services),
    scope: 'openid email profile',
    state: attempt.state,
    nonce: attempt.nonce,
    code_challenge: await oidc.calculatePKCECodeChallenge(attempt.verifier),
    code_challenge_method: 'S256',
    ...(needsFreshSignIn(purpose) ? { prompt: 'login', max_age: '0' } : {}),
  });
  return ok(url.href);
}

/** Whom the provider vouches for. */
type Vouched = { readonly email: string; readonly hasTwoFactors: boolean };

/**
 * Exchanges the provider's answer and checks its ID token: signature, issuer, audience, times, nonce; and, except for
 * a sign-in, that the person has signed in since the attempt began. Throws if anything does not fit.
 */
export async function askProvider(
  services: Services,
  settings: SignOnSettings,
  attempt: Attempt,
  answer: string,
): Promise<Vouched> {
  const provider = await providerOf(services, settings);
  const address = new URL(redirectUriOf(services));
  address.search = answer;
  const tokens = await oidc.authorizationCodeGrant(provider, address, {
    expectedState: attempt.state,
    expectedNonce: attempt.nonce,
    pkceCodeVerifier: attempt.verifier,
    idTokenExpected: true,
  });
  const claims = tokens.claims();
  if (!claims) throw new Error('the provider sent no ID token');
  if (needsFreshSignIn(attempt.purpose) && !isFresh(claims.auth_time, attempt.startedAt))
    throw new Error('the person did not sign in again');
  const about: Readonly<Record<string, unknown>> =
    claims['email'] === undefined ? await oidc.fetchUserInfo(provider, tokens.access_token, claims.sub) : claims;
  const { email, email_verified: isVerified } = about;
  if (typeof email !== 'string') throw new Error('the provider names no email address');
  if (isVerified !== true && isVerified !== 'true') throw new Error('the provider has not verified the email address');
  return { email: email.trim().toLowerCase(), hasTwoFactors: Array.isArray(claims['amr']) && claims['amr'].includes('mfa') };
}

/** Clocks differ by up to a minute. */
const isFresh = (authTime: unknown, startedAt: Date): boolean =>
  typeof authTime === 'number' && authTime * 1000 >= startedAt.getTime() - 60_000;
