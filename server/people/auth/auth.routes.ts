import { no, ok } from '#contract/kit/result.ts';
import { checkDomain, getChallenge, login, logout, refreshTokens } from '#contract/people/auth.ts';
import { done, unchanged } from '#server/kit/http/audited.ts';
import { type Handler, handle, type Services } from '#server/kit/http/handle.ts';
import { askForFactor } from '../second-factor/pending-sign-in.ts';
import { humanCheckHolds, newChallenge } from './human-check.ts';
import { hashPassword, needsNewHash, passwordFits } from './passwords.ts';
import { closeSession, openSession, rotateSession, tokenReply } from './sessions.ts';
import { clearFailures, countFailure, standingOf } from './throttle.ts';

const wrong = {
  kind: 'sign_in',
  description: 'The user name or password is incorrect.',
  humanCheck: true,
} as const;
const checkFirst = { ...wrong, description: 'Confirm that you are human, then sign in again.' } as const;
const noPageGetsTokens = { kind: 'invalid', fields: { refreshIn: 'A page gets its refresh token as a cookie' } } as const;

/** Sign-in, refresh, sign-out and the human check. */
export const authRoutes: Handler[] = [
  handle(login, { audit: 'session.login', ownTransactions: true }, async ({ username, password, r, refreshIn }, call) => {
    const { services, browser, record } = call;
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
    const owner = { customerId: user.customer_id, userId: user.user_id };
    const missing = await askForFactor(services.db, owner, browser.passkeySite?.host, services.now());
    if (missing) return no(missing);
    await clearFailures(services.db, attempt, services.now());
    const { customer_id: customerId, user_id: userId } = user;
    const stronger = needsNewHash(user.password_hash) ? await hashPassword(password) : null;
    const { opened, receipt } = await services.db.transaction().execute(async (tx) => {
      // Replaces a hash with a lower cost: only a sign-in has the password to hash again.
      if (stronger !== null)
        await tx.updateTable('sign_in').set({ password_hash: stronger }).where('email', '=', user.email).execute();
      const opened = await openSession(tx, services.now(), { customerId, userId, device: browser.userAgent });
      const facts = { ip: call.ip, device: browser.userAgent };
      return {
        opened,
        receipt: await record(tx, { customerId, by: { actorId: userId, userId }, object: ['session', opened.sessionId], facts }),
      };
    });
    return done(await tokenReply(services, opened, { browser, refreshIn }), receipt);
  }),

  handle(
    refreshTokens,
    { audit: 'none: it goes on with the same session; one that is ended for a stolen token writes its line' },
    async ({ refreshToken: rtoken, refreshIn }, { services, browser }) => {
      if (refreshIn === 'body' && browser.isBrowser) return no(noPageGetsTokens);
      const token = rtoken ?? browser.refreshCookie.read();
      const opened = token === null ? undefined : await rotateSession(services, token);
      if (opened) return ok(await tokenReply(services, opened, { browser, refreshIn }));
      browser.refreshCookie.clear();
      return no({ kind: 'signed_out' });
    },
  ),

  handle(
    logout,
    { audit: 'session.logout', ownTransactions: true },
    async ({ refreshToken: rtoken }, { services, browser, record }) => {
      const token = rtoken ?? browser.refreshCookie.read();
      browser.refreshCookie.clear();
      const receipt = token === null ? null : await closeSession(services, token, record);
      return receipt ? done({ ended: true }, receipt) : unchanged({ ended: false });
    },
  ),

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

/** The account with this sign-in name, if its user and customer are active. */
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
