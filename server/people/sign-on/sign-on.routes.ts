import { no, ok } from '#contract/kit/result.ts';
import { checkDomain } from '#contract/people/auth.ts';
import { finishSignOn, finishSignOnConfirm, signOnPath, startSignOn, startSignOnConfirm } from '#contract/people/sign-on.ts';
import { withoutScope } from '#server/kit/db/customer-scope.ts';
import { done } from '#server/kit/http/audited.ts';
import { type Actor, type Handler, handle } from '#server/kit/http/handle.ts';
import { factorsAt } from '#server/kit/identity/step-up.ts';
import { confirmSession } from '../auth/confirm-session.ts';
import { markDevice } from '../auth/known-device.ts';
import { endingSessions, openSession, replaceSession, tokenReply } from '../auth/sessions.ts';
import { askForFactor } from '../second-factor/pending-sign-in.ts';
import { goToProvider, refusedSignOn } from './ask-provider.ts';
import { comeBack } from './come-back.ts';
import { customerOfDomain, domainOf, signOnOf } from './sign-on-settings.ts';

const noPageGetsTokens = { kind: 'invalid', fields: { refreshIn: 'A page gets its refresh token as a cookie' } } as const;
const noSignOn = refusedSignOn('There is no agency’s sign-on for this address. Sign in with your password.');
const confirming = ({ sessionId }: Actor) => ({ kind: 'confirm', sessionId }) as const;
const goesAway = 'none: it only sends the browser to a provider, and what comes back writes its line';

/** Sign-in and confirmation at the provider of an agency. */
export const signOnRoutes: Handler[] = [
  handle(checkDomain, async ({ email, username }, { services, browser }) => {
    const published = new URL(services.config.publicUrl);
    const domain = domainOf(email ?? username ?? '');
    const agency = domain === null ? undefined : await customerOfDomain(withoutScope(services.db), domain);
    if (domain !== null && agency)
      return ok({ redirect: new URL(`${signOnPath}/${domain}`, published).href, agency: agency.name });
    const same = published.hostname === browser.host || (isLoopback(published.hostname) && isLoopback(browser.host));
    return ok({ redirect: same ? null : new URL('/login', published).href, agency: null });
  }),

  handle(startSignOn, { audit: goesAway }, async ({ domain }, { services, browser }) => {
    const db = withoutScope(services.db);
    const customer = await customerOfDomain(db, domain);
    const settings = customer && (await signOnOf(db, customer.id));
    if (!settings) return no(noSignOn);
    const way = await goToProvider({ ...services, db }, browser, settings, { kind: 'sign in' });
    return way.ok ? ok({ redirect: way.value }) : way;
  }),

  handle(
    finishSignOn,
    { audit: 'session.login.sign_on', ownTransactions: true },
    async ({ answer, refreshIn }, { services: given, browser, ip, record }) => {
      if (refreshIn === 'body' && browser.isBrowser) return no(noPageGetsTokens);
      const services = { ...given, db: withoutScope(given.db) };
      const back = await comeBack(services, browser, answer, { ip, purpose: { kind: 'sign in' } });
      if (!back.ok) return back;
      const { account, hasTwoFactors } = back.value;
      const owner = { customerId: account.customer_id, userId: account.user_id };
      // A second factor at the provider takes the place of ours, except for the administrators of this service.
      const factorAtProvider = hasTwoFactors && !account.administrator;
      const site = browser.passkeySite?.host;
      const missing = factorAtProvider ? null : await askForFactor(services.db, owner, site, services.now());
      if (missing) return no(missing);
      const { opened, receipt } = await endingSessions(services, async (tx, ended) => {
        if (refreshIn === 'cookie') await replaceSession(services, tx, ended, browser.refreshCookie.read());
        const opened = await openSession(tx, services.now(), { ...owner, device: browser.userAgent, factorAtProvider });
        const by = { actorId: owner.userId, userId: owner.userId };
        const facts = { ip, device: browser.userAgent, factorAtProvider };
        const note = { customerId: owner.customerId, by, object: ['session', opened.sessionId] as const, facts };
        return { opened, receipt: await record(tx, note) };
      });
      const reply = await tokenReply(services, opened, { browser, refreshIn });
      if (refreshIn === 'cookie') markDevice(services, browser, account.email);
      return done(reply, receipt);
    },
  ),

  handle(startSignOnConfirm, { audit: goesAway, beforeFactor: true }, async (_args, { services, actor, browser }) => {
    if (actor.impersonating) return no({ kind: 'forbidden' });
    // One sign-in at a provider would be less than the second factor that the person has.
    if ((await factorsAt(services.db, actor, undefined)).length > 0) return no({ kind: 'forbidden' });
    const settings = await signOnOf(services.db, actor.actorCustomerId);
    if (!settings) return no(noSignOn);
    const way = await goToProvider(services, browser, settings, confirming(actor));
    return way.ok ? ok({ redirect: way.value }) : way;
  }),

  handle(
    finishSignOnConfirm,
    { audit: 'session.confirm.sign_on', ownTransactions: true, beforeFactor: true },
    async ({ answer }, { services, actor, browser, ip, record }) => {
      if (actor.impersonating) return no({ kind: 'forbidden' });
      const back = await comeBack(services, browser, answer, { ip, purpose: confirming(actor) });
      if (!back.ok) return back;
      if (back.value.account.user_id !== actor.userId)
        return no(refusedSignOn('You signed in there as somebody else. Start again with your own account.'));
      return confirmSession(services, actor, record);
    },
  ),
];

const isLoopback = (host: string) => /^(localhost|127\.\d+\.\d+\.\d+|\[?::1\]?)$/.test(host);
