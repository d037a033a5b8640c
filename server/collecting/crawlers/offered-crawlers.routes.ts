import { sql } from 'kysely';
import {
  listBasicCrawlers,
  listCrawlerCustomers,
  listOfferedCrawlers,
  readCrawlerProperties,
} from '#contract/collecting/crawlers.ts';
import { no, ok } from '#contract/kit/result.ts';
import { ofCustomers } from '#server/kit/db/of-customers.ts';
import { namedCustomers } from '#server/kit/http/customer-access.ts';
import { type Handler, handle } from '#server/kit/http/handle.ts';
import { crawlerSetup, crawlerSetups } from './crawler-setups.ts';
import { publicRow } from './crawlers.ts';

/** What people who work with tasks read of the catalog. */
export const offeredCrawlerRoutes: Handler[] = [
  handle(listOfferedCrawlers, async ({ isWizard }, { services: { db } }) => {
    const forNew = isWizard === 'true' || isWizard === '1';
    const offered = (await crawlerSetups(db)).filter(
      ({ isDeleted, settings }) => !isDeleted && !(forNew && settings.hideFromWizard),
    );
    return ok(offered.map(publicRow));
  }),
  handle(listBasicCrawlers, async (_args, { services: { db } }) =>
    ok((await crawlerSetups(db)).filter(({ isDeleted }) => !isDeleted).map(({ id, name, site }) => ({ id, name, site }))),
  ),
  handle(readCrawlerProperties, async ({ id }, { services: { db } }) => {
    const found = await crawlerSetup(db, id);
    return found && !found.isDeleted ? ok(publicRow(found)) : no({ kind: 'not_found' });
  }),
  handle(listCrawlerCustomers, { allCustomers: true }, async ({ cust, crawler }, { services: { db } }) => {
    const whose = namedCustomers(cust);
    const { rows } = await sql<{ id: number; name: string }>`
      select id, name from customer where deleted_at is null and ${ofCustomers(whose, 'id')} and id in (
        select customer_id from task
        where ${ofCustomers(whose)} and not deleted and (row ->> 'crawlerId')::integer = ${crawler})
      order by lower(name), id`.execute(db);
    return ok(rows);
  }),
];
