import { sql } from 'kysely';
import {
  listBasicCrawlers,
  listCrawlerCustomers,
  listOfferedCrawlers,
  readCrawlerProperties,
} from '#contract/collecting/crawlers.ts';
import type { ReplyOf } from '#contract/kit/endpoint.ts';
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
    const { rows } = await sql<ReplyOf<typeof listCrawlerCustomers>[number]>`
      select c.id, c.name, count(*)::integer as tasks,
        (count(*) filter (where not (t.row ->> 'disabled')::boolean))::integer as active, max(t.row ->> 'lastSuccessAt') as "lastSuccessAt"
      from customer c join task t on t.customer_id = c.id and not t.deleted and (t.row ->> 'crawlerId')::integer = ${crawler}
      where c.deleted_at is null and ${ofCustomers(whose, 'c.id')}
      group by c.id, c.name order by lower(c.name), c.id`.execute(db);
    return ok(rows);
  }),
];
