import { sql } from 'kysely';
import type { ArgsOf, ReplyOf } from '#contract/kit/endpoint.ts';
import type { reportContacts } from '#contract/reports/people-reports.ts';
import type { Db } from '#server/kit/db/connection.ts';
import { type Customers, ofCustomers } from '#server/kit/db/of-customers.ts';
import { orderOf } from '#server/kit/db/order-of.ts';
import { readPage } from '#server/kit/db/paging.ts';
import { search } from '#server/kit/db/search.ts';
import { stateOfPerson } from '#server/people/users/contacts.ts';
import { alertColumns, getsTickets } from './people-columns.ts';

/** The people of customers, disabled ones too, a page at a time. */
export async function customerContacts(
  db: Db,
  customers: Customers,
  asked: Omit<ArgsOf<typeof reportContacts>, 'cust'>,
): Promise<ReplyOf<typeof reportContacts>> {
  const { total, rows } = await readPage<ReplyOf<typeof reportContacts>['rows'][number]>(
    db,
    {
      select: sql`c.id as "customerId", c.name as customer, u.id as "contactId", u.name as contact, u.email, u.phone, r.name as role,
        ${stateOfPerson} as state, active.last as "lastActiveAt", ${alertColumns}, ${getsTickets} as "getsTickets"`,
      from: sql`customer c join app_user u on u.customer_id = c.id join role r on r.id = u.role_id
        left join sign_in s on s.customer_id = u.customer_id and s.user_id = u.id
        left join lateral (
          select max(x.seen_at) as last from session x where x.customer_id = u.customer_id and x.user_id = u.id) active on true`,
      where: [
        ofCustomers(customers, 'c.id'),
        sql`u.deleted_at is null`,
        search([sql`c.name`, sql`u.name`, sql`u.email`, sql`u.phone`, sql`r.name`], asked.query),
      ],
      orderBy: orderOf(
        asked.sort,
        {
          customer: sql`lower(c.name)`,
          contact: sql`lower(u.name)`,
          email: sql`u.email`,
          role: sql`lower(r.name)`,
          state: stateOfPerson,
          lastActiveAt: sql`active.last`,
        },
        sql`lower(c.name), lower(u.name), u.id`,
      ),
    },
    asked,
  );
  return { total, rows };
}
