import * as z from 'zod';
import { messages } from '#contract/kit/messages.ts';
import { mapKinds } from '#domain/jobs/mapping-of.ts';
import type { Tx } from '../kit/db/connection.ts';
import type { JobHandler } from '../kit/queue/job-handler.ts';
import { refreshSuggestions } from '../mapping/values/suggest.ts';
import { type RunContext, runHandler, runNow } from '../runs/carry-out.ts';
import { type DoRun, defineRunKind } from '../runs/run-kind.ts';
import { hostOf, startRun } from '../runs/run-rows.ts';
import type { OpenTargets } from '../targets/open-target.ts';
import { type ListChanges, syncLists } from '../targets/sync-lists.ts';
import { type StoredTarget, targetsOf } from '../targets/target-rows.ts';

/** Runs that read the lists of one target's ATS. */
const syncRuns = defineRunKind({
  name: 'sync-lists',
  work: z.object({ targetId: z.number() }),
  limits: { atOnce: 4, perCustomer: 2, perHost: 2 },
  tries: 3,
});
type SyncWork = z.infer<typeof syncRuns.work>;
type SyncContext = RunContext & { readonly openTarget: OpenTargets };
export type SyncReply = { readonly message: string; readonly added: number; readonly changed: number; readonly removed: number };

/** Continues syncs whose process died. */
export const syncJobs = (context: SyncContext): JobHandler[] => [runHandler(context, syncRuns, doSync(context))];

const doSync =
  ({ now, openTarget }: SyncContext): DoRun<SyncWork> =>
  async ({ db, customerId, work: { targetId }, lease }) => {
    const target = (await targetsOf(db, customerId)).find(({ row }) => row.id === targetId);
    const opened = target && (await openTarget(customerId, targetId));
    if (!target || !opened) return { state: 'failed', message: messages.syncNotQueued };
    await db.transaction().execute((tx) => lease.expect(tx, mapKinds.length));
    const onList = (changed: number) => db.transaction().execute((tx) => lease.advance(tx, { cursor: 0, seen: 1, changed }));
    const { unanswered, waiting, same, ...counts } = await syncLists(
      db,
      customerId,
      targetId,
      opened.adapter,
      lease.guard,
      onList,
    );
    await lease.read();
    await refreshSuggestions(db, customerId, targetId, target.settings['autoMap'] === true, now());
    const { name } = target.row;
    const said = [
      ...(unanswered.length > 0 ? [`${name} gave no answer for: ${unanswered.join(', ')}. Those lists stay as they were`] : []),
      ...(waiting.length > 0
        ? [`${name} lists far fewer values than before: ${waiting.join(', ')}. Those lists wait for you`]
        : []),
    ];
    const message = said.length === 0 ? messages.complete : said.join('. ');
    return { state: 'done', message, also: async () => ({ ...counts, same }) };
  };

const nothing = { added: 0, changed: 0, removed: 0 };
/** Longest time that an ATS may take to list everything. */
const waitMs = 300_000;

/**
 * Syncs a target's lists for a person who waits. `beside` runs in the transaction that queues the sync; `begun` is its result,
 * undefined if no sync was queued.
 */
export async function syncNow<B>(
  context: SyncContext,
  { customerId, row, settings }: StoredTarget,
  by: { userId: number; name: string },
  beside: (tx: Tx) => Promise<B>,
): Promise<{ reply: SyncReply; begun: B | undefined }> {
  const { db, now, openTarget } = context;
  const notBegun = (message: string) => ({ reply: { message, ...nothing }, begun: undefined });
  if (!(await openTarget(customerId, row.id))) return notBegun(messages.syncNotQueued);
  const request = {
    customerId,
    key: String(row.id),
    host: hostOf(settings['loginInfoUrl']),
    name: `Sync the lists of ${row.name}`,
    work: { targetId: row.id },
    total: mapKinds.length,
    askedBy: by.userId,
    byName: by.name,
    now: now(),
  };
  const queued = await db.transaction().execute(async (tx) => {
    const runId = await startRun(tx, syncRuns, request);
    return runId === null ? null : { runId, begun: await beside(tx) };
  });
  if (queued === null) return notBegun(`${row.name} is being synced already`);
  const { begun, runId } = queued;
  const run = await runNow(context, syncRuns, doSync(context), { customerId, runId }, { waitMs });
  if (!run) return { reply: { message: `The sync of ${row.name} goes on in the background`, ...nothing }, begun };
  const { added, changed, removed } = { ...nothing, ...(run.result as Partial<ListChanges>) };
  return { reply: { message: run.message, added, changed, removed }, begun };
}
