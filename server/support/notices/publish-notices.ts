import { sql } from 'kysely';
import type { CustomerNoticeRow } from '#contract/rows/customer-notice.ts';
import { isAddressed } from '#domain/notices/audience.ts';
import { nextIds, writeRows } from '#server/feed/publish.ts';
import type { Db, Tx } from '#server/kit/db/connection.ts';
import type { Publication } from '#server/kit/db/publication.ts';
import { rowsOf } from '#server/kit/db/rows.ts';
import type { Services } from '#server/kit/http/handle.ts';
import { plainText, withLineBreaks } from '#server/kit/lib/clean-html.ts';
import { startOfDay } from '#server/kit/lib/start-of-day.ts';
import { handleJobs, type JobHandler } from '#server/kit/queue/job-handler.ts';
import { defineQueue } from '#server/kit/queue/queue.ts';
import { daysLater } from '#server/people/customers/disable-date.ts';
import { type CustomerFacts, readAudienceFacts } from './audience-facts.ts';
import { audienceOf, type NoticeRow } from './notice-rows.ts';

type Parts = Pick<Services, 'db' | 'now'>;

/** Gives the notices to the customers that they address. It may run at any time, and can be repeated at no cost. */
export const noticesQueue = defineQueue('notices');

/** After each change of a notice, and every five minutes: tasks, targets and customers come and go, and notices expire. */
export const noticeJobs = (parts: Parts): JobHandler[] => [
  handleJobs(noticesQueue, {
    atOnce: 1,
    schedule: { cron: '*/5 * * * *', zone: 'UTC' },
    carryOut: () => publishNotices(parts),
  }),
];

/** What a customer’s row of a notice says, but for what the row has by itself. */
type Shown = Omit<CustomerNoticeRow, 'id' | 'shownSince' | 'dismissedBy'>;

/**
 * Makes each customer’s rows those of the notices that address it now. Returns how many customers got or lost something. A customer is written
 * in one transaction that reads everything again, so that two processes write one row.
 */
export async function publishNotices({ db, now }: Parts): Promise<number> {
  const notices = await visibleNotices(db);
  const rows = await db
    .selectFrom('customer_notice')
    .select(['customer_id as customerId', 'row'])
    .where('deleted', '=', false)
    .execute();
  const known = new Map<number, CustomerNoticeRow[]>();
  for (const { customerId, row } of rows) known.set(customerId, [...(known.get(customerId) ?? []), row as CustomerNoticeRow]);
  const behind = (await readAudienceFacts(db)).filter((facts) => {
    const { added, changed, gone } = compare(known.get(facts.customerId) ?? [], shownTo(facts, notices, now()));
    return added.length + changed.length + gone.length > 0;
  });
  for (const { customerId } of behind) await db.transaction().execute((tx) => publishTo(tx, customerId, now()));
  return behind.length;
}

const visibleNotices = (db: Db | Tx): Promise<NoticeRow[]> =>
  db.selectFrom('notice').selectAll().where('visible', '=', true).orderBy('id').execute();

/** The notices that a customer has now. An expiry date is its last day, in the zone of the customer. */
function shownTo(facts: CustomerFacts, notices: readonly NoticeRow[], now: Date): Shown[] {
  return notices.flatMap((notice) => {
    const expiresAt = notice.expires_on === null ? null : startOfDay(daysLater(notice.expires_on, 1), facts.zone);
    if (expiresAt !== null && expiresAt <= now.toISOString()) return [];
    if (!isAddressed(audienceOf(notice), facts)) return [];
    const html = withLineBreaks(notice.message);
    return [{ noticeId: notice.id, name: notice.name, html, text: plainText(html), expiresAt }];
  });
}

type Difference = {
  readonly added: readonly Shown[];
  readonly changed: readonly CustomerNoticeRow[];
  readonly gone: readonly CustomerNoticeRow[];
};

function compare(has: readonly CustomerNoticeRow[], wanted: readonly Shown[]): Difference {
  const byNotice = new Map(has.map((row) => [row.noticeId, row]));
  const isWanted = new Set(wanted.map(({ noticeId }) => noticeId));
  return {
    added: wanted.filter(({ noticeId }) => !byNotice.has(noticeId)),
    changed: wanted.flatMap((one) => {
      const row = byNotice.get(one.noticeId);
      const isSame = row && (['name', 'html', 'text', 'expiresAt'] as const).every((key) => row[key] === one[key]);
      return row && !isSame ? [{ ...row, ...one }] : [];
    }),
    gone: has.filter(({ noticeId }) => !isWanted.has(noticeId)),
  };
}

async function publishTo(tx: Tx, customerId: number, now: Date): Promise<void> {
  await sql`select pg_advisory_xact_lock(hashtext('notices'), ${customerId})`.execute(tx);
  const [facts] = await readAudienceFacts(tx, customerId);
  // Its people cannot sign in any more.
  if (!facts) return;
  const wanted = shownTo(facts, await visibleNotices(tx), now);
  const { added, changed, gone } = compare(await rowsOf(tx, customerId, 'customerNotice', { lock: true }), wanted);
  const ids = await nextIds(tx, 'customerNotice', added.length);
  const created = added.map((one, at): CustomerNoticeRow => {
    const id = ids[at];
    if (id === undefined) throw new Error('a new row has no id');
    return { id, ...one, shownSince: now.toISOString(), dismissedBy: [] };
  });
  await ringBells(tx, customerId, { created, changed, gone });
  const writes = [...created, ...changed].map((row): Publication => ({ collection: 'customerNotice', row }));
  const removals = gone.map(({ id }): Publication => ({ collection: 'customerNotice', id, removed: true }));
  await writeRows(tx, customerId, [...writes, ...removals]);
}

const mostBellText = 300;

/** The entry in the bell of a customer’s people. */
export const bellCause = (rowId: number): string => `notice ${rowId}`;

function bellText({ name, text }: Pick<CustomerNoticeRow, 'name' | 'text'>): string {
  const whole = `${name}: ${text.replaceAll(/\s+/g, ' ')}`;
  return whole.length > mostBellText ? `${whole.slice(0, mostBellText - 1)}…` : whole;
}

/** Keeps one entry in the bell of everyone at the customer for each of its notices. */
async function ringBells(
  tx: Tx,
  customerId: number,
  { created, changed, gone }: { readonly created: readonly CustomerNoticeRow[] } & Pick<Difference, 'changed' | 'gone'>,
): Promise<void> {
  if (created.length > 0)
    await tx
      .insertInto('notification')
      .values(created.map((row) => ({ customer_id: customerId, kind: 'notice', text: bellText(row), cause: bellCause(row.id) })))
      .execute();
  for (const row of changed)
    await tx
      .updateTable('notification')
      .set({ text: bellText(row) })
      .where('customer_id', '=', customerId)
      .where('kind', '=', 'notice')
      .where('cause', '=', bellCause(row.id))
      .execute();
  if (gone.length > 0)
    await tx
      .deleteFrom('notification')
      .where('customer_id', '=', customerId)
      .where('kind', '=', 'notice')
      .where(
        'cause',
        'in',
        gone.map(({ id }) => bellCause(id)),
      )
      .execute();
}
