import { readExportKeys } from '#contract/people/export-keys.ts';
import { done } from '#server/kit/http/audited.ts';
import { type Handler, handle } from '#server/kit/http/handle.ts';
import { laneKey } from '#server/sync/lock-key.ts';
import { restoreDays } from '../customers/restorable.ts';
import { checkSignIn, findClosedAccount } from './check-sign-in.ts';

/** Opens the sealed changes of people whose customer is closed, for an export (docs/decisions/0055). */
export const exportKeyRoutes: Handler[] = [
  handle(
    readExportKeys,
    { audit: 'outbox.export_keys', ownTransactions: true },
    async ({ username, password, r, customerId, clientIds }, call) => {
      const { services, record } = call;
      const checked = await checkSignIn(call, { username, password, r }, (parts, email) =>
        findClosedAccount(parts, email, restoreDays),
      );
      if (!checked.ok) return checked;
      const { account, clear } = checked.value;
      await clear();
      const lanes = await services.db
        .selectFrom('client')
        .select('client_id')
        .where('customer_id', '=', customerId)
        .where('client_id', 'in', clientIds)
        .where('user_id', '=', account.user_id)
        .where('killed_at', 'is', null)
        .execute();
      const keys = lanes.map(({ client_id: clientId }) => {
        return { clientId, key: laneKey(services.secrets, { userId: account.user_id, customerId, clientId }) };
      });
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
