import * as z from 'zod';
import { no, ok, type Result } from '#contract/kit/result.ts';
import type { SafeReply } from '#server/kit/lib/safe-fetch.ts';
import type { RecordList } from '#server/parsing/files/reply-options.ts';
import { type Collector, type CollectorTask, type CollectorTools, type CollectProblem, fileOfRecords } from './collector.ts';
import { failed } from './problems.ts';
import { repeatedPages } from './repeated-pages.ts';
import { sizeBudget } from './size-budget.ts';
import { addressOf, callVendor, keyOf, recordsIn } from './vendor-call.ts';

const BearerFeedSettings = z.object({
  /** The parameter of the address that names a page. */
  pageParameter: z.string().trim().min(1).max(60).default('page'),
});
type Settings = z.infer<typeof BearerFeedSettings>;

const mostPages = 500;
/** The value of a feed that says how many pages it has. */
const pageNumbers = 'PageNumbers';

/** Collects from a feed behind a key. One that says how many pages it has is read page by page. */
export const bearerFeedCollector: Collector<Settings> = {
  kind: 'bearer',
  settings: BearerFeedSettings,
  async check(task, tools) {
    const reply = await fetchPage(task, 1, tools);
    return reply.ok ? ok(null) : reply;
  },
  async pull(task, tools) {
    const first = await fetchPage(task, 1, tools);
    if (!first.ok) return first;
    const whole = ok({ kind: 'file', bytes: first.value.bytes, complete: true, marks: {} } as const);
    // Only XML and JSON can say how many pages they have.
    if (!/^\s*[<{[]/.test(first.value.bytes.toString('utf8', 0, 100).replace(/^\uFEFF/, ''))) return whole;
    const read = await recordsIn(first.value, { beside: [pageNumbers] }, task.customerId);
    if (!read.ok) return read;
    const text = read.value.beside[pageNumbers];
    if (text === undefined) return whole;
    const pages = /^\d{1,6}$/.test(text.trim()) ? Number(text) : Number.NaN;
    // A number that cannot be believed would end the list early.
    if (Number.isNaN(pages) || pages > mostPages || (pages === 0 && read.value.records.length > 0))
      return failed('unreadable', `The feed does not say how many pages it has, or more than ${mostPages}.`);
    if (pages > 1 && tools.most !== undefined && read.value.records.length >= tools.most)
      return ok({ kind: 'file', bytes: first.value.bytes, complete: false, marks: {} });
    return pages <= 1 ? whole : await readPages(task, pages, read.value, tools);
  },
};

async function readPages(task: CollectorTask<Settings>, pages: number, first: RecordList, tools: CollectorTools) {
  const seen = repeatedPages();
  seen.before(1, first.records);
  const records = [...first.records];
  const budget = sizeBudget();
  let whole = first.whole;
  for (let page = 2; page <= pages; page += 1) {
    await tools.progress(page - 1, pages);
    const reply = await fetchPage(task, page, tools);
    if (!reply.ok) return no({ ...reply.error, words: `Page ${page} of the feed: ${reply.error.words}` });
    const read = await recordsIn(reply.value, { beside: [pageNumbers] }, task.customerId);
    if (!read.ok) return no({ ...read.error, words: `Page ${page} of the feed: ${read.error.words}` });
    const before = seen.before(page, read.value.records);
    if (before !== null)
      return failed('page_changed', `Page ${page} of the feed repeats page ${before}. Check the name of the page’s parameter.`);
    const fits = budget.take(read.value.records.flatMap((record) => Object.values(record)));
    if (!fits.ok) return fits;
    records.push(...read.value.records);
    // If the feed moves while it is read, a job may slip from one page to an earlier one.
    whole &&= read.value.whole && Number(read.value.beside[pageNumbers] ?? pages) === pages;
  }
  await tools.progress(pages, pages);
  return ok({ kind: 'file', bytes: await fileOfRecords(records), complete: whole, marks: {} } as const);
}

async function fetchPage(
  { credentials, settings }: CollectorTask<Settings>,
  page: number,
  tools: CollectorTools,
): Promise<Result<SafeReply, CollectProblem>> {
  const address = addressOf(credentials, 'https://feeds.vendor.com/jobs.xml');
  if (!address.ok) return address;
  const key = keyOf(credentials);
  if (!key.ok) return key;
  const url = new URL(address.value);
  // The first page has the feed's own address, as a feed without pages may refuse what it does not know.
  if (page > 1) url.searchParams.set(settings.pageParameter, String(page));
  return await callVendor(url.href, { headers: { authorization: `Bearer ${key.value}` }, redirects: 0 }, tools);
}
