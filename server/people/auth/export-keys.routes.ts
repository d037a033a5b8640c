import { readExportKeys } from '#contract/people/export-keys.ts';
import { done } from '#server/kit/http/audited.ts';
import { type Handler, handle } from '#server/kit/http/handle.ts';
import { checkSignIn, findClosedAccount } from './check-sign-in.ts';
import { keysOf } from './sealed-lanes.ts';

/** Opens the sealed changes of people whose customer is closed, for an export, by password (docs/decisions/0055). */
export const exportKeyRoutes: Handler[] = [
  handle(
    readExportKeys,
    { audit: 'outbox.export_keys', ownTransactions: true },
    async ({ username, password, r, customerId, clientIds }, call) => {
      const { services, record } = call;
      const checked = await checkSignIn(call, { username, password, r }, findClosedAccount);
      if (!checked.ok) return checked;
      const { account, clear } = checked.value;
      await clear();
      const keys = await keysOf(services, account.user_id, { customerId, clientIds });
      const receipt = await record(services.db, {
        customerId: account.customer_id,
        by: { actorId: account.user_id, userId: account.user_id },
        object: ['user', account.user_id],
        facts: { ofCustomer: customerId, lanes: keys.length, ip: call.ip },
      });
      return done({ keys }, receipt);
    },
  ),
];
