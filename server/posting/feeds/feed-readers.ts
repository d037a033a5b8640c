import { isIPv6 } from 'node:net';
import { sql } from 'kysely';
import type { ReplyOf } from '#contract/kit/endpoint.ts';
import type { checkFeed } from '#contract/posting/feeds.ts';
import type { Db } from '#server/kit/db/connection.ts';
import type { FeedPlace } from './listings.ts';

const keptDays = 30;
const dayInMilliseconds = 86_400_000;
/** A caller may send another name each time. */
const mostReaders = 50;

/** The network of an address, so that no one's own address is stored: 24 bits of IPv4, 48 bits of IPv6. */
export function shortened(ip: string): string {
  const mapped = ip.replace(/^::ffff:(?=\d+\.)/i, '');
  if (!isIPv6(mapped)) return mapped.replace(/\d+$/, '0');
  const [before = '', after] = mapped.toLowerCase().split('::');
  const left = before.split(':').filter(Boolean);
  const right = after?.split(':').filter(Boolean) ?? [];
  const groups =
    after === undefined ? left : [...left, ...Array(Math.max(0, 8 - left.length - right.length)).fill('0'), ...right];
  return `${groups.slice(0, 3).join(':')}::`;
}

/** Notes that a program read the feed, and forgets who has not read it for 30 days. */
export async function noteReader(
  db: Db,
  { customerId, targetId }: FeedPlace,
  reader: { readonly agent: string; readonly ip: string; readonly jobs: number },
  now: Date,
): Promise<void> {
  const address = shortened(reader.ip);
  const agent = reader.agent.trim() || 'No name';
  await db
    .insertInto('feed_reader')
    .values({ customer_id: customerId, target_id: targetId, address, agent, read_at: now, jobs: reader.jobs })
    .onConflict((c) =>
      c
        .columns(['customer_id', 'target_id', 'address', 'agent'])
        .doUpdateSet({ read_at: now, jobs: reader.jobs, times: sql`feed_reader.times + 1` }),
    )
    .execute();
  await sql`delete from feed_reader where customer_id = ${customerId} and target_id = ${targetId} and (
    read_at < ${since(now)} or (address, agent) in (
      select address, agent from feed_reader where customer_id = ${customerId} and target_id = ${targetId}
      order by read_at desc offset ${mostReaders}))`.execute(db);
}

const since = (now: Date): Date => new Date(now.getTime() - keptDays * dayInMilliseconds);

/** Who read a feed in the last 30 days, the newest first. */
export async function readReaders(
  db: Db,
  { customerId, targetId }: FeedPlace,
  now: Date,
): Promise<ReplyOf<typeof checkFeed>['readers']> {
  const rows = await db
    .selectFrom('feed_reader')
    .select(['agent', 'address', 'read_at as readAt', 'times', 'jobs'])
    .where('customer_id', '=', customerId)
    .where('target_id', '=', targetId)
    .where('read_at', '>=', since(now).toISOString())
    .orderBy('read_at', 'desc')
    .execute();
  return { total: rows.length, rows };
}
