import { sql } from 'kysely';
import { no, ok } from '#contract/kit/result.ts';
import { endPersonSessions, listPersonSessions, listWorkAs, resetPersonFactor, type WorkAs } from '#contract/people/sessions.ts';
import type { Db, Tx } from '#server/kit/db/connection.ts';
import { withoutScope } from '#server/kit/db/customer-scope.ts';
import { done, unchanged } from '#server/kit/http/audited.ts';
import { type Handler, handle } from '#server/kit/http/handle.ts';
import { endOneSessionOf, endSessionsOf } from '../auth/sessions.ts';
import { fieldOf } from './add-person.ts';
import { contactsOf } from './contacts.ts';
import { judgePeople } from './judge-people.ts';
import { openSessionsOf } from './own-sessions.routes.ts';
import { removeSecondFactor } from './reset-second-factor.ts';

/** The newest of a list of times when somebody worked as another person. */
const mostWorkAs = 200;

/** A person's sessions and second factor, for those who administer people; and who worked as whom. */
export const personSessionRoutes: Handler[] = [
  handle(listPersonSessions, async ({ cust, id }, { services, actor }) => {
    if (!(await isPerson(services.db, cust, id))) return no({ kind: 'not_found' });
    return ok(await openSessionsOf(services, { customerId: cust, userId: id }, actor.sessionId));
  }),

  handle(endPersonSessions, { audit: 'user.sessions.end' }, async ({ cust, id, session }, { services, tx, afterCommit }) => {
    if (!(await isPerson(tx, cust, id))) return no({ kind: 'not_found' });
    const person = { customerId: cust, userId: id };
    const ended = (sessionId: string) => afterCommit(() => services.actors.forget(sessionId));
    if (session === undefined) {
      const count = await endSessionsOf(services, tx, ended, person);
      return count === 0 ? unchanged({ ended: 0 }) : done({ ended: count }, { object: ['user', id], facts: { ended: count } });
    }
    const isEnded = await endOneSessionOf(services, tx, ended, person, session);
    if (!isEnded) return no({ kind: 'not_found', what: 'This session has already ended.' });
    return done({ ended: 1 }, { object: ['user', id], facts: { session } });
  }),

  handle(
    resetPersonFactor,
    { audit: 'user.factor.reset', stepUp: true },
    async ({ cust, id }, { services, actor, tx, afterCommit }) => {
      const contact = (await contactsOf(tx, { customers: [cust], actor, now: services.now() }, id)).users[0];
      if (!contact) return no({ kind: 'not_found' });
      if (id === actor.userId) return no({ kind: 'invalid', fields: { id: 'Change your own second factor under Preferences' } });
      if (!contact.hasSecondFactor) return no({ kind: 'invalid', fields: { id: 'This person has no second factor' } });
      const { roleId, state } = contact;
      const rights = contact.rights.map(({ rightId }) => rightId);
      const after = { roleId, rights, state: state === 'passwordExpired' ? 'active' : state } as const;
      const edit = { userId: id, after, changesSignIn: true };
      const refused = await judgePeople(tx, actor, cust, [edit], { ...fieldOf, signIn: 'id' });
      if (refused) return refused;
      const ended = (sessionId: string) => afterCommit(() => services.actors.forget(sessionId));
      const words = `The second factor was removed from your account by ${actor.name}.`;
      const sessions = await removeSecondFactor(tx, services, { customerId: cust, userId: id }, words, ended);
      afterCommit(() => services.actors.forgetPeople([id]));
      return done({ message: 'The second factor was removed.' }, { object: ['user', id], facts: { sessions } });
    },
  ),

  handle(listWorkAs, { allCustomers: true }, async ({ cust, user }, { services, actor }) => {
    // What the provider's administrators did at others are rows of those customers.
    const db = actor.administrator ? withoutScope(services.db) : services.db;
    return ok(await workAsOf(db, cust, user, services.now()));
  }),
];

/**
 * Who worked as whom at a customer, the newest first. -1 reads all. `db` reaches the rows of the persons' customers; those who worked
 * as them are the provider's, of whom only the names are read.
 */
async function workAsOf(
  db: Db,
  customerId: number,
  user: number | undefined,
  now: Date,
): Promise<{ total: number; rows: WorkAs[] }> {
  const ofCustomer = customerId > 0 ? sql`(w.customer_id = ${customerId} or w.actor_customer_id = ${customerId})` : sql`true`;
  const ofUser = user === undefined ? sql`true` : sql`(w.user_id = ${user} or w.actor_id = ${user})`;
  const { rows } = await sql<Omit<WorkAs, 'by'> & { inAll: number; actorCustomerId: number; actorId: number }>`
    select w.user_id as "userId", u.name as "user", w.actor_customer_id as "actorCustomerId", w.actor_id as "actorId", w.reason,
      w.from_at as "from", coalesce(w.ended_at, w.until_at) as until, w.ended_at is null and w.until_at > ${now} as "isOpen",
      count(*) over () as "inAll"
    from work_as w
    join app_user u on u.customer_id = w.customer_id and u.id = w.user_id
    where ${ofCustomer} and ${ofUser}
    order by w.from_at desc, w.id desc limit ${mostWorkAs}`.execute(db);
  const nameOf = await namesOfActors(withoutScope(db), rows);
  const shown = rows.map(({ inAll: _inAll, actorCustomerId, actorId, ...row }) => ({
    ...row,
    by: nameOf({ actorCustomerId, actorId }),
  }));
  return { total: rows[0]?.inAll ?? 0, rows: shown };
}

type WorkAsActor = { readonly actorCustomerId: number; readonly actorId: number };

async function namesOfActors(db: Db, actors: readonly WorkAsActor[]): Promise<(actor: WorkAsActor) => string> {
  const { rows } = await sql<WorkAsActor & { name: string }>`
    select customer_id as "actorCustomerId", id as "actorId", name from app_user
    where (customer_id, id) in (select * from unnest(
      ${actors.map(({ actorCustomerId }) => actorCustomerId)}::integer[], ${actors.map(({ actorId }) => actorId)}::integer[]))`.execute(
    db,
  );
  const keyOf = ({ actorCustomerId, actorId }: WorkAsActor) => `${actorCustomerId} ${actorId}`;
  const names = new Map(rows.map((row) => [keyOf(row), row.name]));
  return (actor) => names.get(keyOf(actor)) ?? '';
}

async function isPerson(db: Db | Tx, customerId: number, userId: number): Promise<boolean> {
  const row = await db
    .selectFrom('app_user')
    .select('id')
    .where('customer_id', '=', customerId)
    .where('id', '=', userId)
    .where('deleted_at', 'is', null)
    .executeTakeFirst();
  return row !== undefined;
}
