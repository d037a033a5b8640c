import { sql } from 'kysely';
import { asContactRights, type Contact, type PersonState } from '#contract/people/contact-fields.ts';
import { UserPrefs } from '#contract/people/users.ts';
import type { Db, Tx } from '#server/kit/db/connection.ts';
import { withoutScope } from '#server/kit/db/customer-scope.ts';
import { type Customers, ofCustomers } from '#server/kit/db/of-customers.ts';
import { absoluteDays, idleHours } from '#server/kit/http/actors.ts';
import type { Actor } from '#server/kit/http/handle.ts';
import { invitationCausePrefix } from './invitation.ts';

/** The list holds the first people by name; its total says how many there are. */
const mostListed = 1000;

type Asked = { readonly customers: Customers; readonly actor: Pick<Actor, 'administrator'>; readonly now: Date };

/** The people of customers who were not removed, by name; one of them with `userId`. */
export async function contactsOf(
  db: Db | Tx,
  { customers, actor, now }: Asked,
  userId?: number,
): Promise<{ total: number; users: Contact[] }> {
  const opened = new Date(now.getTime() - absoluteDays * 86_400_000);
  const seen = new Date(now.getTime() - idleHours * 3_600_000);
  const { rows } = await sql<Row>`
    select u.*, ${stateOfPerson} as state, r.name as role, r.rights as role_rights, r.administrator, r.authorises_everything,
      active.last as last_active_at, active.open as open_sessions, invitation.until as invited_until, invitation.sent_at,
      (exists (select from authenticator f where f.customer_id = u.customer_id and f.user_id = u.id)
        or exists (select from passkey f where f.customer_id = u.customer_id and f.user_id = u.id)) as has_factor,
      count(*) over () as total
    from app_user u join role r on r.id = u.role_id
    left join sign_in s on s.customer_id = u.customer_id and s.user_id = u.id
    left join lateral (
      select max(x.seen_at) as last,
        count(*) filter (where x.ended_at is null and x.created_at > ${opened} and x.seen_at > ${seen}) as open
      from session x where x.customer_id = u.customer_id and x.user_id = u.id) active on true
    left join lateral (
      select t.expires_at as until, m.sent_at from reset_token t
      left join mail m on m.customer_id = t.customer_id and m.cause = ${invitationCausePrefix} || t.token_hash
      where t.customer_id = u.customer_id and t.user_id = u.id and t.kind = 'invitation' and t.used_at is null
      order by t.expires_at desc limit 1) invitation on true
    where u.deleted_at is null and ${ofCustomers(customers, 'u.customer_id')}
      and ${userId === undefined ? sql`true` : sql`u.id = ${userId}`}
    order by lower(u.name), u.id limit ${mostListed}`.execute(db);
  const links = await linksOf(db, rows);
  return { total: rows[0]?.total ?? 0, users: rows.map((row) => contactOf(row, links.get(row.id) ?? [], actor)) };
}

/**
 * The state of a person `u` with the sign-in `s`: no password and no session yet means invited. Who signs in through another service
 * never has a password.
 */
export const stateOfPerson = sql<PersonState>`case when u.disabled_at is not null then 'disabled'
  when s.password_hash is null and not exists (
    select from session x where x.customer_id = u.customer_id and x.user_id = u.id) then 'invited'
  when s.expired then 'passwordExpired' else 'active' end`;

type Row = {
  id: number;
  customer_id: number;
  name: string;
  email: string;
  phone: string | null;
  role_id: number;
  rights: number[];
  prefs: Record<string, unknown>;
  alerts: Partial<Record<AlertName, boolean>>;
  state: PersonState;
  role: string;
  role_rights: number[];
  administrator: boolean;
  authorises_everything: boolean;
  last_active_at: string | null;
  open_sessions: number;
  invited_until: string | null;
  sent_at: string | null;
  has_factor: boolean;
  total: number;
};

/** The names of notices in `app_user.alerts`. */
type AlertName = 'collection' | 'billing' | 'system' | 'tickets';
type Link = Contact['linkedCustomers'][number];

