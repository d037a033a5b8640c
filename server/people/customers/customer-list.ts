import { type RawBuilder, sql } from 'kysely';
import type { ArgsOf, ReplyOf } from '#contract/kit/endpoint.ts';
import type { CustomerRow, countCustomers, listAllCustomers } from '#contract/people/customer-list.ts';
import { flag } from '#domain/jobs/flags.ts';
import type { Db } from '#server/kit/db/connection.ts';
import { orderOf } from '#server/kit/db/order-of.ts';
import { readPage } from '#server/kit/db/paging.ts';
import { search } from '#server/kit/db/search.ts';
import { restoreDays } from './restorable.ts';

const isOpenJob = sql`j.status = 'Open' and (j.row ->> 'chgMap')::int & ${flag.hidden | flag.manuallyCancelled} = 0`;
const targetNames = sql`(select string_agg(t.row ->> 'name', ', ' order by t.id) from target t
  where t.customer_id = c.id and not t.deleted)`;
const usersUsed = sql`(select count(*) from app_user u where u.customer_id = c.id and u.disabled_at is null)`;
const lastActiveAt = sql`(select max(s.seen_at) from session s where s.customer_id = c.id)`;

const states: Record<ArgsOf<typeof listAllCustomers>['state'], RawBuilder<unknown>> = {
  current: sql`c.deleted_at is null and c.status <> 'inactive'`,
  inactive: sql`c.deleted_at is null and c.status = 'inactive'`,
  deleted: sql`c.deleted_at is not null`,
  all: sql`c.deleted_at is null`,
};

const columns = {
  name: sql`lower(c.name)`,
  status: sql`c.status`,
  since: sql`c.since_on`,
  accountManager: sql`lower(c.account_manager)`,
  usersUsed,
  lastActiveAt,
};

/** One page of all customers but the provider. The counts are of the rows of this page only. */
export function readCustomerPage(db: Db, args: ArgsOf<typeof listAllCustomers>) {
  const { customer, target, manager, state, parent, tree, sort, ...page } = args;
  const family = tree === 1 && (sort === 'name' || sort === '-name');
  const parentName = sql`lower(coalesce(p.name, c.name))`;
  // A parent, then its children: by the parent's name, which for a customer without one is its own.
  const order = family
    ? sql`${parentName} ${sort === 'name' ? sql`asc` : sql`desc`}, coalesce(p.id, c.id), p.id is not null, lower(c.name), c.id`
    : orderOf(sort, columns, sql`lower(c.name), c.id`);
  return readPage<CustomerRow>(
    db,
    {
      select: sql`c.id, c.name, coalesce(c.email, '') as email, c.status = 'inactive' as "isInactive", c.status,
        c.since_on as since, c.disable_on as "disableDate", coalesce(plan.name, '') as plan,
        (select count(*) from task t where t.customer_id = c.id and not t.deleted and not (t.row ->> 'disabled')::boolean)
          as "connectionsUsed",
        c.agents_included as connections, ${usersUsed} as "usersUsed", c.user_licenses_limit as "userLimit",
        coalesce(${targetNames}, '') as targets,
        (select count(*) from job j where j.customer_id = c.id and not j.deleted and ${isOpenJob}) as "openJobs",
        coalesce(c.account_manager, '') as "accountManager", c.parent_id as parent, p.name as "parentName",
        (select count(*) from customer child where child.parent_id = c.id and child.deleted_at is null) as children,
        c.past_due as "isPastDue", ${lastActiveAt} as "lastActiveAt", c.deleted_at as "deletedAt",
        c.deleted_at + make_interval(days => ${restoreDays}) as "restorableUntil"`,
      from: sql`customer c left join plan on plan.id = c.plan_id left join customer p on p.id = c.parent_id and p.deleted_at is null`,
      where: [
        sql`not c.provider`,
        states[state],
        search([sql`c.name`], customer),
        search([sql`c.account_manager`], manager),
        target.trim() === ''
          ? sql`true`
          : sql`exists (select from target t where t.customer_id = c.id and not t.deleted and ${search([sql`t.row ->> 'name'`], target)})`,
        parent === 0 ? sql`true` : sql`c.parent_id = ${parent}`,
      ],
      orderBy: order,
    },
    page,
  );
}

/** All jobs, and customers by state. */
export async function readCustomerCounts(db: Db): Promise<ReplyOf<typeof countCustomers>> {
  const { rows } = await sql<ReplyOf<typeof countCustomers>>`
    select count(*) filter (where deleted_at is null) as customers,
      count(*) filter (where deleted_at is null and status = 'inactive') as inactive,
      count(*) filter (where deleted_at is not null) as deleted,
      (select count(*) from job j join customer c on c.id = j.customer_id where not j.deleted and c.deleted_at is null) as jobs,
      (select count(*) from job j join customer c on c.id = j.customer_id
        where not j.deleted and c.deleted_at is null and ${isOpenJob}) as "openJobs"
    from customer where not provider`.execute(db);
  const [counts] = rows;
  if (!counts) throw new Error('customers were not counted');
  return counts;
}
