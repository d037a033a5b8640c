import { addTasks } from '#contract/collecting/bulk-tasks.ts';
import type { ArgsOf } from '#contract/kit/endpoint.ts';
import { messages } from '#contract/kit/messages.ts';
import { no } from '#contract/kit/result.ts';
import type { SourceRow, TaskRow } from '#contract/rows/rows.ts';
import { missingCredentials } from '#domain/crawlers/crawler-settings.ts';
import { nextIds } from '#server/feed/publish.ts';
import type { Tx } from '#server/kit/db/connection.ts';
import { rowsOf } from '#server/kit/db/rows.ts';
import { done } from '#server/kit/http/audited.ts';
import { type Handler, handle } from '#server/kit/http/handle.ts';
import { sourceNamed } from '#server/mapping/sources/sources.ts';
import { type CrawlerSetup, crawlerSetups } from '../crawlers/crawler-setups.ts';
import { fullConnections } from '../task-rows/connections.ts';
import { taskDefaults } from '../task-rows/new-task.ts';

export const bulkTaskRoutes: Handler[] = [
  handle(addTasks, { audit: 'task.add_several' }, async ({ cust, toadd }, { tx, write }) => {
    const wanted = await wantedOf(tx, toadd);
    if (typeof wanted === 'string') return no({ kind: 'invalid', fields: { toadd: wanted } });
    const count = wanted.reduce((sum, line) => sum + line.count, 0);
    const full = await fullConnections(tx, cust, count);
    if (full !== null) return no({ kind: 'invalid', fields: { toadd: full } });
    const taken = new Set((await rowsOf(tx, [cust], 'task')).map(({ name }) => name.toLowerCase()));
    const ids = await nextIds(tx, 'task', count);
    const added: { id: number; name: string }[] = [];
    for (const { crawler, count: times } of wanted) {
      const { source, publications } = await sourceNamed(tx, cust, crawler.name);
      write(...publications);
      for (let at = 0; at < times; at += 1) {
        const row = newTask(crawler, { id: ids[added.length] ?? 0, name: freeName(crawler.name, taken), source });
        write({ collection: 'task', row, extra: { settings: {}, next_run_at: null } });
        added.push({ id: row.id, name: row.name });
      }
    }
    const facts = { tasks: added.length, names: added.slice(0, 20).map(({ name }) => name) };
    return done({ message: messages.tasksAdded({ n: added.length }), added }, { facts });
  }),
];

type Wanted = { readonly crawler: CrawlerSetup; readonly count: number };

/** The crawlers with a count above 0, each once; or why they cannot be added. */
async function wantedOf(tx: Tx, lines: ArgsOf<typeof addTasks>['toadd']): Promise<Wanted[] | string> {
  const counts = new Map<number, number>();
  for (const { crawlerId, count } of lines) if (count > 0) counts.set(crawlerId, (counts.get(crawlerId) ?? 0) + count);
  if (counts.size === 0) return 'No count is above 0. Say how many tasks to add.';
  const known = new Map((await crawlerSetups(tx)).filter(({ isDeleted }) => !isDeleted).map((crawler) => [crawler.id, crawler]));
  const wanted: Wanted[] = [];
  for (const [crawlerId, count] of counts) {
    const crawler = known.get(crawlerId);
    if (!crawler) return `There is no crawler ${crawlerId}. Choose one of the list.`;
    wanted.push({ crawler, count });
  }
  return wanted;
}

type NewTask = { readonly id: number; readonly name: string; readonly source: SourceRow };

const newTask = (crawler: CrawlerSetup, { id, name, source }: NewTask): TaskRow => ({
  ...taskDefaults,
  id,
  name,
  sourceId: source.id,
  site: source.name,
  crawlerId: crawler.id,
  crawler: crawler.name,
  ready: missingCredentials(crawler.settings, []).length === 0,
});

/** The name of a crawler, with a number if a task has it already. Takes it. */
function freeName(crawler: string, taken: Set<string>): string {
  let name = crawler;
  for (let number = 2; taken.has(name.toLowerCase()); number += 1) name = `${crawler} ${number}`;
  taken.add(name.toLowerCase());
  return name;
}
