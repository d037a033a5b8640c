import * as z from 'zod';
import { endpoint } from '../kit/endpoint.ts';
import { Instant } from '../kit/ids.ts';
import { RefreshIn, TokenReply, tokenExample } from './auth.ts';

/** Path of the screen to which a provider sends people back. Agencies enter its address at their provider. */
export const signOnPath = '/agency-sign-on';

/** A domain of email addresses, such as `north.example`. */
export const SignOnDomain = z
  .string()
  .trim()
  .toLowerCase()
  .max(253)
  .regex(/^(?:[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?\.)+[a-z][a-z0-9-]{0,61}[a-z0-9]$/, 'Enter a domain such as agency.com');

/** Where the browser goes next. */
export const Onward = z.object({ redirect: z.string() });
export const onwardExample = { redirect: 'https://login.north.example/authorize?client_id=jobdock' };

export const startSignOn = endpoint('POST /auth/oidc/start', {
  about: 'Begins a sign-in at the provider of an email domain: a cookie for this browser, and the address to go to.',
  args: z.object({ domain: SignOnDomain }),
  reply: Onward,
  fails: ['invalid', 'sign_in'],
  needs: 'public',
  offline: 'online',
  example: onwardExample,
});

/** What the provider added to the address of the screen, as it is. */
export const ProviderAnswer = z.string().min(1).max(8000);

export const finishSignOn = endpoint('POST /auth/oidc/callback', {
  about: 'Ends a sign-in at a provider: `answer` is the query with which it sent the browser back.',
  args: z.object({ answer: ProviderAnswer, refreshIn: RefreshIn }),
  reply: TokenReply,
  fails: ['invalid', 'sign_in', 'second_factor'],
  needs: 'public',
  offline: 'online',
  example: tokenExample,
});

export const startSignOnConfirm = endpoint('POST /api/user/confirm/signon', {
  about: 'Begins a fresh sign-in at the person’s provider, for calls that answer `confirm_identity`.',
  args: z.object({}),
  reply: Onward,
  fails: ['forbidden', 'sign_in'],
  needs: 'session',
  offline: 'online',
  example: onwardExample,
});

export const finishSignOnConfirm = endpoint('POST /api/user/confirm/signon/callback', {
  about: 'Confirms who uses the session after a fresh sign-in at the person’s provider. Valid for five minutes.',
  args: z.object({ answer: ProviderAnswer }),
  reply: z.object({ confirmedUntil: Instant }),
  fails: ['forbidden', 'sign_in'],
  needs: 'session',
  offline: 'online',
  example: { confirmedUntil: '2026-11-21T12:05:00.000Z' },
});

export const signOnEndpoints = [startSignOn, finishSignOn, startSignOnConfirm, finishSignOnConfirm];
