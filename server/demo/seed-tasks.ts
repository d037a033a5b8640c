import type { CredentialName } from '#contract/rows/crawler-settings.ts';
import { publishCrawlers } from '../collecting/crawlers/crawlers.ts';
import { shownAddress, storeCredentials } from '../collecting/task-rows/task-credentials.ts';
import { writeRows } from '../feed/publish.ts';
import type { Services } from '../kit/http/handle.ts';
import { type DemoTask, findDemoTask } from './seed-demo-task.ts';
import { vendorFeedPaths } from './vendor-site.ts';
import { laborEdgeSignIn } from './vendors/laboredge-double.ts';
import { pagedFeedKeys } from './vendors/paged-feed.ts';
import { demoPortalCrawler } from './vendors/portal-crawler.ts';
import { staffingOrdersOfAgency } from './vendors/staffing-orders.ts';
import { trioKeys } from './vendors/trio-double.ts';
import { portalSignIn } from './vendors/vendor-portal.ts';

const everyMinutes = 10;

type PolledTask = Omit<DemoTask, 'has'> & {
  /** Path of the vendor's feed or API at the vendor site. */
  readonly path: string;
  readonly signIn?: Partial<Record<CredentialName, string>>;
};

const feed = { crawler: 1, everyMinutes };
/** Tasks whose vendors are asked for their jobs. */
const polled: readonly PolledTask[] = [
  { ...feed, name: 'Medloop', path: vendorFeedPaths.medloop },
  { ...feed, name: 'Careline', path: vendorFeedPaths.careline },
  { ...feed, name: 'Nightingale', path: vendorFeedPaths.nightingale },
  { crawler: 57, everyMinutes, name: 'Northfield Trio', path: '/trio/demo', signIn: { password: trioKeys.agency } },
  {
    crawler: 61,
    everyMinutes,
    name: 'Coastal Nexus',
    path: '/laboredge',
    signIn: {
      username: 'agency',
      password: laborEdgeSignIn.password,
      orgKey: laborEdgeSignIn.organizationCode,
      secretKey: laborEdgeSignIn.client,
    },
  },
  { crawler: 60, everyMinutes, name: 'Summit Feed', path: '/paged/jobs.xml', signIn: { password: pagedFeedKeys.agency } },
  { crawler: 64, everyMinutes, name: 'Prairie Orders', path: '/orders/changed.xml', signIn: staffingOrdersOfAgency },
  {
    crawler: demoPortalCrawler,
    everyMinutes,
    name: 'Crestview Portal',
    path: '/portal',
    signIn: { username: 'demo', ...portalSignIn },
  },
];

/**
 * Adds a data collection task for each vendor of the built-in site that is asked for its jobs to the demo agency, once, due at once.
 * Every start updates their addresses, because the site's port changes, and leaves the rest as it is.
 */
export async function seedTasks(services: Services, customerId: number, vendorSiteUrl: string): Promise<void> {
  await services.db.transaction().execute(async (tx) => {
    for (const { path, signIn = {}, ...task } of polled) {
      const has: CredentialName[] = ['url', ...(Object.keys(signIn) as CredentialName[])];
      const found = await findDemoTask(tx, customerId, { ...task, has });
      if (!found) continue;
      const { row, settings, publications } = found;
      const url = `${vendorSiteUrl}${path}`;
      await storeCredentials(tx, services.secrets, { customerId, taskId: row.id }, { url, ...(settings === null && signIn) });
      const extra = {
        settings: { ...settings, feed: shownAddress(url) },
        ...(settings === null && { next_run_at: services.now().toISOString() }),
      };
      await writeRows(tx, customerId, [...publications, { collection: 'task', row, extra }]);
    }
  });
  await publishCrawlers(services.db);
}
