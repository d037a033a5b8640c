import { sql } from 'kysely';
import { no, ok } from '#contract/kit/result.ts';
import { listNotifications, updateNotification } from '#contract/people/notices.ts';
import { countUnmapped, getStats } from '#contract/reports/dashboard.ts';
import { taskCounts } from '../collecting/tasks/task-counts.ts';
import { changesBetween } from '../kit/db/audit.ts';
import type { Db, Tx } from '../kit/db/connection.ts';
import { ofCustomers } from '../kit/db/of-customers.ts';
import { readNewest } from '../kit/db/paging.ts';
import { serviceValue } from '../kit/db/service-items.ts';
import { upsert } from '../kit/db/upsert.ts';
import { done, onlyReads, unchanged } from '../kit/http/audited.ts';
import { allCustomers, namedCustomers } from '../kit/http/customer-access.ts';
import { type Actor, type Handler, handle } from '../kit/http/handle.ts';

const mostAlerts = 100;

/** Figures and notices of the dashboard. */
export const dashboardRoutes: Handler[] = [
  handle(getStats, { allCustomers: true }, async ({ cust, date }, { services: { db } }) => {
    const [tasks, alerts, states, workTypes, statuses] = await Promise.all([
      taskCounts(db, namedCustomers(cust)),
      taskAlerts(db, cust, date),
      openByState(db, cust),
      openByWorkType(db, cust),
      countByStatus(db, cust),
    ]);
    return ok({ tasks, ...alerts, states, workTypes, statuses });
  }),

  handle(countUnmapped, { allCustomers: true }, async ({ cust }, { services: { db } }) => {
    const { rows } = await sql<{ count: number }>`
      select count(*) as count from job j
      where ${ofCustomer('j', cust)} and not j.deleted and j.status = 'Open' and exists (
        select 1 from (values ('facility'), ('degree'), ('specialty'), ('shift')) as k (kind)
        join map_value v on v.customer_id = j.customer_id and v.id = (j.row ->> (k.kind || 'ValueId'))::bigint
        where j.row ->> (k.kind || 'Map') is null and v.mapped_id is null and not v.deleted and not (v.row ->> 'ignored')::boolean
      )`.execute(db);
    return ok({ count: rows[0]?.count ?? 0 });
  }),

  handle(listNotifications, { audit: onlyReads, allCustomers: true }, async ({ cust, since }, { services, actor }) => {
    const query = noticesOf(services.db, cust, actor)
      .selectAll()
      .select(markOf('read_at', actor.userId).as('read_at'))
      .orderBy('created_at', 'desc')
      .orderBy('id', 'desc');
    const { total, rows } = await readNewest(query, await serviceValue(services.db, 'notices.listed', actor.customerId));
    const list = rows.map((row) => ({
      id: row.id,
      isRead: row.read_at !== null,
      isDeleted: false,
      html: htmlOf(row.text, row.link),
      text: row.text,
      link: row.link,
      date: row.created_at,
    }));
    const changedAt = rows.flatMap((row) => [row.created_at, row.read_at ?? row.created_at]);
    return ok({
      hasChanges: since === undefined || since === null || changedAt.some((at) => at > since),
      list,
      total,
      unreadCount: await countUnread(services.db, cust, actor),
      date: services.now().toISOString(),
    });
  }),

  handle(
    updateNotification,
    { audit: 'notification.save', allCustomers: true },
    async ({ cust, id, isRead, isDeleted }, { services, actor, tx }) => {
      const found = await noticesOf(tx, cust, actor)
        .select(['customer_id', markOf('read_at', actor.userId).as('read_at')])
        .where('id', '=', id)
        .forUpdate()
        .executeTakeFirst();
      if (!found) return no({ kind: 'not_found' });
      const key = { customer_id: found.customer_id, notification_id: id, user_id: actor.userId };
      const marks = {
        read_at: (isRead ?? found.read_at !== null) ? (found.read_at ?? services.now()) : null,
        deleted_at: isDeleted === true ? services.now() : null,
      };
      await upsert(tx, 'notification_reader', key, marks);
      const before = { read: found.read_at !== null, deleted: false };
      const changed = changesBetween(before, { read: isRead ?? before.read, deleted: isDeleted === true });
      const reply = { unreadCount: await countUnread(tx, cust, actor) };
      return Object.keys(changed).length === 0 ? unchanged(reply) : done(reply, { object: ['notification', id], changed });
    },
  ),
];

