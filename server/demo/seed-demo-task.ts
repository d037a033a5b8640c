import type { CredentialName } from '#contract/rows/crawler-settings.ts';
import type { TaskRow } from '#contract/rows/rows.ts';
import { credentialNames } from '#domain/crawlers/crawler-settings.ts';
import {
  type CrawlerDraft,
  type CrawlerSetup,
  crawlerSetup,
  crawlerSetups,
  storeCrawler,
} from '../collecting/crawlers/crawler-setups.ts';
import { taskDefaults } from '../collecting/task-rows/new-task.ts';
import { nextIds } from '../feed/publish.ts';
import type { Tx } from '../kit/db/connection.ts';
import type { Publication } from '../kit/db/publication.ts';
import { storedRows } from '../kit/db/rows.ts';
import { sourceNamed } from '../mapping/sources/sources.ts';

/** A task of the demo agency. Its source has the same name. */
export type DemoTask = {
  readonly name: string;
  /** A shipped crawler by its ID, or one to be added with the task. */
  readonly crawler: number | CrawlerDraft;
  readonly everyMinutes: number | null;
  readonly has: readonly CredentialName[];
};

type Found = {
  readonly row: TaskRow;
  /** What is stored of the task so far; null for a new one. */
  readonly settings: Record<string, unknown> | null;
  /** Rows to be written with a new task: its source. */
  readonly publications: readonly Publication[];
};

/** The task of the customer with this name, or a new one that the caller writes. Null if a person removed it. */
export async function findDemoTask(tx: Tx, customerId: number, wanted: DemoTask): Promise<Found | null> {
  const { name, everyMinutes } = wanted;
  const known = (await storedRows(tx, customerId, 'task')).find(({ row }) => row.name === name);
  if (known) return { row: known.row, settings: known.settings, publications: [] };
  // The source stays when a person removes the task.
  const sources = await storedRows(tx, customerId, 'source');
  if (sources.some(({ row }) => row.name === name)) return null;
  const [id = 0] = await nextIds(tx, 'task', 1);
  const { source, publications } = await sourceNamed(tx, customerId, name);
  const crawler = await crawlerFor(tx, wanted.crawler);
  const has = credentialNames.filter((one) => wanted.has.includes(one));
  const place = { id, name, site: name, sourceId: source.id, crawlerId: crawler.id, crawler: crawler.name };
  const row: TaskRow = { ...taskDefaults, ...place, has, everyMinutes, disabled: false, ready: true };
  return { row, settings: null, publications };
}

/** The crawler with this ID, or the one of this name. Adds the latter unless an administrator has one of that name. */
async function crawlerFor(tx: Tx, wanted: DemoTask['crawler']): Promise<Pick<CrawlerSetup, 'id' | 'name'>> {
  const known =
    typeof wanted === 'number'
      ? await crawlerSetup(tx, wanted)
      : (await crawlerSetups(tx)).find(({ name, isDeleted }) => name === wanted.name && !isDeleted);
  if (known) return known;
  if (typeof wanted === 'number') throw new Error(`this build ships no crawler ${wanted}`);
  return { id: await storeCrawler(tx, 0, wanted, null), name: wanted.name };
}
