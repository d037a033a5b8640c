import * as z from 'zod';
import { messages } from '#contract/kit/messages.ts';
import { mapKinds } from '#domain/jobs/mapping-of.ts';
import type { Tx } from '#server/kit/db/connection.ts';
import type { JobHandler } from '#server/kit/queue/job-handler.ts';
import { refreshSuggestions } from '#server/mapping/values/suggest.ts';
import { type RunContext, runHandler } from '#server/runs/carry-out.ts';
import { type DoRun, defineRunKind } from '#server/runs/run-kind.ts';
import { hostOf, startRun } from '#server/runs/run-rows.ts';
import type { OpenTargets } from '#server/targets/open-target.ts';
import { type ListChanges, syncLists } from '#server/targets/sync-lists.ts';
import { type StoredTarget, targetsOf } from '#server/targets/target-rows.ts';

/** Runs that read the lists of one target's ATS. `whole`: each list whole, also one that can be read by changes. */
const syncRuns = defineRunKind({
  name: 'sync-lists',
  work: z.object({ targetId: z.number(), whole: z.boolean().default(false) }),
  limits: { atOnce: 4, perCustomer: 2, perHost: 2 },
  tries: 3,
});
type SyncWork = z.infer<typeof syncRuns.work>;
export type SyncContext = RunContext & { readonly openTarget: OpenTargets };

/** Carries out syncs, and continues those whose process died. */
export const syncJobs = (context: SyncContext): JobHandler[] => [runHandler(context, syncRuns, doSync(context))];

const doSync =
  ({ now, openTarget }: SyncContext): DoRun<SyncWork> =>
  async ({ db, customerId, work: { targetId, whole }, lease }) => {
    const target = (await targetsOf(db, customerId)).find(({ row }) => row.id === targetId);
    const opened = target && (await openTarget(customerId, targetId));
    if (!target || !opened) return { state: 'failed', message: messages.syncNotQueued };
    await db.transaction().execute((tx) => lease.expect(tx, mapKinds.length));
    const onList = (changed: number) => db.transaction().execute((tx) => lease.advance(tx, { cursor: 0, seen: 1, changed }));
    const options = { guard: lease.guard, whole, onList, now };
    const { unanswered, waiting, ...counts } = await syncLists(db, customerId, targetId, opened.adapter, options);
    await lease.read();
    await refreshSuggestions(db, customerId, targetId, target.settings['autoMap'] === true, now());
    const { name } = target.row;
    if (unanswered.length === mapKinds.length)
      return { state: 'failed', message: `${messages.listsNotRead} ${name} gave no answer. Our lists stay as they were.` };
    const message = [
      unanswered.length + waiting.length === 0 ? `${messages.complete}.` : '',
      unanswered.length > 0 ? `${name} gave no answer for: ${unanswered.join(', ')}. Those lists stay as they were.` : '',
      waiting.length > 0 ? `${name} lists far fewer values than before: ${waiting.join(', ')}. Those lists wait for you.` : '',
      counted(counts),
    ];
    return { state: 'done', message: message.filter(Boolean).join(' '), also: async () => counts };
  };

const counted = ({ added, changed, removed }: ListChanges): string =>
  `${added.toLocaleString('en-US')} added, ${changed.toLocaleString('en-US')} changed, ${removed.toLocaleString('en-US')} removed.`;

type SyncRequest<B> = {
  /** Who asked. Null: the schedule. */
  readonly by: { readonly userId: number; readonly name: string } | null;
  readonly whole: boolean;
  /** Runs in the transaction that queues the sync. */
  readonly beside: (tx: Tx) => Promise<B>;
};

/**
 * Queues a sync of a target's lists. Returns the result of `beside`, or why no sync was queued: the target is not connected, or
 * one of its syncs has not ended.
 */
export async function startSync<B>(
  { db, now, openTarget }: SyncContext,
  { customerId, row, settings }: StoredTarget,
  { by, whole, beside }: SyncRequest<B>,
): Promise<{ readonly begun: B } | { readonly problem: string }> {
  if (!(await openTarget(customerId, row.id))) return { problem: messages.syncNotQueued };
  const request = {
    customerId,
    key: String(row.id),
    host: hostOf(settings['loginInfoUrl']),
    name: `Sync the lists of ${row.name}`,
    work: { targetId: row.id, whole },
    total: mapKinds.length,
    askedBy: by?.userId ?? null,
    byName: by?.name ?? '',
    now: now(),
  };
  const queued = await db
    .transaction()
    .execute(async (tx) => ((await startRun(tx, syncRuns, request)) === null ? null : { begun: await beside(tx) }));
  return queued ?? { problem: `${row.name} is being synced already` };
}
