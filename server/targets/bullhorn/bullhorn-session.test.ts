import { expect, test } from 'vitest';
import { ok } from '#contract/kit/result.ts';
import { BullhornSession } from './bullhorn-session.ts';

const secrets = { username: 'jobdock.api', password: 'pass-canary', clientId: 'demo', clientSecret: 'secret-canary' };
const entered = 'https://rest.bullhornstaffing.com/rest-services/loginInfo';

type Reply = { readonly status?: number; readonly body?: unknown; readonly location?: string };

/** A session whose calls get these replies by path. `calls` lists each call with everything that it carries. */
function sessionWith(replies: Readonly<Record<string, Reply>>, loginInfoUrl = entered) {
  const calls: { readonly host: string; readonly carries: string }[] = [];
  const session = new BullhornSession({ ...secrets, loginInfoUrl }, async (url, sent) => {
    const { host, pathname } = new URL(url);
    calls.push({ host, carries: `${url} ${JSON.stringify(sent)}` });
    const { status = 200, body, location } = replies[pathname] ?? {};
    const headers = location === undefined ? {} : { location };
    return ok({ status, headers, bytes: Buffer.from(JSON.stringify(body ?? {})), url });
  });
  return { session, calls };
}

const info = (oauth: string, rest: string): Reply => ({
  body: { oauthUrl: `https://${oauth}/oauth`, restUrl: `https://${rest}/rest-services` },
});
const signIn = (restUrl: string): Readonly<Record<string, Reply>> => ({
  '/rest-services/loginInfo': info('auth-west.bullhornstaffing.com', 'rest-west.bullhornstaffing.com'),
  '/oauth/authorize': { status: 302, location: 'https://example.com/?code=abc' },
  '/oauth/token': { body: { access_token: 'access-canary', refresh_token: 'refresh-canary', expires_in: 600 } },
  '/rest-services/login': { body: { BhRestToken: 'token-canary', restUrl } },
});
const carriesSecret = /canary/;

test('secrets go only to Bullhorn’s own hosts, wherever its answers lead', async () => {
  const { session, calls } = sessionWith(signIn('https://rest31.bullhornstaffing.com/rest-services/corp/'));
  await session.call('GET', 'ping');
  const hosts = calls.filter(({ carries }) => carriesSecret.test(carries)).map(({ host }) => host);
  expect(new Set(hosts)).toEqual(
    new Set(['auth-west.bullhornstaffing.com', 'rest-west.bullhornstaffing.com', 'rest31.bullhornstaffing.com']),
  );
});

test.each([
  ['the sign-in address', { '/rest-services/loginInfo': info('evil.example', 'rest-west.bullhornstaffing.com') }],
  ['the REST address', { '/rest-services/loginInfo': info('auth-west.bullhornstaffing.com', 'bullhorn.com.evil.example') }],
  [
    'the address of the session',
    { '/rest-services/login': { body: { BhRestToken: 'token-canary', restUrl: 'https://evil.example/corp/' } } },
  ],
  ['a redirect to another data center', { '/rest-services/corp/ping': { status: 307, location: 'https://evil.example/ping' } }],
  [
    'a redirect without encryption',
    { '/rest-services/corp/ping': { status: 307, location: 'http://rest31.bullhornstaffing.com/ping' } },
  ],
])('nothing is sent to another host that is named as %s', async (_, over: Readonly<Record<string, Reply>>) => {
  const own = 'https://rest31.bullhornstaffing.com/rest-services/corp/';
  const { session, calls } = sessionWith({ ...signIn(own), ...over });
  await expect(session.call('GET', 'ping')).rejects.toThrow(/is not Bullhorn's, so nothing was sent there/);
  expect(calls.filter(({ host, carries }) => !host.endsWith('.bullhornstaffing.com') || carries.startsWith('http:'))).toEqual([]);
});

test('an address outside Bullhorn, as in a test system, may only name itself', async () => {
  const own = 'https://ats.example:8443/rest-services/loginInfo';
  const reply = info('auth-west.bullhornstaffing.com', 'ats.example:8443');
  const { session, calls } = sessionWith({ '/rest-services/loginInfo': reply }, own);
  await expect(session.call('GET', 'ping')).rejects.toThrow(/auth-west\.bullhornstaffing\.com is not/);
  expect(calls.map(({ host }) => host)).toEqual(['ats.example:8443']);
});
