import { ok } from '#contract/kit/result.ts';
import { listCustomerRisk } from '#contract/reports/customer-risk.ts';
import { reportContacts, reportLogins, reportSubscriptions, reportTaskUsers } from '#contract/reports/people-reports.ts';
import { namedCustomers } from '#server/kit/http/customer-access.ts';
import { type Handler, handle } from '#server/kit/http/handle.ts';
import { zoneOf } from '#server/people/users/caller-zone.ts';
import { rangeOf } from '../report-range.ts';
import { customerContacts } from './customer-contacts.ts';
import { customerRisks } from './customer-risk.ts';
import { logins } from './logins.ts';
import { subscriptions } from './subscriptions.ts';
import { taskUsers } from './task-users.ts';

/** Sign-ins of yesterday and today, as documented. */
const loginDays = 2;

/** Reports about people and customers, for the provider's administrators; -1 means all customers. */
export const peopleReportRoutes: Handler[] = [
  handle(reportTaskUsers, { allCustomers: true }, async ({ cust, ...args }, { services: { db } }) =>
    ok(await taskUsers(db, namedCustomers(cust), args)),
  ),
  handle(reportLogins, { allCustomers: true }, async ({ cust, ...args }, { services: { db, now }, actor }) => {
    const zone = await zoneOf(db, actor);
    const range = rangeOf(args, { days: loginDays, zone, now: now() });
    return range.ok ? ok(await logins(db, namedCustomers(cust), args, { ...range.value, zone })) : range;
  }),
  handle(reportContacts, { allCustomers: true }, async ({ cust, ...args }, { services: { db } }) =>
    ok(await customerContacts(db, namedCustomers(cust), args)),
  ),
  handle(reportSubscriptions, { allCustomers: true }, async ({ cust, ...args }, { services: { db, now } }) =>
    ok(await subscriptions(db, namedCustomers(cust), args, now())),
  ),
  handle(listCustomerRisk, async (_args, { services: { db, now } }) => ok(await customerRisks(db, now()))),
];
