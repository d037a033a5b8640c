import { sql } from 'kysely';
import { no, ok } from '#contract/kit/result.ts';
import { decideWaitingList, listWaitingLists, type WaitingList } from '#contract/posting/waiting-lists.ts';
import type { MapKind } from '#contract/rows/rows.ts';
import type { Db } from '#server/kit/db/connection.ts';
import { done } from '#server/kit/http/audited.ts';
import { type Handler, handle } from '#server/kit/http/handle.ts';
import { row } from '#server/kit/http/loaders.ts';
import { refreshSuggestions } from '#server/mapping/values/suggest.ts';
import type { ListedValue } from '#server/targets/adapter/target-adapter.ts';
import { noteRead } from '#server/targets/list-dates.ts';
import { applyList } from '#server/targets/sync-lists.ts';
import { forgetWaiting } from '#server/targets/waiting-lists.ts';

const mostExamples = 20;

export const waitingListRoutes: Handler[] = [
  handle(listWaitingLists, { load: { target: row('target', 'target') } }, async (_args, { services }, { target }) =>
    ok(await waitingLists(services.db, target.customerId, target.row.id)),
  ),
  handle(
    decideWaitingList,
    { audit: 'target.decide_list', ownTransactions: true, load: { target: row('target', 'target') } },
    async ({ kind, readAt, choice }, { services, record }, { target }) => {
      const { db } = services;
      const { customerId } = target;
      const targetId = target.row.id;
      const current = await listOf(db, customerId, targetId, kind);
      if (!current) return no({ kind: 'not_found' });
      const receipt = await db.transaction().execute(async (tx) => {
        if (!(await forgetWaiting(tx, { customerId, targetId, kind }, readAt))) return null;
        return record(tx, { object: ['target', targetId], facts: { list: kind, choice } });
      });
      if (receipt === null) return no({ kind: 'conflict', current: null });
      if (choice === 'keep') return done({ added: 0, changed: 0, removed: 0 }, receipt);
      const { same: _, ...counts } = await applyList(db, customerId, targetId, kind, current, { from: 'whole' });
      // From now on changes are read from there.
      await db.transaction().execute((tx) => noteRead(tx, { customerId, targetId, kind }, 'whole', readAt));
      await refreshSuggestions(db, customerId, targetId, target.settings['autoMap'] === true, services.now());
      return done(counts, receipt);
    },
  ),
];

async function listOf(db: Db, customerId: number, targetId: number, kind: MapKind): Promise<ListedValue[] | undefined> {
  const found = await db
    .selectFrom('waiting_list')
    .select('listed')
    .where('customer_id', '=', customerId)
    .where('target_id', '=', targetId)
    .where('kind', '=', kind)
    .executeTakeFirst();
  return found?.listed;
}

/** Counted now, because mappings may have changed since the list was read. */
async function waitingLists(db: Db, customerId: number, targetId: number): Promise<WaitingList[]> {
  const { rows } = await sql<WaitingList>`
    select w.kind, w.read_at as "readAt", jsonb_array_length(w.listed) as listed,
      (select count(*)::int from ats_value a where a.customer_id = w.customer_id and a.target_id = w.target_id and a.kind = w.kind
        and not a.deleted and not a.added_here) as held,
      coalesce(gone.removed, 0)::int as removed, coalesce(gone.mapped, 0)::int as "removedMapped",
      coalesce(gone.examples, '[]'::jsonb) as examples
    from waiting_list w left join lateral (
      select count(*) as removed, count(*) filter (where g.is_mapped) as mapped,
        jsonb_agg(jsonb_build_object('name', g.name, 'isMapped', g.is_mapped) order by g.n) filter (where g.n <= ${mostExamples}) as examples
      from (
        select a.row ->> 'name' as name, m.is_mapped, row_number() over (order by m.is_mapped desc, a.row ->> 'name', a.id) as n
        from ats_value a cross join lateral (select exists (
          select from map_value v where v.customer_id = a.customer_id and v.target_id = a.target_id and v.kind = a.kind
            and v.mapped_id = a.ext_id and not v.deleted) as is_mapped) m
        where a.customer_id = w.customer_id and a.target_id = w.target_id and a.kind = w.kind and not a.deleted
          and not a.added_here and a.ext_id not in (select one ->> 'extId' from jsonb_array_elements(w.listed) one)) g) gone on true
    where w.customer_id = ${customerId} and w.target_id = ${targetId} order by w.kind`.execute(db);
  return rows;
}
