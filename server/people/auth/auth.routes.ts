import { no, ok } from '#contract/kit/result.ts';
import { getChallenge, login, logout, refreshTokens } from '#contract/people/auth.ts';
import { done, unchanged } from '#server/kit/http/audited.ts';
import { type Handler, handle } from '#server/kit/http/handle.ts';
import { askForFactor } from '../second-factor/pending-sign-in.ts';
import { checkSignIn } from './check-sign-in.ts';
import { newChallenge } from './human-check.ts';
import { markDevice } from './known-device.ts';
import { hashPassword, needsNewHash } from './passwords.ts';
import { closeSession, endingSessions, openSession, replaceSession, rotateSession, tokenReply } from './sessions.ts';

const noPageGetsTokens = { kind: 'invalid', fields: { refreshIn: 'A page gets its refresh token as a cookie' } } as const;

/** Sign-in, refresh, sign-out and the human check. */
export const authRoutes: Handler[] = [
  handle(login, { audit: 'session.login', ownTransactions: true }, async ({ username, password, r, refreshIn }, call) => {
    const { services, browser, record } = call;
    if (refreshIn === 'body' && browser.isBrowser) return no(noPageGetsTokens);
    const checked = await checkSignIn(call, { username, password, r });
    if (!checked.ok) return checked;
    const { account: user, clear } = checked.value;
    const owner = { customerId: user.customer_id, userId: user.user_id };
    const missing = await askForFactor(services.db, owner, browser.passkeySite?.host, services.now());
    if (missing) return no(missing);
    await clear();
    const { customer_id: customerId, user_id: userId } = user;
    const stronger = needsNewHash(services.secrets, user.password_hash) ? await hashPassword(services.secrets, password) : null;
    const { opened, receipt } = await endingSessions(services, async (tx, ended) => {
      if (refreshIn === 'cookie') await replaceSession(services, tx, ended, browser.refreshCookie.read());
      // Replaces a hash with a lower cost or an older pepper: only a sign-in has the password to hash again.
      if (stronger !== null)
        await tx.updateTable('sign_in').set({ password_hash: stronger }).where('email', '=', user.email).execute();
      const opened = await openSession(tx, services.now(), { customerId, userId, device: browser.userAgent });
      const facts = { ip: call.ip, device: browser.userAgent };
      return {
        opened,
        receipt: await record(tx, { customerId, by: { actorId: userId, userId }, object: ['session', opened.sessionId], facts }),
      };
    });
    const reply = await tokenReply(services, opened, { browser, refreshIn });
    if (refreshIn === 'cookie') markDevice(services, browser, user.email);
    return done(reply, receipt);
  }),

  handle(
    refreshTokens,
    { audit: 'none: it goes on with the same session; one that is ended for a stolen token writes its line' },
    async ({ refreshToken: rtoken, refreshIn }, { services, browser }) => {
      if (refreshIn === 'body' && browser.isBrowser) return no(noPageGetsTokens);
      const token = rtoken ?? browser.refreshCookie.read();
      const opened = token === null ? undefined : await rotateSession(services, token);
      if (opened) return ok(await tokenReply(services, opened, { browser, refreshIn }));
      // The cookie stays: another tab may have signed in since this request left, and its cookie would be lost with it.
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
];
