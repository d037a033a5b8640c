import type { CredentialName } from '#contract/rows/crawler-settings.ts';
import { shownAddress, storeCredentials } from '../collecting/task-rows/task-credentials.ts';
import { writeRows } from '../feed/publish.ts';
import type { Services } from '../kit/http/handle.ts';
import { type DemoTask, findDemoTask } from './seed-demo-task.ts';
import { vendorFeedPaths } from './vendor-site.ts';
import { laborEdgeSignIn } from './vendors/laboredge-double.ts';
import { trioKeys } from './vendors/trio-double.ts';

const everyMinutes = 10;

type PolledTask = Omit<DemoTask, 'has'> & {
  /** Path of the vendor's feed or API at the vendor site. */
  readonly path: string;
  readonly signIn?: Partial<Record<CredentialName, string>>;
};

const feed = { crawlerId: 1, everyMinutes };
/** Tasks whose vendors are asked for their jobs. */
const polled: readonly PolledTask[] = [
  { ...feed, name: 'Medloop', path: vendorFeedPaths.medloop },
  { ...feed, name: 'Careline', path: vendorFeedPaths.careline },
  { ...feed, name: 'Nightingale', path: vendorFeedPaths.nightingale },
  { crawlerId: 57, everyMinutes, name: 'Northfield Trio', path: '/trio/demo', signIn: { password: trioKeys.agency } },
  {
    crawlerId: 61,
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
}