/** The user's own notices and those for everyone at the customer, except the ones the user removed. */
function noticesOf(db: Db | Tx, cust: number, { customerId, userId }: Actor) {
  return db
    .selectFrom('notification')
    .where('customer_id', '=', cust === allCustomers ? customerId : cust)
    .where(markOf('deleted_at', userId), 'is', null)
    .where((e) => e.or([e('user_id', 'is', null), e('user_id', '=', userId)]));
}

/** When this reader read or removed the notice. Null if they did not. */
const markOf = (mark: 'read_at' | 'deleted_at', userId: number) => sql<string | null>`(
  select ${sql.ref(`r.${mark}`)} from notification_reader r
  where r.customer_id = notification.customer_id and r.notification_id = notification.id and r.user_id = ${userId})`;

async function countUnread(db: Db | Tx, cust: number, actor: Actor): Promise<number> {
  const { count } = await noticesOf(db, cust, actor)
    .select((e) => e.fn.countAll<number>().as('count'))
    .where(markOf('read_at', actor.userId), 'is', null)
    .executeTakeFirstOrThrow();
  return count;
}

/** The text as escaped HTML, for clients that show the documented field. */
function htmlOf(text: string, link: string | null): string {
  const escape = (raw: string) => raw.replaceAll(/[&<>"']/g, (c) => `&#${c.charCodeAt(0)};`);
  return link === null || !/^(\/(?!\/)|https?:\/\/)/.test(link) ? escape(text) : `<a href="${escape(link)}">${escape(text)}</a>`;
}

/** SQL condition for the rows of one customer, or of all for an administrator. */
const ofCustomer = (alias: string, cust: number) => ofCustomers(namedCustomers(cust), `${alias}.customer_id`);

async function taskAlerts(db: Db, cust: number, since: string | undefined) {
  const { rows } = await sql<{ taskId: number; name: string; text: string; date: string | null; alertCount: number }>`
    select count(*) over () as "alertCount", t.id as "taskId", t.row ->> 'name' as name, t.row ->> 'alarm' as text, t.row ->> 'lastRunAt' as date
    from task t where ${ofCustomer('t', cust)} and not t.deleted and t.row ->> 'alarm' is not null
      ${since === undefined ? sql`` : sql`and t.row ->> 'lastRunAt' >= ${since}`}
    order by t.row ->> 'lastRunAt' desc nulls last limit ${mostAlerts}`.execute(db);
  return { alertCount: rows[0]?.alertCount ?? 0, alerts: rows.map(({ alertCount: _alertCount, ...alert }) => alert) };
}

async function openByState(db: Db, cust: number) {
  const { rows } = await sql<{ state: string; jobs: number; positions: number }>`
    select upper(j.row ->> 'state') as state, count(*) as jobs, coalesce(sum(coalesce((j.row ->> 'positions')::numeric, 1)), 0) as positions
    from job j where ${ofCustomer('j', cust)} and not j.deleted and j.status = 'Open' and coalesce(j.row ->> 'state', '') <> ''
    group by 1 order by 1`.execute(db);
  return rows;
}

async function openByWorkType(db: Db, cust: number) {
  const { rows } = await sql<{ travel: number; permanent: number; perDiem: number }>`
    select count(*) filter (where j.row ->> 'workType' = '1') as travel,
      count(*) filter (where j.row ->> 'workType' = '2') as permanent,
      count(*) filter (where j.row ->> 'workType' not in ('1', '2')) as "perDiem"
    from job j where ${ofCustomer('j', cust)} and not j.deleted and j.status = 'Open'`.execute(db);
  return rows[0] ?? { travel: 0, permanent: 0, perDiem: 0 };
}

async function countByStatus(db: Db, cust: number): Promise<Record<string, number>> {
  const { rows } = await sql<{ status: string; count: number }>`
    select j.status, count(*) as count from job j where ${ofCustomer('j', cust)} and not j.deleted group by 1 order by 1`.execute(
    db,
  );
  return Object.fromEntries(rows.map((row) => [row.status, row.count]));
}
