import { no, ok } from '#contract/kit/result.ts';
import { exportActivity, listActivity, listActivityPeople } from '#contract/people/activity.ts';
import { objectKinds } from '#domain/activity/object-kinds.ts';
import { serviceValue } from '#server/kit/db/service-items.ts';
import { done } from '#server/kit/http/audited.ts';
import { allCustomers } from '#server/kit/http/customer-access.ts';
import { type Handler, handle } from '#server/kit/http/handle.ts';
import { activityCsv } from './activity-csv.ts';
import { activityLines } from './activity-lines.ts';
import { type ActivityFilter, activityRows, countActivity, cursorOf } from './activity-rows.ts';
import { readPeople } from './object-names.ts';

/** The audit as people read it. */
export const activityRoutes: Handler[] = [
  handle(listActivity, { allCustomers: true }, async ({ before = null, pageSize, ...filter }, { services: { db } }) => {
    const wrong = problemOf(filter);
    if (wrong) return no({ kind: 'invalid', fields: wrong });
    // One more tells whether there is a next page.
    const rows = await activityRows(db, filter, before, pageSize + 1);
    const page = rows.slice(0, pageSize);
    const last = page.at(-1);
    return ok({ lines: await activityLines(db, page), next: rows.length > pageSize && last ? cursorOf(last) : null });
  }),

  handle(listActivityPeople, { allCustomers: true }, async ({ cust }, { services: { db } }) => ok(await readPeople(db, cust))),

  handle(
    exportActivity,
    { audit: 'activity.export', allCustomers: true, ownTransactions: true },
    async (filter, { services: { db }, actor, record, signal }) => {
      const wrong = problemOf(filter);
      if (wrong) return no({ kind: 'invalid', fields: wrong });
      const most = await serviceValue(db, 'export.rows', filter.cust === allCustomers ? actor.customerId : filter.cust);
      const found = await countActivity(db, filter);
      const lines = Math.min(most, found);
      const { cust, ...asked } = filter;
      const customerId = cust === allCustomers ? actor.customerId : cust;
      const receipt = await record(db, {
        customerId,
        object: ['activity', cust],
        facts: { lines, found, ...asked },
      });
      const fileName = lines < found ? `activity-first-${lines}-of-${found}-lines.csv` : `activity-${lines}-lines.csv`;
      return done({ body: activityCsv(db, filter, lines, signal), contentType: 'text/csv; charset=utf-8', fileName }, receipt);
    },
  ),
];

function problemOf({ kind, object, since, until }: ActivityFilter): Record<string, string> | null {
  if (kind !== undefined && !Object.hasOwn(objectKinds, kind))
    return { kind: `Choose one of these kinds: ${Object.keys(objectKinds).join(', ')}` };
  if (object !== undefined && kind === undefined) return { kind: 'Name the kind of the object, too' };
  if (since !== undefined && until !== undefined && Date.parse(since) >= Date.parse(until))
    return { until: 'Choose a later end than the start' };
  return null;
}
