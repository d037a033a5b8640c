import type { Services } from '#server/kit/http/handle.ts';
import { handleJobs, type JobHandler } from '#server/kit/queue/job-handler.ts';
import { defineQueue } from '#server/kit/queue/queue.ts';
import { lockBilled } from './accounting/billed.ts';
import { makeDraftsOf } from './book/drafts.ts';
import { refreshPastDue } from './book/past-due.ts';

type Parts = Pick<Services, 'db' | 'now' | 'log'>;

const billingQueue = defineQueue('billing', { tries: 1, expireSeconds: 600, keepHours: 1 });

/** Makes drafts and finds what is past due, every quarter of an hour, because days end at different times. */
export const billingJobs = (parts: Parts): JobHandler[] => [
  handleJobs(billingQueue, {
    atOnce: 1,
    schedule: { cron: '*/15 * * * *', zone: 'UTC' },
    carryOut: (_ids, stopping) => keepBilling(parts, stopping),
  }),
];

/**
 * Makes the drafts of each customer whose period is over, and writes whether it is past due. Each customer has a transaction of its own.
 * Returns how many customers it changed.
 */
export async function keepBilling({ db, now, log }: Parts, stopping: AbortSignal): Promise<number> {
  const customers = await db
    .selectFrom('customer')
    .select('id')
    .where('deleted_at', 'is', null)
    .where('provider', '=', false)
    .orderBy('id')
    .execute();
  let changed = 0;
  for (const { id } of customers) {
    if (stopping.aborted) break;
    try {
      changed += Number(await keepBillingOf({ db, now }, id));
    } catch (error) {
      // One customer must not keep the others from being billed. The next run tries again.
      log.error({ err: error, customer: id }, 'the billing of a customer could not be kept');
    }
  }
  return changed;
}

const keepBillingOf = ({ db, now }: Pick<Parts, 'db' | 'now'>, customerId: number): Promise<boolean> =>
  db.transaction().execute(async (tx) => {
    const billed = await lockBilled(tx, customerId, now());
    if (!billed) return false;
    const made = await makeDraftsOf(tx, billed, now());
    return (await refreshPastDue(tx, billed, now())) || made > 0;
  });
