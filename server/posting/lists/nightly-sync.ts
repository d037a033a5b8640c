import { sql } from 'kysely';
import type { TargetRow } from '#contract/rows/rows.ts';
import { isAtWork } from '#server/kit/db/at-work.ts';
import type { Db } from '#server/kit/db/connection.ts';
import { storedRow } from '#server/kit/db/rows.ts';
import { handleJobs, type JobHandler } from '#server/kit/queue/job-handler.ts';
import { defineQueue } from '#server/kit/queue/queue.ts';
import { isWholeSyncDue } from './sync-due.ts';
import { type SyncContext, startSync } from './sync-runs.ts';

const nights = defineQueue('nightly-lists', { tries: 1, expireSeconds: 600, keepHours: 1 });

/** Queues the reading of whole lists in the night of each customer. Every quarter of an hour, because nights begin at different times. */
export const nightlySyncJobs = (context: SyncContext): JobHandler[] => [
  handleJobs(nights, {
    atOnce: 1,
    schedule: { cron: '*/15 * * * *', zone: 'UTC' },
    carryOut: async (_ids, stopping) => queueDueSyncs(context, stopping),
  }),
];

type Candidate = {
  readonly customerId: number;
  readonly targetId: number;
  readonly zone: string;
  readonly row: TargetRow;
  readonly lastAt: string | null;
};

/** Targets of customers at work that values are mapped to, with the time at which a whole sync was last queued without a person. */
async function candidates(db: Db): Promise<Candidate[]> {
  const { rows } = await sql<Candidate>`
    select t.customer_id as "customerId", t.id as "targetId", c.time_zone as zone, t.row, (
      select max(r.queued_at) from run r where r.customer_id = t.customer_id and r.kind = 'sync-lists' and r.key = t.id::text
        and r.asked_by is null) as "lastAt"
    from target t join customer c on c.id = t.customer_id
    where not t.deleted and ${isAtWork('t.customer_id')} order by t.customer_id, t.id`.execute(db);
  return rows.filter(({ row }) => !row.disabled && row.maps.length > 0);
}

/** Queues the syncs that are due and returns how many. A target whose sync is under way has its turn a quarter of an hour later. */
export async function queueDueSyncs(context: SyncContext, stopping: AbortSignal): Promise<number> {
  let queued = 0;
  for (const { customerId, targetId, zone, lastAt } of await candidates(context.db)) {
    if (stopping.aborted) break;
    if (!isWholeSyncDue(zone, lastAt === null ? null : new Date(lastAt), context.now())) continue;
    const target = await storedRow(context.db, customerId, 'target', targetId);
    const begun = target && (await startSync(context, target, { by: null, whole: true, beside: async () => undefined }));
    if (begun && 'begun' in begun) queued += 1;
  }
  return queued;
}
