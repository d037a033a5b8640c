import { no, ok } from '#contract/kit/result.ts';
import { loginWithFactor, passkeyForLogin } from '#contract/people/second-factor-proof.ts';
import type { Tx } from '#server/kit/db/connection.ts';
import { done } from '#server/kit/http/audited.ts';
import { type BrowserSide, type Handler, handle, type Services } from '#server/kit/http/handle.ts';
import { noPasskeysHere } from '../second-factor/factors.ts';
import { optionsToProve } from '../second-factor/passkeys.ts';
import { countTry, findPending, type Pending, usePending } from '../second-factor/pending-sign-in.ts';
import { proveFactor, wrongProof } from '../second-factor/prove.ts';
import { tellAccount } from '../second-factor/tell.ts';
import { knownDevice, markDevice } from './known-device.ts';
import { endingSessions, openSession, replaceSession, tokenReply } from './sessions.ts';
import { accountHash, clearFailures, takeTurn } from './throttle.ts';

const over = {
  kind: 'sign_in',
  description: 'This sign-in took too long or had too many attempts. Sign in again with your password.',
  humanCheck: false,
} as const;
const noPageGetsTokens = { kind: 'invalid', fields: { refreshIn: 'A page gets its refresh token as a cookie' } } as const;

/** The second half of a sign-in, after a right password. */
export const factorSignInRoutes: Handler[] = [
  handle(
    loginWithFactor,
    { audit: 'session.login.factor', ownTransactions: true },
    async ({ pending: token, refreshIn, ...proof }, { services, browser, ip, record }) => {
      if (refreshIn === 'body' && browser.isBrowser) return no(noPageGetsTokens);
      const pending = await findPending(services.db, token, services.now());
      if (!pending) return no(over);
      // Codes are counted like passwords: together they have one limit for each account.
      const deviceId = knownDevice(services, pending.email, browser);
      const attempt = { what: 'sign-in', account: pending.email, ip, deviceId } as const;
      const turn = await takeTurn(services.db, attempt, services.now());
      if (!turn.ok) return no({ kind: 'busy', retryAfterSeconds: turn.error.retryAfterSeconds });
      if (!(await countTry(services.db, pending))) {
        await turn.value.settle('not wrong');
        return no(over);
      }
      let outcome: 'wrong' | 'not wrong' = 'not wrong';
      let factor: Awaited<ReturnType<typeof proveFactor>>;
      try {
        factor = await services.db.transaction().execute(async (tx) => {
          const holder = `pending:${pending.tokenHash}` as const;
          return proveFactor(tx, services, { user: pending, holder, site: browser.passkeySite }, proof);
        });
        if (factor === null) outcome = 'wrong';
      } finally {
        // Also after a fault: a turn that is never settled would count against the account.
        await turn.value.settle(outcome);
      }
      if (factor === null) {
        services.log.warn({ account: accountHash(pending.email), ip }, 'a second factor was wrong');
        return no({ kind: 'sign_in', description: wrongProof(proof), humanCheck: false });
      }
      const opened = await open(services, pending, { browser, refreshIn }, async (tx, sessionId) =>
        record(tx, {
          customerId: pending.customerId,
          by: { actorId: pending.userId, userId: pending.userId },
          object: ['session', sessionId],
          facts: { ip, device: browser.userAgent, factor },
        }),
      );
      if (!opened) return no(over);
      await clearFailures(services.db, attempt, services.now());
      markDevice(services, browser, pending.email);
      if (factor === 'recoveryCode')
        await services.db.transaction().execute((tx) => tellAccount(tx, services, pending, usedRecovery));
      return done(await tokenReply(services, opened.session, { browser, refreshIn }), opened.receipt);
    },
  ),

  handle(
    passkeyForLogin,
    { audit: 'none: it only draws a challenge for a pending sign-in' },
    async ({ pending: token }, { services, browser }) => {
      const pending = await findPending(services.db, token, services.now());
      if (!pending) return no(over);
      if (!browser.passkeySite) return no(noPasskeysHere(services));
      const holder = `pending:${pending.tokenHash}` as const;
      const asking = { user: pending, holder, site: browser.passkeySite, now: services.now() };
      return ok({ options: await optionsToProve(services.db, asking) });
    },
  ),
];

const usedRecovery = 'A recovery code was used to sign in to your account.';

/** Opens the session and writes its line. Undefined if another request ended the pending sign-in first. */
async function open<R>(
  services: Services,
  pending: Pending,
  { browser, refreshIn }: { browser: BrowserSide; refreshIn: 'cookie' | 'body' },
  write: (tx: Tx, sessionId: string) => Promise<R>,
) {
  return endingSessions(services, async (tx, ended) => {
    if (!(await usePending(tx, pending))) return undefined;
    if (refreshIn === 'cookie') await replaceSession(services, tx, ended, browser.refreshCookie.read());
    const { customerId, userId } = pending;
    const session = await openSession(tx, services.now(), { customerId, userId, device: browser.userAgent });
    return { session, receipt: await write(tx, session.sessionId) };
  });
}
