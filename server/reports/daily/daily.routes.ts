import { no, ok } from '#contract/kit/result.ts';
import { readDays, shownDays } from '#contract/reports/daily.ts';
import { type Handler, handle } from '#server/kit/http/handle.ts';
import { dayIn, daysLater } from '#server/people/customers/disable-date.ts';
import { countToday } from './count-days.ts';

/** The kept figures of the last days, and those of today so far. */
export const dailyRoutes: Handler[] = [
  handle(readDays, async ({ cust }, { services: { db, now } }) => {
    const customer = await db.selectFrom('customer').select('time_zone').where('id', '=', cust).executeTakeFirst();
    if (!customer) return no({ kind: 'not_found' });
    const zone = customer.time_zone;
    const today = dayIn(zone, now());
    const kept = await db
      .selectFrom('daily_figure')
      .select(['day', 'new_jobs as newJobs', 'closed_jobs as closedJobs', 'posted_jobs as postedJobs'])
      .where('customer_id', '=', cust)
      .where('day', '>', daysLater(today, -shownDays))
      .where('day', '<', today)
      .orderBy('day')
      .execute();
    return ok({ zone, days: [...kept, await countToday(db, cust, today, zone, now())] });
  }),
];
