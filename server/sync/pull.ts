import { sql } from 'kysely';
import { no, ok, type Result } from '#contract/kit/result.ts';
import { type CollectionName, nobody } from '#contract/rows/rows.ts';
import type { Change, PullReply } from '#contract/sync/sync.ts';
import { type FeedState, feedState, unseenOutcomes } from '../feed/feed-state.ts';
import { oneMoment } from '../feed/one-moment.ts';
import { hiddenRows, type Scope, scopeOf } from '../feed/scope.ts';
import type { Db, Tx } from '../kit/db/connection.ts';
import { scopeTo } from '../kit/db/customer-scope.ts';
import { tableOf } from '../kit/db/schema.ts';
import type { Actor } from '../kit/http/handle.ts';
import { type PageRevs, pageEnd, whyGlobalVoid, whyVoid } from './check-pull.ts';
import { laneAccess } from './lane-access.ts';

export type Pull = {
  readonly customerId: number;
  readonly clientId: string;
  readonly epoch: string;
  readonly scope: string;
  readonly since: number;
  readonly seen: number;
  readonly limit: number;
  readonly globalSince?: number | undefined;
};
type PullRefusal = { kind: 'not_found' | 'forbidden' | 'gone' };

/**
 * Returns what changed after `since` for this caller [S4]. Head, rows, the lane's last number and its unseen outcomes come from
 * one repeatable-read snapshot. A page never splits a revision; it exceeds `limit` only if one revision does.
 */
export async function pullPage(db: Db, actor: Actor, pull: Pull): Promise<Result<PullReply, PullRefusal>> {
  const access = await laneAccess(db, actor, pull.customerId, pull.clientId);
  if (!access.ok) return no({ kind: access.error.kind === 'customer_gone' ? 'gone' : access.error.kind });
  const scope = scopeOf(actor, pull.customerId);
  const since = pull.globalSince;
  const own = scopeTo(db, since === undefined ? [pull.customerId] : [pull.customerId, nobody]);
  const reply = await oneMoment(own, async (tx) => {
    const state = await feedState(tx, pull.customerId, pull.clientId);
    const globals = since === undefined ? null : { state: await feedState(tx, nobody, ''), since };
    const isVoid = whyVoid(state, scope, pull) ?? (globals && whyGlobalVoid(globals.state, scope, globals.since));
    if (isVoid) return isVoid;
    return { ...(await page(tx, state, scope, pull)), ...(globals && { global: await globalPart(tx, scope, globals) }) };
  });
  return ok(reply);
}

/** The global feed has few rows, so all new ones come in one page. */
async function globalPart(tx: Tx, scope: Scope, { state, since }: { state: FeedState; since: number }) {
  const { head } = state;
  const places = { collections: scope.globals, hidden: scope.hidden };
  return { rev: head, changes: head > since ? await changesIn(tx, places, { customerId: nobody, since }, head) : [] };
}

async function page(tx: Tx, state: FeedState, scope: Scope, pull: Pull): Promise<Extract<PullReply, { kind: 'page' }>> {
  const { upto, more } = pageEnd(await pageRevs(tx, scope.collections, pull), state.head);
  return {
    kind: 'page',
    epoch: state.epoch,
    scope: scope.hash,
    head: state.head,
    upto,
    lastSeq: state.lane?.lastSeq ?? 0,
    outcomes: state.lane ? await unseenOutcomes(tx, pull.customerId, pull.clientId, pull.seen) : [],
    changes: upto > pull.since ? await changesIn(tx, scope, pull, upto) : [],
    more,
    ...(state.durableRev !== null && { durableRev: state.durableRev }),
  };
}

/** Joins one part for each collection into one statement. */
const overAll = (collections: readonly CollectionName[], each: (collection: CollectionName) => ReturnType<typeof sql>) =>
  sql.join(
    collections.map((collection) => sql`(${each(collection)})`),
    sql` union all `,
  );

/** Finds the revisions that decide where a page ends. */
async function pageRevs(tx: Tx, collections: readonly CollectionName[], { customerId, since, limit }: Pull): Promise<PageRevs> {
  const { rows } = await sql<PageRevs>`
    select min(rev) as first, max(rev) filter (where n = ${limit + 1}) as beyond from (
      select rev, row_number() over (order by rev) as n from (
        ${overAll(
          collections,
          (collection) => sql`select rev from ${sql.table(tableOf[collection])}
            where customer_id = ${customerId} and rev > ${since} order by rev limit ${limit + 1}`,
        )}) every order by rev limit ${limit + 1}) page`.execute(tx);
  return rows[0] ?? { first: null, beyond: null };
}

type Places = Pick<Scope, 'collections' | 'hidden'>;

async function changesIn(
  tx: Tx,
  scope: Places,
  { customerId, since }: Pick<Pull, 'customerId' | 'since'>,
  upto: number,
): Promise<Change[]> {
  const { rows } = await sql<Change>`
    ${overAll(
      scope.collections,
      (collection) => sql`select ${collection}::text as collection, id, rev,
          case when deleted or ${hiddenRows(scope, collection)} then null else row end as row
        from ${sql.table(tableOf[collection])} where customer_id = ${customerId} and rev > ${since} and rev <= ${upto}`,
    )} order by rev`.execute(tx);
  return rows;
}
