import { sql } from 'kysely';
import type { ArgsOf, ReplyOf } from '#contract/kit/endpoint.ts';
import type { reportLogins } from '#contract/reports/people-reports.ts';
import { deviceOfUserAgent } from '#domain/people/device-of-user-agent.ts';
import type { Db } from '#server/kit/db/connection.ts';
import { type Customers, ofCustomers } from '#server/kit/db/of-customers.ts';
import { orderOf } from '#server/kit/db/order-of.ts';
import { readPage } from '#server/kit/db/paging.ts';
import { search } from '#server/kit/db/search.ts';
import type { DayRange } from '../report-range.ts';

type Row = ReplyOf<typeof reportLogins>['rows'][number];

/** The audit lines of sign-ins, and what each says of how it ended. Working as another user is no sign-in of theirs. */
const outcomes = {
  'session.login': 'password',
  'session.login.factor': 'factor',
  'session.login.sign_on': 'sign_on',
  'session.failed': 'failed',
  'session.locked': 'locked',
  'session.sign_on.refused': 'failed',
} as const satisfies Readonly<Record<string, Row['outcome']>>;

const ip = sql`coalesce(a.ip, a.detail ->> 'ip', '')`;
const order = {
  at: sql`a.at`,
  company: sql`lower(c.name)`,
  fullName: sql`lower(u.name)`,
  email: sql`u.email`,
  ipAddress: ip,
};

/** Sign-ins in a range of days of a time zone, a page at a time. Each customer and kind of line is read by its index. */
export async function logins(
  db: Db,
  customers: Customers,
  asked: Omit<ArgsOf<typeof reportLogins>, 'cust'>,
  { from, to, zone }: DayRange & { readonly zone: string },
): Promise<ReplyOf<typeof reportLogins>> {
  type Found = Omit<Row, 'outcome' | 'device'> & { command: keyof typeof outcomes; agent: string | null };
  const { total, rows } = await readPage<Found>(
    db,
    {
      select: sql`concat(a.customer_id, '/', a.id) as id, a.at, c.id as "customerId", c.name as company, coalesce(u.name, '') as "fullName",
        coalesce(u.email, '') as email, ${ip} as "ipAddress", a.detail ->> 'device' as agent, a.command`,
      from: sql`customer c cross join unnest(${Object.keys(outcomes)}::text[]) n (name)
        cross join lateral (
          select * from audit a where a.customer_id = c.id and a.command = n.name
            and a.at >= ${from}::date::timestamp at time zone ${zone} and a.at < (${to}::date + 1)::timestamp at time zone ${zone}) a
        left join app_user u on u.customer_id = a.customer_id and u.id = a.subject_id`,
      where: [ofCustomers(customers, 'c.id'), search([sql`c.name`, sql`u.name`, sql`u.email`, ip], asked.query)],
      orderBy: orderOf(asked.sort, order, sql`a.at desc, a.customer_id, a.id desc`),
    },
    asked,
  );
  return {
    total,
    rows: rows.map(({ command, agent, ...row }) => ({
      ...row,
      device: agent === null ? '' : deviceOfUserAgent(agent),
      outcome: outcomes[command],
    })),
  };
}
