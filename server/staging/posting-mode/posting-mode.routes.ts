import { maxIdsPerCommand } from '#contract/commands/row-ids.ts';
import { no, ok } from '#contract/kit/result.ts';
import { readPostingMode, setPostingMode } from '#contract/posting/posting-mode.ts';
import type { TargetRow } from '#contract/rows/rows.ts';
import { may } from '#domain/rights/may.ts';
import { isSentTo } from '#domain/targets/target-kinds.ts';
import { callCommand } from '#server/commands/call-command.ts';
import { writeRows } from '#server/feed/publish.ts';
import { changesBetween } from '#server/kit/db/audit.ts';
import type { Db } from '#server/kit/db/connection.ts';
import { storedRow } from '#server/kit/db/rows.ts';
import { done } from '#server/kit/http/audited.ts';
import { inCustomer } from '#server/kit/http/call-scope.ts';
import { type Call, type Handler, handle } from '#server/kit/http/handle.ts';
import { row } from '#server/kit/http/loaders.ts';
import { verdictsAt } from '../staging-post-data.ts';

export const postingModeRoutes: Handler[] = [
  handle(
    readPostingMode,
    { load: { target: row('target', 'target') } },
    async ({ cust }, { services: { db, now } }, { target }) => {
      const checked = await checkedIn(db, cust, target.row.id);
      const wouldPost = await postable(db, cust, target.row, checked, now());
      return ok({ posting: target.row.posting, checked: checked.length, wouldPost: wouldPost.length });
    },
  ),
  handle(
    setPostingMode,
    { audit: 'target.posting', ownTransactions: true, load: { target: row('target', 'target') } },
    async ({ cust, posting, queueChecked }, call, { target }) => {
      const { services, record, actor } = call;
      if (!isSentTo(target.row.typeId))
        return no({ kind: 'invalid', fields: { posting: `${target.row.name} is read by others: nothing is posted to it.` } });
      const asksForPosts = posting === 'live' && queueChecked;
      if (asksForPosts && !may(inCustomer(actor, cust), 'jobs.post')) return no({ kind: 'forbidden' });
      const receipt = await services.db.transaction().execute(async (tx) => {
        const current = await storedRow(tx, cust, 'target', target.row.id, true);
        if (!current) return null;
        const changed = { ...current.row, posting };
        const line = await record(tx, { object: ['target', changed.id], changed: changesBetween(current.row, changed) });
        await writeRows(tx, cust, [{ collection: 'target', row: changed }]);
        return line;
      });
      if (!receipt) return no({ kind: 'not_found' });
      const live = { ...target.row, posting };
      return done({ posting, queued: asksForPosts ? await queueAll(call, cust, live) : 0 }, receipt);
    },
  ),
];

/** Jobs whose last post to a target was a dry run. */
async function checkedIn(db: Db, customerId: number, targetId: number): Promise<number[]> {
  const rows = await db
    .selectFrom('post')
    .select('job_id')
    .where('customer_id', '=', customerId)
    .where('target_id', '=', targetId)
    .where('state', '=', 'dryRun')
    .orderBy('job_id')
    .execute();
  return rows.map(({ job_id }) => job_id);
}

/** Those of the jobs that may be posted once the target is live. */
async function postable(db: Db, customerId: number, target: TargetRow, ids: readonly number[], now: Date): Promise<number[]> {
  const live: TargetRow = { ...target, posting: 'live' };
  const able: number[] = [];
  for (let i = 0; i < ids.length; i += maxIdsPerCommand) {
    const verdicts = await verdictsAt(db, customerId, live, ids.slice(i, i + maxIdsPerCommand), now);
    able.push(...verdicts.flatMap(({ id, ok: mayBe }) => (mayBe ? [id] : [])));
  }
  return able;
}

/**
 * Requests the posts of the jobs that were checked, through the same command as a person. The target is live by now, so no dry run can
 * settle any more: every job that was checked is found.
 */
async function queueAll(call: Call, customerId: number, target: TargetRow): Promise<number> {
  const { db, now } = call.services;
  const ids = await postable(db, customerId, target, await checkedIn(db, customerId, target.id), now());
  let queued = 0;
  for (let i = 0; i < ids.length; i += maxIdsPerCommand) {
    const part = { ids: ids.slice(i, i + maxIdsPerCommand), targetId: target.id };
    const asked = await callCommand({ ...call, idempotencyKey: null }, customerId, 'job.post.v1', part);
    if (asked.ok) queued += asked.value.result.done.length;
  }
  return queued;
}
