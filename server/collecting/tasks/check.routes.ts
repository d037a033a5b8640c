import { checkHwl } from '#contract/collecting/new-tasks.ts';
import { checkCredentials } from '#contract/collecting/tasks.ts';
import { no, ok } from '#contract/kit/result.ts';
import { onlyReads } from '#server/kit/http/audited.ts';
import { type Handler, handle } from '#server/kit/http/handle.ts';
import { row } from '#server/kit/http/loaders.ts';
import { crawlerSetup } from '../crawlers/crawler-setups.ts';
import { feedCrawlerId } from '../crawlers/shipped-crawlers.ts';
import { trySignIn } from './try-sign-in.ts';

/** Administrators mark a crawler with this tag, in any letter case. */
const hwlTag = 'hwl';

export const taskCheckRoutes: Handler[] = [
  handle(
    checkCredentials,
    { audit: onlyReads, load: { task: row('task', 'id', { orNew: true }) } },
    async (args, { services, actor }, { task }) => {
      const tried = await trySignIn(services, { args, customerId: args.cust, task, actor });
      return tried.ok ? ok(tried.value?.words ?? '') : tried;
    },
  ),
  handle(
    checkHwl,
    { audit: onlyReads, load: { task: row('task', 'id', { orNew: true }) } },
    async (args, { services, actor }, { task }) => {
      const crawler = await crawlerSetup(services.db, args.crawlerId ?? task?.row.crawlerId ?? feedCrawlerId);
      const isMarked = crawler?.tags.some((tag) => tag.toLowerCase() === hwlTag) ?? false;
      if (!isMarked)
        return no({ kind: 'invalid', fields: { crawlerId: 'This check is for crawlers with the tag HWL. Use agent/check.' } });
      const tried = await trySignIn(services, { args, customerId: args.cust, task, actor });
      return tried.ok ? ok(tried.value?.words ?? '') : tried;
    },
  ),
];