function contactOf(row: Row, linkedCustomers: Link[], actor: Pick<Actor, 'administrator'>): Contact {
  const prefs = UserPrefs.parse(row.prefs);
  const { alerts } = row;
  return {
    id: row.id,
    customerId: row.customer_id,
    name: row.name,
    email: row.email,
    phone: row.phone,
    roleId: row.role_id,
    role: row.role,
    rights: asContactRights([...row.rights].sort((a, b) => a - b)),
    roleRights: [...row.role_rights].sort((a, b) => a - b),
    administrator: row.administrator,
    authorisesEverything: row.authorises_everything,
    getsCollectionNotices: alerts.collection ?? false,
    getsBillingAlerts: alerts.billing ?? false,
    getsSystemAlerts: alerts.system ?? false,
    getsTickets: alerts.tickets ?? false,
    noFeedback: prefs.noFeedback,
    timezone: prefs.userTimezone,
    duration: prefs.userDuration,
    dateFormat: prefs.userDateFormat,
    timeFormat: prefs.userTimeFormat,
    state: row.state,
    status: row.state === 'passwordExpired' ? 1 : 0,
    linkedCustomers,
    linkedStatus: linkedStatusOf(linkedCustomers),
    lastActiveAt: row.last_active_at,
    openSessions: row.open_sessions,
    invitation: row.state === 'invited' && row.invited_until !== null ? { until: row.invited_until, sentAt: row.sent_at } : null,
    hasSecondFactor: row.has_factor,
    canLoginAs: actor.administrator && !row.administrator && row.state !== 'disabled',
  };
}

/** 2 where one link gives access, else the state of the newest request that may: 1 asked, 3 rejected. */
const linkedStatusOf = (links: readonly Link[]): number =>
  [2, 1, 3].find((status) => links.some((link) => link.status === status)) ?? 0;

/**
 * The links of people, with the names of the other customers: these are outside the limit of the call's customer, so that a
 * transaction has the links without the names.
 */
async function linksOf(db: Db | Tx, people: readonly Pick<Row, 'id' | 'customer_id'>[]): Promise<Map<number, Link[]>> {
  if (people.length === 0) return new Map();
  const rows = await withoutScope(db)
    .selectFrom('user_link as l')
    .leftJoin('customer as c', 'c.id', 'l.linked_customer_id')
    .select(['l.user_id', 'l.agreed_at', 'l.rejected_at', 'l.linked_customer_id as customerId', 'c.name'])
    .where('l.customer_id', 'in', [...new Set(people.map((person) => person.customer_id))])
    .where(
      'l.user_id',
      'in',
      people.map(({ id }) => id),
    )
    .where('c.deleted_at', 'is', null)
    .orderBy('c.name')
    .execute();
  const links = new Map<number, Link[]>();
  for (const { user_id: userId, agreed_at: agreed, rejected_at: rejected, customerId, name } of rows) {
    const status = agreed === null ? (rejected === null ? 1 : 3) : 2;
    links.set(userId, [...(links.get(userId) ?? []), { customerId, name: name ?? '', status }]);
  }
  return links;
}

/**
 * The licenses of a customer: how many people it may have, and how many more. People who are disabled or removed need none; the
 * provider's own people neither.
 */
export async function licensesOf(db: Db | Tx, customerId: number) {
  const { provider, limit } = await db
    .selectFrom('customer')
    .select(['provider', 'user_licenses_limit as limit'])
    .where('id', '=', customerId)
    .executeTakeFirstOrThrow();
  if (provider) return { limit: null, remaining: null };
  const { used } = await db
    .selectFrom('app_user')
    .select((e) => e.fn.countAll<number>().as('used'))
    .where('customer_id', '=', customerId)
    .where('disabled_at', 'is', null)
    .where('deleted_at', 'is', null)
    .executeTakeFirstOrThrow();
  return { limit, remaining: Math.max(0, limit - used) };
}
