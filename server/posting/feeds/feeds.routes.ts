import { createHash } from 'node:crypto';
import { no, ok } from '#contract/kit/result.ts';
import { checkFeed, readFeed, readOfferedJob, renewFeedAddress } from '#contract/posting/feeds.ts';
import { feedEntry } from '#domain/posting/feeds/feed-entry.ts';
import { isPublished } from '#domain/targets/target-kinds.ts';
import { scopeTo } from '#server/kit/db/customer-scope.ts';
import { done } from '#server/kit/http/audited.ts';
import { type Handler, handle, type RawReply } from '#server/kit/http/handle.ts';
import { row } from '#server/kit/http/loaders.ts';
import { pagePolicy } from '#server/kit/page/page-style.ts';
import { checkOf } from './check-feed.ts';
import { newFeedAddress } from './feed-addresses.ts';
import { feedWriter } from './feed-formats.ts';
import { feedOrders } from './feed-orders.ts';
import { noteReader } from './feed-readers.ts';
import { gonePage, offeredPage, unknownPage } from './offered-page.ts';
import { type Feed, openFeed } from './open-feed.ts';
import { hasTag, spoolFeed } from './spooled-feed.ts';

const notAFeed = { kind: 'invalid', fields: { target: 'Choose a target that is a feed' } } as const;
const renewed: RawReply = {
  status: 410,
  contentType: 'text/plain; charset=utf-8',
  body: 'This feed has a new address. Ask the agency for it.\n',
};

export const feedRoutes: Handler[] = [
  handle(readFeed, async ({ key }, { services, browser, ip, signal }) => {
    const { db, config } = services;
    const address = await db.selectFrom('feed_address').selectAll().where('key', '=', key).executeTakeFirst();
    if (!address) return no({ kind: 'not_found' as const });
    if (address.ended_at !== null) return ok(renewed);
    const own = scopeTo(db, [address.customer_id]);
    const feed = await openFeed(own, config.publicUrl, address.customer_id, address.target_id);
    if (!feed) return no({ kind: 'not_found' as const });
    const now = services.now();
    const writer = feedWriter(feed.format, feed.head, feed.elements);
    const entries = async function* () {
      for await (const order of feedOrders(own, feed.customerId, feed.target, now)) yield feedEntry(feed.head, order);
    };
    const spooled = await spoolFeed(writer, entries(), { builtAt: now.toISOString(), signal });
    const place = { customerId: feed.customerId, targetId: feed.target.id };
    await noteReader(own, place, { agent: browser.userAgent, ip, jobs: spooled.jobs }, now);
    const headers = { etag: spooled.tag, 'cache-control': 'private, no-cache' };
    if (!hasTag(browser.ifNoneMatch, spooled.tag)) return ok({ body: spooled.read(), contentType: writer.contentType, headers });
    await spooled.drop();
    return ok({ status: 304, body: '', headers });
  }),
  handle(readOfferedJob, async ({ reference }, { services, browser }) => {
    const { db, config } = services;
    const listing = await db.selectFrom('feed_listing').selectAll().where('reference', '=', reference).executeTakeFirst();
    if (!listing) return ok(pageReply(unknownPage(), 404));
    const own = scopeTo(db, [listing.customer_id]);
    const feed = await openFeed(own, config.publicUrl, listing.customer_id, listing.target_id);
    if (!feed) return ok(pageReply(gonePage(''), 410));
    const order = await offeredOrder(own, feed, listing.job_id, services.now());
    if (!order) return ok(pageReply(gonePage(feed.head.publisher), 410));
    const html = offeredPage(feed, order);
    const etag = `W/"${createHash('sha256').update(html).digest('base64url').slice(0, 32)}"`;
    const answer = pageReply(html);
    const headers = { ...answer.headers, etag };
    return ok(hasTag(browser.ifNoneMatch, etag) ? { ...answer, status: 304, body: '', headers } : { ...answer, headers });
  }),
  handle(checkFeed, { load: { target: row('target', 'target') } }, async (_args, { services, signal }, { target }) => {
    const feed = await openFeed(services.db, services.config.publicUrl, target.customerId, target.row.id);
    if (!feed) return no(notAFeed);
    return ok(await checkOf(services.db, feed, services.now(), signal));
  }),
  handle(
    renewFeedAddress,
    { audit: 'feed.renew', load: { target: row('target', 'target', { lock: true }) } },
    async (_args, { services, tx }, { target }) => {
      if (!isPublished(target.row.typeId)) return no(notAFeed);
      const key = await newFeedAddress(tx, { customerId: target.customerId, targetId: target.row.id }, services.now());
      return done({ xmlFeedUrl: `/feeds/${key}` }, { object: ['target', target.row.id] });
    },
  ),
];

/** A page that applicants see. Caches may keep it for five minutes; search engines forget one that is gone. */
const pageReply = (body: string, status?: 404 | 410): RawReply => ({
  body,
  ...(status !== undefined && { status }),
  headers: {
    'content-security-policy': pagePolicy('plain'),
    'cache-control': 'public, max-age=300',
    ...(status !== undefined && { 'x-robots-tag': 'noindex' }),
  },
});

async function offeredOrder(db: Parameters<typeof feedOrders>[0], feed: Feed, jobId: number, now: Date) {
  for await (const order of feedOrders(db, feed.customerId, feed.target, now, jobId)) return order;
  return null;
}
