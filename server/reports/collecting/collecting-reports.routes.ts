import { sql } from 'kysely';
import { no, ok } from '#contract/kit/result.ts';
import {
  listReportSources,
  reportDataIssues,
  reportFaultyRows,
  reportTaskAudit,
  reportTaskErrors,
  reportTaskStatus,
} from '#contract/reports/collecting-reports.ts';
import { may } from '#domain/rights/may.ts';
import { shownBy } from '#server/collecting/tasks/credentials.routes.ts';
import { ofCustomers } from '#server/kit/db/of-customers.ts';
import { namedCustomers } from '#server/kit/http/customer-access.ts';
import { type Handler, handle } from '#server/kit/http/handle.ts';
import { dayIn } from '#server/people/customers/disable-date.ts';
import { zoneOf } from '#server/people/users/caller-zone.ts';
import { rangeOf, sourceProblem } from '../report-range.ts';
import { dataIssues, faultyRows } from './data-issues.ts';
import { taskAudit } from './task-audit.ts';
import { taskStatus } from './task-counts-by-status.ts';
import { taskErrors, type UserOf } from './task-errors.ts';

/** The last days that the audit of tasks covers unless it is asked for others. */
const auditedDays = 7;

/** Reports about collecting, which the service answers page by page; -1 means all customers of an administrator. */
export const collectingReportRoutes: Handler[] = [
  handle(listReportSources, { allCustomers: true }, async ({ cust }, { services: { db } }) => {
    const { rows } = await sql<{ id: number; name: string; customerId: number; customer: string }>`
      select s.id, s.row ->> 'name' as name, c.id as "customerId", c.name as customer
      from source s join customer c on c.id = s.customer_id
      where ${ofCustomers(namedCustomers(cust), 's.customer_id')} and not s.deleted
      order by lower(s.row ->> 'name'), lower(c.name), s.id`.execute(db);
    return ok(rows);
  }),
  handle(reportTaskErrors, { allCustomers: true }, async ({ cust, ...args }, { services, actor }) => {
    const customers = namedCustomers(cust);
    const problem = await sourceProblem(services.db, customers, args.source);
    if (problem) return no(problem);
    const shown = may(actor, 'tasks.write') ? await shownBy(services, actor, customers) : null;
    const userOf: UserOf = (task) => shown?.(task).username ?? '';
    return ok(await taskErrors(services.db, customers, args, { userOf, now: services.now() }));
  }),
  handle(reportTaskStatus, { allCustomers: true }, async ({ cust, ...args }, { services: { db } }) => {
    const problem = await sourceProblem(db, namedCustomers(cust), args.source);
    return problem ? no(problem) : ok(await taskStatus(db, namedCustomers(cust), args));
  }),
  handle(reportTaskAudit, { allCustomers: true }, async ({ cust, ...args }, { services: { db, now }, actor }) => {
    const problem = await sourceProblem(db, namedCustomers(cust), args.source);
    if (problem) return no(problem);
    const range = rangeOf(args, { days: auditedDays, zone: await zoneOf(db, actor), now: now() });
    return range.ok ? ok(await taskAudit(db, namedCustomers(cust), args, range.value)) : range;
  }),
  handle(reportDataIssues, { allCustomers: true }, async ({ cust, ...args }, { services: { db, now }, actor }) => {
    const problem = await sourceProblem(db, namedCustomers(cust), args.source);
    if (problem) return no(problem);
    const today = dayIn(await zoneOf(db, actor), now());
    return ok(await dataIssues(db, namedCustomers(cust), args, { today, now: now() }));
  }),
  handle(reportFaultyRows, async ({ cust, ...args }, { services: { db, now }, actor }) => {
    const today = dayIn(await zoneOf(db, actor), now());
    return ok(await faultyRows(db, cust, args, { today, now: now() }));
  }),
];
