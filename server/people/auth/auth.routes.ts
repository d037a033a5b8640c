import { no, ok } from '#contract/kit/result.ts';
import { checkDomain, getChallenge, login, logout, refreshTokens } from '#contract/people/auth.ts';
import { type Handler, handle, type OpenCall, type Services } from '#server/kit/http/handle.ts';
import { humanCheckHolds, newChallenge } from './human-check.ts';
import { hashPassword, needsNewHash, passwordFits } from './passwords.ts';
import { closeSession, openSession, rotateSession, tokenReply } from './sessions.ts';
import { clearFailures, countFailure, standingOf } from './throttle.ts';

const wrong = {
  kind: 'sign_in',
  error_description: 'The user name or password is incorrect.',
  humanCheck: true,
} as const;
const checkFirst = { ...wrong, error_description: 'Confirm that you are human, then sign in again.' } as const;
const noPageGetsTokens = { kind: 'invalid', fields: { refreshIn: 'A page gets its refresh token as a cookie' } } as const;

/** Sign-in, refresh, sign-out and the human check. */
export const authRoutes: Handler[] = [
  handle(login, async ({ username, password, r, refreshIn }, call) => {
    const { services, browser } = call;
    if (refreshIn === 'body' && browser.isBrowser) return no(noPageGetsTokens);
    const attempt = { what: 'sign-in', account: username.toLowerCase(), ip: call.ip } as const;
    const standing = await standingOf(services.db, attempt, services.now());
    if (standing.waitSeconds > 0) return no({ kind: 'busy', retryAfterSeconds: standing.waitSeconds });
    if (standing.humanCheck && !(await humanCheckHolds(services, r))) return no(checkFirst);
    const user = await findAccount(services, attempt.account);
    if (!(await passwordFits(user?.password_hash, password)) || !user) {
      await countFailure(services.db, attempt, services.now());
      services.log.info({ ip: call.ip }, 'a sign-in failed');
      return no(wrong);
    }
    await clearFailures(services.db, attempt, services.now());
    await welcome(services, user, password, call);
    const opened = await openSession(services, {
      customerId: user.customer_id,
      userId: user.user_id,
      device: browser.userAgent,
    });
    return ok(await tokenReply(services, opened, { browser, refreshIn }));
  }),

  handle(refreshTokens, async ({ rtoken, refreshIn }, { services, browser }) => {
    if (refreshIn === 'body' && browser.isBrowser) return no(noPageGetsTokens);
    const token = rtoken ?? browser.refreshCookie.read();
    const opened = token === null ? undefined : await rotateSession(services, token);
    if (opened) return ok(await tokenReply(services, opened, { browser, refreshIn }));
    browser.refreshCookie.clear();
    return no({ kind: 'signed_out' });
  }),

  handle(logout, async ({ rtoken }, { services, browser }) => {
    const token = rtoken ?? browser.refreshCookie.read();
    browser.refreshCookie.clear();
    return ok({ ended: token !== null && (await closeSession(services, token)) });
  }),

  handle(getChallenge, async (_args, { services }) => {
    const { parameters, signature } = await newChallenge(services);
    return ok({ parameters: { ...parameters }, signature: signature ?? '' });
  }),

  handle(checkDomain, async (_args, { services, browser }) => {
    const published = new URL(services.config.publicUrl);
    const same = published.hostname === browser.host || (isLoopback(published.hostname) && isLoopback(browser.host));
    return ok({ redirect: same ? null : new URL('/login', published).href });
  }),
];

const isLoopback = (host: string) => /^(localhost|127\.\d+\.\d+\.\d+|\[?::1\]?)$/.test(host);

/** The account of a sign-in name, where its user and customer may sign in. */
export function findAccount(services: Services, email: string) {
  return services.db
    .selectFrom('sign_in as s')
    .innerJoin('app_user as u', (join) => join.onRef('u.customer_id', '=', 's.customer_id').onRef('u.id', '=', 's.user_id'))
    .innerJoin('customer as c', 'c.id', 's.customer_id')
    .select(['s.email', 's.customer_id', 's.user_id', 's.password_hash', 'u.name'])
    .where('s.email', '=', email)
    .where('u.disabled_at', 'is', null)
    .where('c.deleted_at', 'is', null)
    .executeTakeFirst();
}

type Account = NonNullable<Awaited<ReturnType<typeof findAccount>>>;

/** Notes the sign-in, and hashes the password again where its hash is of an older cost. */
async function welcome(services: Services, user: Account, password: string, call: OpenCall): Promise<void> {
  await services.db
    .insertInto('audit')
    .values({
      customer_id: user.customer_id,
      actor_id: user.user_id,
      command: 'session.login',
      detail: JSON.stringify({ ip: call.ip, device: call.browser.userAgent }),
    })
    .execute();
  if (!needsNewHash(user.password_hash)) return;
  await services.db
    .updateTable('sign_in')
    .set({ password_hash: await hashPassword(password) })
    .where('email', '=', user.email)
    .execute();
}
