import type { TaskRow } from '#contract/rows/rows.ts';
import { missingCredentials } from '#domain/crawlers/crawler-settings.ts';
import type { Tx } from '#server/kit/db/connection.ts';
import type { Publication } from '#server/kit/db/publication.ts';
import type { Secrets } from '#server/kit/lib/secrets.ts';
import type { Credentials } from '../collectors/collector.ts';
import { type CrawlerSetup, crawlerSetup } from '../crawlers/crawler-setups.ts';
import { childrenOf, namesOf, ownCredentials } from '../task-rows/task-credentials.ts';

/** The tasks that share a sign-in, as they are once it changed. */
export const followed = (children: readonly TaskRow[], signIn: Credentials, { settings }: CrawlerSetup): Publication[] =>
  children.map((child) => {
    const has = namesOf(signIn);
    const ready = missingCredentials(settings, has).length === 0;
    return { collection: 'task', row: { ...child, has, ready, checkState: 'unchecked' } };
  });

/** The tasks that shared the sign-in of a task that is removed. Each has what is its own, and awaits its setup again. */
export async function orphaned(tx: Tx, secrets: Secrets, customerId: number, taskId: number): Promise<Publication[]> {
  const rows: Publication[] = [];
  for (const child of await childrenOf(tx, customerId, taskId)) {
    const has = namesOf(await ownCredentials(tx, secrets, { customerId, taskId: child.id }));
    const crawler = await crawlerSetup(tx, child.crawlerId);
    const ready = crawler !== undefined && missingCredentials(crawler.settings, has).length === 0;
    rows.push({ collection: 'task', row: { ...child, credentialParentId: null, has, ready, checkState: 'unchecked' } });
  }
  return rows;
}
