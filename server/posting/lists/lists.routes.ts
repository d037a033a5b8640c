import { sql } from 'kysely';
import { messages } from '#contract/kit/messages.ts';
import { ok } from '#contract/kit/result.ts';
import { syncTarget } from '#contract/posting/posting.ts';
import { clearLastSyncDate, listTargetLists, type TargetList } from '#contract/posting/target-lists.ts';
import { mapKinds } from '#domain/jobs/mapping-of.ts';
import type { Db, Tx } from '#server/kit/db/connection.ts';
import { done, unchanged } from '#server/kit/http/audited.ts';
import { type Handler, handle } from '#server/kit/http/handle.ts';
import { row } from '#server/kit/http/loaders.ts';
import { clearReads } from '#server/targets/list-dates.ts';
import { targetsOpenedBy } from '#server/targets/open-target.ts';
import { keptLists } from './kept-lists.ts';
import { startSync } from './sync-runs.ts';

export const listRoutes: Handler[] = [
  handle(
    syncTarget,
    { audit: 'target.sync', ownTransactions: true, load: { target: row('target', 'target') } },
    async ({ target: id }, { services, actor, record }, { target }) => {
      const context = { ...services, openTarget: targetsOpenedBy(services) };
      const beside = (tx: Tx) => record(tx, { object: ['target', id] });
      const started = await startSync(context, target, { by: actor, whole: false, beside });
      return 'problem' in started ? unchanged({ message: started.problem }) : done({ message: '' }, started.begun);
    },
  ),
  handle(
    clearLastSyncDate,
    { audit: 'target.clear_sync_date', load: { target: row('target', 'target') } },
    async ({ target: id }, { services, tx }, { target }) => {
      await clearReads(tx, { customerId: target.customerId, targetId: id }, services.now());
      return done({ message: messages.syncDateCleared }, { object: ['target', id] });
    },
  ),
  handle(listTargetLists, { load: { target: row('target', 'target') } }, async ({ target: id }, { services }, { target }) => {
    const opened = await targetsOpenedBy(services)(target.customerId, id);
    const lists = await listsOf(services.db, target.customerId, id);
    const kept = await keptLists(services.db, target);
    return ok({ lists, readsChanges: [...(opened?.adapter.byChanges ?? [])], kept });
  }),
];

/** The lists in the order in which they are read. */
async function listsOf(db: Db, customerId: number, targetId: number): Promise<TargetList[]> {
  const { rows } = await sql<TargetList>`
    select k.kind, l.whole_at as "wholeAt", l.changes_at as "changesAt", (
      select count(*)::int from ats_value a where a.customer_id = ${customerId} and a.target_id = ${targetId} and a.kind = k.kind
        and not a.deleted) as values
    from unnest(${[...mapKinds]}::text[]) with ordinality k (kind, n)
    left join target_list l on l.customer_id = ${customerId} and l.target_id = ${targetId} and l.kind = k.kind
    order by k.n`.execute(db);
  return rows;
}
