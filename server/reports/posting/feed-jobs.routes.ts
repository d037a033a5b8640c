import { no, ok } from '#contract/kit/result.ts';
import { reportFeedJobs } from '#contract/reports/feed-jobs.ts';
import { type Handler, handle } from '#server/kit/http/handle.ts';
import { openFeeds } from '#server/posting/feeds/open-feed.ts';
import { feedJobLines } from './feed-jobs.ts';

/** The report of jobs in feeds. */
export const feedJobRoutes: Handler[] = [
  handle(reportFeedJobs, async ({ cust, feed, ...args }, { services, signal }) => {
    const feeds = await openFeeds(services.db, services.config.publicUrl, cust);
    const asked = feeds.filter(({ target }) => feed === 0 || target.id === feed);
    if (feed !== 0 && asked.length === 0)
      return no({ kind: 'invalid', fields: { feed: 'Choose a target that is a feed, or 0 for all feeds' } });
    const { total, rows } = await feedJobLines(services.db, asked, args, { now: services.now(), signal });
    return ok({ total, rows, feeds: feeds.map(({ target: { id, name } }) => ({ id, name })) });
  }),
];
