import { sql } from 'kysely';
import type { syncCrawlers } from '#contract/collecting/crawlers.ts';
import type { ReplyOf } from '#contract/kit/endpoint.ts';
import { messages } from '#contract/kit/messages.ts';
import type { TaskRow } from '#contract/rows/rows.ts';
import { missingCredentials } from '#domain/crawlers/crawler-settings.ts';
import { writeRows } from '#server/feed/publish.ts';
import type { Db } from '#server/kit/db/connection.ts';
import { ofCustomers } from '#server/kit/db/of-customers.ts';
import type { Publication } from '#server/kit/db/publication.ts';
import { storedRows } from '#server/kit/db/rows.ts';
import type { Services } from '#server/kit/http/handle.ts';
import type { CrawlerSetup } from './crawler-setups.ts';

/** A line of the dialog that shows the results. */
export type ResultLine = ReplyOf<typeof syncCrawlers>[string][number];

/** A task as its crawler says it is: the crawler's name, and whether it has all that the crawler asks for. */
const fitted = (task: TaskRow, { name, settings }: Pick<CrawlerSetup, 'name' | 'settings'>): TaskRow => ({
  ...task,
  crawler: name,
  ready: missingCredentials(settings, task.has).length === 0,
});

/**
 * Fits the tasks of all customers to their crawlers, each customer in a transaction of its own, and says which tasks changed. One
 * customer that fails keeps no other from it.
 */
export async function fitTasks(
  { db, log }: Pick<Services, 'db' | 'log'>,
  crawlers: readonly CrawlerSetup[],
): Promise<ResultLine[]> {
  const lines: ResultLine[] = [];
  for (const { id, name } of await customersWithTasks(db, crawlers)) {
    try {
      lines.push(...(await fitCustomer(db, { id, name }, crawlers)));
    } catch (error) {
      log.error({ err: error, customer: id }, 'the tasks of a customer were not fitted to their crawlers');
      lines.push({ name, active: true, status: messages.failed, error: messages.unknownError });
    }
  }
  return lines;
}

/** Tasks of these crawlers. */
const ofCrawlers = (crawlers: readonly CrawlerSetup[]) => {
  const ids = crawlers.map(({ id }) => id);
  return sql`(row ->> 'crawlerId')::integer = any(${ids}::int[])`;
};

async function customersWithTasks(db: Db, crawlers: readonly CrawlerSetup[]): Promise<{ id: number; name: string }[]> {
  const { rows } = await sql<{ id: number; name: string }>`
    select id, name from customer where deleted_at is null and id in (
      select customer_id from task where ${ofCustomers('all')} and not deleted and ${ofCrawlers(crawlers)})
    order by lower(name), id`.execute(db);
  return rows;
}

async function fitCustomer(
  db: Db,
  customer: { readonly id: number; readonly name: string },
  crawlers: readonly CrawlerSetup[],
): Promise<ResultLine[]> {
  const crawlerOf = new Map(crawlers.map((crawler) => [crawler.id, crawler]));
  return db.transaction().execute(async (tx) => {
    const changed = (await storedRows(tx, customer.id, 'task', { where: ofCrawlers(crawlers), lock: true })).flatMap(
      ({ row }) => {
        const crawler = crawlerOf.get(row.crawlerId);
        const next = crawler ? fitted(row, crawler) : row;
        return next.ready === row.ready && next.crawler === row.crawler ? [] : [next];
      },
    );
    if (changed.length > 0)
      await writeRows(
        tx,
        customer.id,
        changed.map((row): Publication => ({ collection: 'task', row })),
      );
    return changed.map((row) => ({
      name: `${customer.name}: ${row.name}`,
      active: !row.disabled,
      status: row.ready ? 'Ready' : 'Awaiting Setup',
      error: '',
    }));
  });
}
