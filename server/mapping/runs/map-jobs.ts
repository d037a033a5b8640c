import { sql } from 'kysely';
import { messages } from '#contract/kit/messages.ts';
import { may } from '#domain/rights/may.ts';
import type { Tx } from '#server/kit/db/connection.ts';
import { holderOf } from '#server/kit/http/actors.ts';
import type { JobHandler } from '#server/kit/queue/job-handler.ts';
import { inPortions, type RunContext, runHandler } from '#server/runs/carry-out.ts';
import type { DoRun, RunEnd } from '#server/runs/run-kind.ts';

import { decisionsOf } from './run-decisions.ts';
import { type MapRunClaim, runPortion, undoPortion } from './run-portion.ts';
import { type MapWork, mapRuns } from './run-rows.ts';
import { rightsOf } from './run-work.ts';
import { affected, valuesChanged } from './start-run.ts';

/** The job handlers for mapping runs and their undo. */
export const mapJobs = (context: RunContext): JobHandler[] => [runHandler(context, mapRuns, doMapRun(context))];

const doMapRun =
  (context: RunContext): DoRun<MapWork> =>
  async (run) => {
    const { db } = run;
    // Who asked may belong to another customer.
    const holder = run.askedBy === null ? undefined : await holderOf(context.db, run.askedBy, run.customerId);
    if (!holder || !rightsOf(run.work.rows).every((right) => may(holder, right)))
      return { state: 'failed', message: messages.insufficientRights };
    if (run.undoing) {
      const undone = await inPortions(run.lease, () => undoPortion(db, run));
      return undone === 'gave way' ? undone : undoneEnd(run);
    }
    const decide = await decisionsOf(db, run, context.now);
    const how = await inPortions(run.lease, () => runPortion(db, run, decide));
    return how === 'gave way' ? how : endOf(run, how);
  };

const endOf = (run: MapRunClaim, how: 'end' | 'stopped'): RunEnd => ({
  state: how === 'end' ? 'done' : 'cancelled',
  message({ changed }) {
    if (how === 'stopped') return `Stopped. Number of affected records: ${changed}`;
    return run.work.rows.kind === 'suggest' ? valuesChanged(changed) : affected(changed);
  },
  also: async (tx) => ({ jobs: await jobsThatFollow(tx, run) }),
});

const undoneEnd = (run: MapRunClaim): RunEnd => ({
  state: 'undone',
  message({ result: { restored = 0, kept = 0 } }) {
    const left = Number(kept) > 0 ? `, ${String(kept)} changed by people since and left` : '';
    return `Undone: ${String(restored)} put back${left}`;
  },
  also: async (tx) => ({ jobs: await jobsThatFollow(tx, run) }),
});

/** Number of open jobs that carry a text that the run changed. */
async function jobsThatFollow(tx: Tx, { customerId, runId }: MapRunClaim): Promise<number> {
  const { rows } = await sql<{ jobs: number }>`
    with c as (select value_id from map_run_change where customer_id = ${customerId} and run_id = ${runId} and not undone)
    select count(*) as jobs from job j where j.customer_id = ${customerId} and not j.deleted and j.status = 'Open' and (
      (j.row ->> 'facilityMap' is null and j.facility_value_id in (select value_id from c))
      or (j.row ->> 'degreeMap' is null and (j.row ->> 'degreeValueId')::bigint in (select value_id from c))
      or (j.row ->> 'specialtyMap' is null and (j.row ->> 'specialtyValueId')::bigint in (select value_id from c))
      or (j.row ->> 'shiftMap' is null and (j.row ->> 'shiftValueId')::bigint in (select value_id from c)))`.execute(tx);
  return rows[0]?.jobs ?? 0;
}
