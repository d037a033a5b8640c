import { no, ok } from '#contract/kit/result.ts';
import { findExportSignOns, finishExportSignOn, startExportSignOn } from '#contract/people/export-keys.ts';
import { withoutScope } from '#server/kit/db/customer-scope.ts';
import { done } from '#server/kit/http/audited.ts';
import { type Handler, handle } from '#server/kit/http/handle.ts';
import { keysOf, signOnsOf } from '../auth/sealed-lanes.ts';
import { goToProvider, refusedSignOn } from './ask-provider.ts';
import { comeBack } from './come-back.ts';
import { closedSignOnOf } from './sign-on-settings.ts';

const noSignOn = refusedSignOn(
  'There is no agency’s sign-on for these changes any more. Ask the administrator of Jobdock, or use your password.',
);

/** Opens the sealed changes of people whose customer is closed and who have no password, for an export (docs/decisions/0055). */
export const exportSignOnRoutes: Handler[] = [
  handle(findExportSignOns, { audit: 'none: it only reads' }, async ({ clientIds }, { services }) =>
    ok({ signOns: await signOnsOf(withoutScope(services.db), clientIds, services.now()) }),
  ),

  handle(
    startExportSignOn,
    { audit: 'none: it only sends the browser to a provider, and what comes back writes its line' },
    async ({ customerId, clientIds }, { services: given, browser }) => {
      const services = { ...given, db: withoutScope(given.db) };
      const offered = await signOnsOf(services.db, clientIds, services.now());
      const settings = offered.some((one) => one.customerId === customerId)
        ? await closedSignOnOf(services.db, customerId, services.now())
        : undefined;
      if (!settings) return no(noSignOn);
      const way = await goToProvider(services, browser, settings, { kind: 'export' });
      return way.ok ? ok({ redirect: way.value }) : way;
    },
  ),

  handle(
    finishExportSignOn,
    { audit: 'outbox.export_keys.sign_on', ownTransactions: true },
    async ({ answer, works }, { services: given, browser, ip, record }) => {
      const services = { ...given, db: withoutScope(given.db) };
      const back = await comeBack(services, browser, answer, { ip, purpose: { kind: 'export' } });
      if (!back.ok) return back;
      const { user_id: userId, customer_id: customerId } = back.value.account;
      const keys = [];
      for (const work of works)
        for (const key of await keysOf(services, userId, work)) keys.push({ ...key, customerId: work.customerId });
      const receipt = await record(services.db, {
        customerId,
        by: { actorId: userId, userId },
        object: ['user', userId],
        facts: { ofCustomers: works.map((work) => work.customerId), lanes: keys.length, ip },
      });
      return done({ keys }, receipt);
    },
  ),
];
