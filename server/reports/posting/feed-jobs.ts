import type { ArgsOf } from '#contract/kit/endpoint.ts';
import { type FeedField, feedFields } from '#contract/posting/feed-settings.ts';
import { FeedReasonCode } from '#contract/posting/feeds.ts';
import type { FeedJobRow, reportFeedJobs } from '#contract/reports/feed-jobs.ts';
import { arrange } from '#domain/lists/arrange.ts';
import { boardProblems } from '#domain/posting/feeds/board-problems.ts';
import { type FeedEntry, feedEntry } from '#domain/posting/feeds/feed-entry.ts';
import { feedReasonNames } from '#domain/posting/feeds/feed-reasons.ts';
import type { Db } from '#server/kit/db/connection.ts';
import { pageOf } from '#server/kit/db/paging.ts';
import { writtenElements } from '#server/posting/feeds/feed-formats.ts';
import { type FeedJob, feedJobs } from '#server/posting/feeds/feed-orders.ts';
import type { Feed } from '#server/posting/feeds/open-feed.ts';

type Args = Omit<ArgsOf<typeof reportFeedJobs>, 'cust' | 'feed'>;

/** Characters of a text in the report. The feed has it whole. */
const mostText = 500;
/** Rows that are arranged at once. */
const batch = 500;

/**
 * The open jobs of these feeds with their elements, or the reasons why they are not in the feed, a page at a time. Reads each feed by the
 * same pass as its readers do. Memory holds no more than twice the rows up to the end of the page.
 */
export async function feedJobLines(
  db: Db,
  feeds: readonly Feed[],
  args: Args,
  { now, signal }: { readonly now: Date; readonly signal: AbortSignal },
): Promise<{ total: number; rows: FeedJobRow[] }> {
  const most = args.page * args.pageSize;
  let total = 0;
  let first: FeedJobRow[] = [];
  let read: FeedJobRow[] = [];
  const arrangeRead = () => {
    const found = arrange(read, { ...orderOf(args), search: args.query, searchIn });
    total += found.length;
    first = arrange([...first, ...found], { ...orderOf(args), search: '', searchIn: [] }).slice(0, most);
    read = [];
  };
  for (const feed of feeds) {
    const rowOf = rowsOf(feed);
    for await (const job of feedJobs(db, feed.customerId, feed.target, now)) {
      signal.throwIfAborted();
      const row = rowOf(job);
      if (isAsked(row, args)) read.push(row);
      if (read.length >= Math.max(batch, most)) arrangeRead();
    }
  }
  arrangeRead();
  return { total, rows: pageOf(first, args).rows };
}

const searchIn = ['providerJobId', 'source', 'feed', 'title', 'company', 'city', 'state', 'reference', 'why'] as const;

const orderOf = ({ sort }: Args) => ({ sort: sort.replace('-', '') as keyof FeedJobRow, descending: sort.startsWith('-') });

function isAsked({ isListed, dropped, codes }: FeedJobRow, { listed, reason }: Args): boolean {
  if (reason !== undefined && !codes.includes(reason)) return false;
  if (listed === 'dropped') return dropped !== '';
  return listed === undefined || isListed === (listed === 'yes');
}

/** Makes the rows of a feed. */
function rowsOf({ target, head, format, elements }: Feed): (job: FeedJob) => FeedJobRow {
  const written: ReadonlySet<FeedField> = new Set(writtenElements(format, elements).map(({ field }) => field));
  return ({ job, mapped, reference, reasons }) => {
    const entry = feedEntry(head, { reference: reference ?? '', job, mapped });
    const codes = reasons.map(({ code }) => FeedReasonCode.parse(code));
    const [first] = codes;
    const values = valuesOf(reference === null ? { ...entry, url: '' } : entry, written);
    return {
      ...values,
      targetId: target.id,
      feed: target.name,
      jobId: job.id,
      providerJobId: job.providerJobId,
      source: job.source,
      isListed: reference !== null,
      codes,
      reason: first === undefined ? '' : feedReasonNames[first],
      why: reasons.map(({ words }) => words).join(' '),
      dropped:
        reference === null
          ? ''
          : boardProblems(entry)
              .map(({ words }) => words)
              .join(' '),
    };
  };
}

type Values = Pick<FeedJobRow, FeedField>;

/** The values that a feed writes; null for a field that it has no element for. */
function valuesOf(entry: FeedEntry, written: ReadonlySet<FeedField>): Values {
  const text = (field: FeedField) => (written.has(field) ? cut(entry[field]) : null);
  const amount = (field: FeedField) => (written.has(field) && entry[field] !== '' ? Number(entry[field]) : null);
  return {
    ...(Object.fromEntries(feedFields.map((field) => [field, text(field)])) as Record<FeedField, string | null>),
    payPerHour: amount('payPerHour'),
    payPerWeek: amount('payPerWeek'),
    weeks: amount('weeks'),
    positions: amount('positions'),
    hoursPerWeek: amount('hoursPerWeek'),
  };
}

const cut = (text: string): string => (text.length > mostText ? `${text.slice(0, mostText)}…` : text);
