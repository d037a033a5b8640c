import { sql } from 'kysely';
import type { BoardRow } from '#contract/people/customer-board.ts';
import { flag } from '#domain/jobs/flags.ts';
import type { Db } from '#server/kit/db/connection.ts';
import { type Customers, ofCustomers } from '#server/kit/db/of-customers.ts';
import { expiresSoon } from './expires-soon.ts';

const notWorkedOn = flag.hidden | flag.manuallyCancelled;

/**
 * What waits at each of these customers, in one statement however many they are. `customers` are the ones that the caller may
 * read. An open job is unmapped as the customer's own screens count it: it lacks a kind that the first enabled target needs.
 */
export async function readBoardRows(db: Db, customers: Customers): Promise<BoardRow[]> {
  const { rows } = await sql<BoardRow>`
    with c as (select id, name from customer where deleted_at is null and ${ofCustomers(customers, 'id')}),
    first_target as (
      select distinct on (t.customer_id) t.customer_id, t.row -> 'maps' as maps,
        (t.row ->> 'specialtyDependsOnDegree')::boolean as by_degree,
        (t.row ->> 'mappingRequired')::boolean as required
      from target t where ${ofCustomers(customers, 't.customer_id')} and not t.deleted
      order by t.customer_id, (t.row ->> 'disabled')::boolean, t.id
    ),
    needed as (
      select c.id as customer_id, k.kind from c left join first_target f on f.customer_id = c.id
      cross join (values ('facility'), ('degree'), ('specialty'), ('shift')) as k (kind)
      where f.maps is null or (f.required and (f.maps ? k.kind or (k.kind = 'degree' and f.by_degree and f.maps ? 'specialty')))
    ),
    jobs as (
      select j.customer_id,
        count(*) filter (where o.is_open) as open,
        count(*) filter (where j.row ->> 'postState' = 'failed') as failed,
        count(*) filter (where j.row ->> 'postState' = 'human') as undecided,
        count(*) filter (where o.is_open and exists (
          select 1 from needed n left join map_value v on v.customer_id = j.customer_id and not v.deleted
            and v.id = (j.row ->> (n.kind || 'ValueId'))::bigint
          where n.customer_id = j.customer_id and j.row ->> (n.kind || 'Map') is null and v.mapped_id is null
        )) as unmapped
      from job j cross join lateral (
        select j.status = 'Open' and (j.row ->> 'chgMap')::int & ${notWorkedOn} = 0 as is_open
      ) o
      where ${ofCustomers(customers, 'j.customer_id')} and not j.deleted group by 1
    ),
    tasks as (
      select t.customer_id, max(t.row ->> 'lastSuccessAt') as collected,
        count(*) filter (where (t.row ->> 'alarm' is not null or ${expiresSoon('t')}) and not (t.row ->> 'ignored')::boolean) as alarms
      from task t where ${ofCustomers(customers, 't.customer_id')} and not t.deleted group by 1
    ),
    devices as (
      select d.customer_id, count(*) as unsent, min(d.oldest_unsent_at) as oldest
      from client d where ${ofCustomers(customers, 'd.customer_id')} and d.unsent > 0 and d.killed_at is null group by 1
    )
    select c.id as "customerId", c.name, coalesce(j.open, 0) as "openJobs", t.collected as "lastCollectedAt",
      coalesce(t.alarms, 0) as alarms, coalesce(j.failed, 0) as "failedPosts", coalesce(j.undecided, 0) as "undecidedPosts",
      coalesce(j.unmapped, 0) as "unmappedJobs", coalesce(d.unsent, 0) as "unsentDevices", d.oldest as "oldestUnsentAt",
      (select jsonb_build_object('day', f.day::text, 'newJobs', f.new_jobs, 'closedJobs', f.closed_jobs, 'postedJobs', f.posted_jobs)
        from daily_figure f where f.customer_id = c.id order by f.day desc limit 1) as "lastDay"
    from c left join jobs j on j.customer_id = c.id left join tasks t on t.customer_id = c.id
      left join devices d on d.customer_id = c.id
    order by c.name`.execute(db);
  return rows;
}
