import type { TaskRow } from '#contract/rows/rows.ts';
import { taskDefaults } from '../collecting/task-rows/new-task.ts';
import { shownAddress, storeCredentials } from '../collecting/task-rows/task-credentials.ts';
import { nextIds, writeRows } from '../feed/publish.ts';
import type { Services } from '../kit/http/handle.ts';
import { sourceNamed } from '../mapping/sources/sources.ts';
import { vendorFeedPaths } from './vendor-site.ts';
import { type FeedVendor, feedVendors } from './vendors/vendor-offers.ts';

const names: Record<FeedVendor, string> = { medloop: 'Medloop', careline: 'Careline', nightingale: 'Nightingale' };
const everyMinutes = 10;

/**
 * Adds one data collection task per vendor of the built-in site to the demo agency, once, due at once. Every start updates their
 * addresses, because the site's port changes, and leaves their schedule as it is.
 */
export async function seedTasks(services: Services, customerId: number, vendorSiteUrl: string): Promise<void> {
  await services.db.transaction().execute(async (tx) => {
    const held = await tx
      .selectFrom('task')
      .select('row')
      .where('customer_id', '=', customerId)
      .where('deleted', '=', false)
      .execute();
    for (const vendor of feedVendors) {
      const known = held.map(({ row }) => row as TaskRow).find((task) => task.name === names[vendor]);
      const [newId] = known ? [] : await nextIds(tx, 'task', 1);
      const { source, publications } = await sourceNamed(tx, customerId, names[vendor]);
      const row = known ?? firstRow(newId ?? 0, source.id, names[vendor]);
      const place = { customerId, taskId: row.id };
      const url = `${vendorSiteUrl}${vendorFeedPaths[vendor]}`;
      await storeCredentials(tx, services.secrets, place, { url });
      const settings = { feed: shownAddress(url) };
      const extra = { settings, ...(!known && { next_run_at: services.now().toISOString() }) };
      await writeRows(tx, customerId, [...publications, { collection: 'task', row, extra }]);
    }
  });
}

const firstRow = (id: number, sourceId: number, name: string): TaskRow => ({
  ...taskDefaults,
  id,
  name,
  sourceId,
  crawlerId: 1,
  crawler: 'Feed',
  site: name,
  disabled: false,
  ready: true,
  has: ['url'],
  everyMinutes,
});
