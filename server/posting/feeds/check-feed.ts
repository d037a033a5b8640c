import type { ReplyOf } from '#contract/kit/endpoint.ts';
import type { checkFeed, DroppedJob } from '#contract/posting/feeds.ts';
import { boardProblems } from '#domain/posting/feeds/board-problems.ts';
import { feedEntry } from '#domain/posting/feeds/feed-entry.ts';
import type { Db } from '#server/kit/db/connection.ts';
import { feedWriter } from './feed-formats.ts';
import { feedOrders } from './feed-orders.ts';
import { readReaders } from './feed-readers.ts';
import type { Feed } from './open-feed.ts';

const mostDropped = 200;
const mostPreview = 20_000;

/** What a feed lists now, by the same orders and values as its readers get, and which of its jobs a board would drop. */
export async function checkOf(db: Db, feed: Feed, now: Date, signal: AbortSignal): Promise<ReplyOf<typeof checkFeed>> {
  const writer = feedWriter(feed.format, feed.head, feed.elements);
  const dropped: DroppedJob[] = [];
  let jobs = 0;
  let total = 0;
  let preview = '';
  for await (const order of feedOrders(db, feed.customerId, feed.target, now)) {
    signal.throwIfAborted();
    const entry = feedEntry(feed.head, order);
    if (jobs++ === 0) preview = writer.entry(entry, true).trimStart();
    const problems = boardProblems(entry);
    if (problems.length === 0) continue;
    total++;
    if (dropped.length < mostDropped)
      dropped.push({ jobId: order.job.id, title: entry.title, words: problems.map(({ words }) => words) });
  }
  return {
    format: feed.format,
    jobs,
    preview: preview.length > mostPreview ? `${preview.slice(0, mostPreview)}…` : preview,
    dropped: { total, rows: dropped },
    readers: await readReaders(db, { customerId: feed.customerId, targetId: feed.target.id }, now),
  };
}
