import { setImmediate } from 'node:timers/promises';
import type { ArgsOf } from '#contract/kit/endpoint.ts';
import { type FeedField, feedFields } from '#contract/posting/feed-settings.ts';
import { FeedReasonCode } from '#contract/posting/feeds.ts';
import type { FeedJobRow, reportFeedJobs } from '#contract/reports/feed-jobs.ts';
import { descriptionHtml } from '#domain/descriptions/description-html.ts';
import { formatDescription } from '#domain/descriptions/format-description.ts';
import { arrange } from '#domain/lists/arrange.ts';
import { boardProblems } from '#domain/posting/feeds/board-problems.ts';
import { type FeedEntry, feedEntry, feedText } from '#domain/posting/feeds/feed-entry.ts';
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
/** Descriptions that are formatted before other requests get their turn. */
const turn = 50;

/**
 * The open jobs of these feeds with their elements, or the reasons why they are not in the feed, a page at a time. Reads each feed by the
 * same pass as its readers do. Memory holds no more than twice the rows up to the end of the page, and only the rows of the page get
 * their descriptions formatted, which takes most of the time that a feed takes.
 */
export async function feedJobLines(
  db: Db,
  feeds: readonly Feed[],
  args: Args,
  { now, signal }: { readonly now: Date; readonly signal: AbortSignal },
): Promise<{ total: number; rows: FeedJobRow[] }> {
  const most = args.page * args.pageSize;
  let total = 0;
  let first: Line[] = [];
  let read: Line[] = [];
  const arrangeRead = () => {
    const found = arrange(read, { ...orderOf(args), search: args.query, searchIn });
    total += found.length;
    first = arrange([...first, ...found], { ...orderOf(args), search: '', searchIn: [] }).slice(0, most);
    read = [];
  };
  for (const feed of feeds) {
    const lineOf = linesOf(feed);
    for await (const job of feedJobs(db, feed.customerId, feed.target, now)) {
      signal.throwIfAborted();
      const line = lineOf(job);
      if (isAsked(line, args)) read.push(line);
      if (read.length >= Math.max(batch, most)) arrangeRead();
    }
  }
  arrangeRead();
  return { total, rows: await described(pageOf(first, args).rows, signal) };
}

/** A row with the vendor's description, which is not formatted yet. */
type Line = FeedJobRow & { readonly written: string | null };

/** Rows with the beginnings of their descriptions; those without one keep the summary. Other requests get their turn in between. */
async function described(lines: readonly Line[], signal: AbortSignal): Promise<FeedJobRow[]> {
  const rows: FeedJobRow[] = [];
  for (const { written, ...row } of lines) {
    const html = row.description === null ? '' : descriptionHtml(formatDescription(feedText(written)));
    rows.push(html === '' ? row : { ...row, description: cut(html) });
    if (rows.length % turn !== 0) continue;
    await setImmediate();
    signal.throwIfAborted();
  }
  return rows;
}

const searchIn = ['providerJobId', 'source', 'feed', 'title', 'company', 'city', 'state', 'reference', 'why'] as const;

const orderOf = ({ sort }: Args) => ({ sort: sort.replace('-', '') as keyof FeedJobRow, descending: sort.startsWith('-') });

function isAsked({ isListed, dropped, codes }: FeedJobRow, { listed, reason }: Args): boolean {
  if (reason !== undefined && !codes.includes(reason)) return false;
  if (listed === 'dropped') return dropped !== '';
  return listed === undefined || isListed === (listed === 'yes');
}

/** Makes the rows of a feed. */
function linesOf({ target, head, format, elements }: Feed): (job: FeedJob) => Line {
  const written: ReadonlySet<FeedField> = new Set(writtenElements(format, elements).map(({ field }) => field));
  return ({ job, mapped, reference, reasons }) => {
    const order = { reference: reference ?? '', mapped };
    const summary = feedEntry(head, { ...order, job: { ...job, description: null } });
    // Without a summary, only the vendor's description can be what boards require.
    const entry = summary.description === '' ? feedEntry(head, { ...order, job }) : summary;
    const codes = reasons.map(({ code }) => FeedReasonCode.parse(code));
    const [first] = codes;
    return {
      ...valuesOf(reference === null ? { ...entry, url: '' } : entry, written),
      written: job.description,
      targetId: target.id,
      feed: target.name,
      jobId: job.id,
      providerJobId: job.providerJobId,
      source: job.source,
      isListed: reference !== null,
      codes,
      reason: first === undefined ? '' : feedReasonNames[first],
      why: wordsOf(reasons),
      dropped: reference === null ? '' : wordsOf(boardProblems(entry)),
    };
  };
}

const wordsOf = (said: readonly { readonly words: string }[]): string => said.map(({ words }) => words).join(' ');

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
