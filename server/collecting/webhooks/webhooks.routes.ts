import { readWebhook, receiveWebhook, renewWebhook } from '#contract/collecting/webhooks.ts';
import { no, ok } from '#contract/kit/result.ts';
import type { Db, Tx } from '#server/kit/db/connection.ts';
import { done, onlyReads } from '#server/kit/http/audited.ts';
import { type Handler, handle, type Services } from '#server/kit/http/handle.ts';
import { row } from '#server/kit/http/loaders.ts';
import { crawlerSetup } from '../crawlers/crawler-setups.ts';
import { deliveryState } from '../deliveries/deliveries.ts';
import { receiveDelivery } from './receive-delivery.ts';
import { addressOf, readKey, renewKey, taskOfKey } from './webhook-address.ts';

const task = row('task', 'id');
const otherKind = { id: 'This task has no address. Choose a webhook as its crawler.' };
/** A vendor sends again after this time what was refused because too much waits. */
const retrySeconds = 300;

const takesDeliveries = async (db: Db | Tx, crawlerId: number) => (await crawlerSetup(db, crawlerId))?.kind === 'webhook';

const webhookOf = async (
  db: Db | Tx,
  { config }: Pick<Services, 'config'>,
  place: { readonly customerId: number; readonly taskId: number },
  key: string | null,
) => ({ address: key === null ? null : addressOf(config.publicUrl, key), ...(await deliveryState(db, place)) });

export const webhookRoutes: Handler[] = [
  handle(readWebhook, { audit: onlyReads, load: { task } }, async ({ cust, id }, { services }, { task: { row } }) => {
    const { db, secrets } = services;
    if (!(await takesDeliveries(db, row.crawlerId))) return no({ kind: 'invalid', fields: otherKind });
    const place = { customerId: cust, taskId: id };
    return ok(await webhookOf(db, services, place, await readKey(db, secrets, place)));
  }),
  handle(
    renewWebhook,
    { audit: 'task.webhook', load: { task: row('task', 'id', { lock: true }) } },
    async ({ cust, id }, { services, tx }, { task: { row } }) => {
      if (!(await takesDeliveries(tx, row.crawlerId))) return no({ kind: 'invalid', fields: otherKind });
      const place = { customerId: cust, taskId: id };
      const webhook = await webhookOf(tx, services, place, await renewKey(tx, services.secrets, place));
      return done(webhook, { object: ['task', id], facts: { name: row.name } });
    },
  ),
  handle(
    receiveWebhook,
    { audit: 'none: the run that reads the delivery has its line in the history of the task' },
    async ({ key, payload }, { services }) => {
      const place = await taskOfKey(services.db, services.secrets, key);
      const received = place === null ? 'gone' : await receiveDelivery(services, place, payload);
      if (received === 'gone') return no({ kind: 'not_found' });
      if (received === 'full') return no({ kind: 'busy', retryAfterSeconds: retrySeconds });
      return ok({ accepted: true as const });
    },
  ),
];
