import { sql } from 'kysely';
import { type RightName, rightIds } from '#contract/kit/rights.ts';
import type { Holder } from '#domain/rights/may.ts';
import { isOpen } from '../db/at-work.ts';
import type { Db } from '../db/connection.ts';
import type { Actor, Actors } from './handle.ts';
import { type Claims, readAccessToken } from './tokens/access-token.ts';

/** How long a session lasts: without a refresh, and in total. */
export const idleHours = 8;
export const absoluteDays = 30;
/** How long an actor read from the database is cached. Together with a stream's next check this is five seconds [D3.1]. */
const believedMilliseconds = 2400;
const mostKept = 10_000;

const nameOfRight = new Map<number, RightName>(Object.entries(rightIds).map(([name, id]) => [id, name as RightName]));

/** Reads actors from the database and caches each for a few seconds. */
export function createActors(db: Db, key: Uint8Array, now: () => Date): Actors {
  const kept = new Map<string, { actor: Actor | undefined; until: number }>();
  const watchers = new Map<string, Set<() => void>>();

  async function of(token: string): Promise<Actor | undefined> {
    const claims = await readAccessToken(key, token, now());
    if (!claims) return undefined;
    const id = `${claims.sessionId}/${claims.acting?.userId ?? ''}`;
    const known = kept.get(id);
    if (known && known.until > now().getTime()) return known.actor;
    const actor = await readActor(db, claims, now());
    if (kept.size >= mostKept) kept.clear();
    kept.set(id, { actor, until: now().getTime() + believedMilliseconds });
    return actor;
  }

  function forget(sessionId: string): void {
    for (const id of kept.keys()) if (id.startsWith(`${sessionId}/`)) kept.delete(id);
    for (const check of watchers.get(sessionId) ?? []) check();
  }

  return {
    of,
    claims: (token) => readAccessToken(key, token, now()),
    forget,
    forgetPeople(userIds) {
      const people = new Set(userIds);
      const actors = [...kept.values()].flatMap(({ actor }) => actor ?? []);
      const sessions = actors.filter((actor) => people.has(actor.userId) || people.has(actor.actorId));
      for (const sessionId of new Set(sessions.map((actor) => actor.sessionId))) forget(sessionId);
    },
    whenForgotten(sessionId, check) {
      const checks = watchers.get(sessionId) ?? new Set();
      watchers.set(sessionId, checks.add(check));
      return () => {
        checks.delete(check);
        if (checks.size === 0 && watchers.get(sessionId) === checks) watchers.delete(sessionId);
      };
    },
  };
}

/**
 * The current rights of a user at a customer, for work that continues after they left. Undefined if the user is deleted or
 * disabled, or no longer works at this customer. The user may belong to another customer, if an administrator or a linked user
 * requested the work; a link may carry rights of its own.
 */
export async function holderOf(db: Db, userId: number, customerId: number): Promise<Holder | undefined> {
  const row = await db
    .selectFrom('app_user as u')
    .innerJoin('role as r', 'r.id', 'u.role_id')
    .leftJoin('user_link as l', (join) =>
      join
        .onRef('l.customer_id', '=', 'u.customer_id')
        .onRef('l.user_id', '=', 'u.id')
        .on('l.linked_customer_id', '=', customerId)
        .on('l.agreed_at', 'is not', null),
    )
    .select(['u.customer_id', 'u.rights', 'r.administrator', 'r.authorises_everything', 'l.agreed_at', 'l.rights as rightsHere'])
    .where('u.id', '=', userId)
    .where('u.disabled_at', 'is', null)
    .executeTakeFirst();
  if (!row) return undefined;
  if (row.administrator || row.customer_id === customerId) return toHolder(row);
  if (row.agreed_at === null) return undefined;
  return toHolder(row.rightsHere === null ? row : { ...row, rights: row.rightsHere, authorises_everything: false });
}

type HolderRow = {
  readonly administrator: boolean;
  readonly authorises_everything: boolean;
  readonly rights: readonly number[];
};

/** What a row's flags and right ids allow: a user's with their role, or a role's own. Ids that this version does not know are left out. */
export const toHolder = (row: HolderRow): Holder => ({
  administrator: row.administrator,
  authorisesEverything: row.authorises_everything,
  rights: rightsOf(row.rights),
});

/** Rights by their ids. */
export const rightsOf = (ids: readonly number[]): ReadonlySet<RightName> =>
  new Set(ids.flatMap((id) => nameOfRight.get(id) ?? []));

type Row = {
  id: number;
  customer_id: number;
  name: string;
  rights: number[];
  administrator: boolean;
  authorises_everything: boolean;
  expired: boolean | null;
  must_add_factor: boolean;
  linked: { id: number; rights: number[] | null }[];
};

/**
 * Required by the customer of everyone, or by the provider of its administrators unless the demo turned that off. A factor that the
 * person proved at their own provider counts, except for administrators.
 */
const isFactorMissing = sql<boolean>`(
  (home.settings->>'secondFactor' is not distinct from 'required'
    or (own_role.administrator
      and not exists (select from customer p where p.provider and p.settings->>'secondFactor' = 'optional')))
  and (own_role.administrator or not s.factor_at_provider)
  and not exists (select from authenticator f where f.customer_id = own.customer_id and f.user_id = own.id)
  and not exists (select from passkey f where f.customer_id = own.customer_id and f.user_id = own.id))`;

async function readActor(db: Db, claims: Claims, now: Date): Promise<Actor | undefined> {
  const { acting } = claims;
  const subject = acting ?? { customerId: claims.customerId, userId: claims.userId };
  // The session must be active, belong to the token's user, and work as exactly the user in the token.
  const { rows } = await sql<Row>`
    select u.id, u.customer_id, u.name, u.rights, r.administrator, r.authorises_everything, own_sign_in.expired,
      ${isFactorMissing} as must_add_factor,
      (select coalesce(jsonb_agg(jsonb_build_object('id', l.linked_customer_id, 'rights', l.rights)), '[]')
        from user_link l join customer lc on lc.id = l.linked_customer_id
        where l.customer_id = u.customer_id and l.user_id = u.id and l.agreed_at is not null and lc.deleted_at is null) as linked
    from session s
    join app_user own on own.customer_id = s.customer_id and own.id = s.user_id and own.disabled_at is null
    left join sign_in own_sign_in on own_sign_in.customer_id = s.customer_id and own_sign_in.user_id = s.user_id
    join customer home on home.id = own.customer_id
    join role own_role on own_role.id = own.role_id
    join app_user u on u.customer_id = ${subject.customerId} and u.id = ${subject.userId} and u.disabled_at is null
    join customer c on c.id = u.customer_id and ${isOpen('c')}
    join role r on r.id = u.role_id
    where s.customer_id = ${claims.customerId} and s.id = ${claims.sessionId} and s.user_id = ${claims.userId}
      and s.ended_at is null
      and s.created_at > ${now}::timestamptz - make_interval(days => ${absoluteDays})
      and s.seen_at > ${now}::timestamptz - make_interval(hours => ${idleHours})
      and (case when s.acting_until > ${now} then s.acting_user_id end) is not distinct from ${acting?.userId ?? null}::integer`.execute(
    db,
  );
  const row = rows[0];
  if (!row) return undefined;
  return {
    userId: row.id,
    actorId: claims.userId,
    actorCustomerId: claims.customerId,
    name: row.name,
    customerId: row.customer_id,
    // While working as another user, a person has that user's rights and never more.
    administrator: acting === null && row.administrator,
    authorisesEverything: row.authorises_everything,
    rights: rightsOf(row.rights),
    linkedCustomers: row.linked.map(({ id }) => id),
    rightsAtLinked: new Map(row.linked.flatMap(({ id, rights }) => (rights === null ? [] : [[id, rightsOf(rights)] as const]))),
    sessionId: claims.sessionId,
    impersonating: acting !== null,
    passwordExpired: acting === null && row.expired === true,
    mustAddFactor: row.must_add_factor,
  };
}
