import { sql } from 'kysely';
import { messages } from '#contract/kit/messages.ts';
import { no, ok } from '#contract/kit/result.ts';
import { rightIds } from '#contract/kit/rights.ts';
import { listRightGivers, listUsers } from '#contract/people/user-names.ts';
import { acceptDisclaimer, getPrefs, getRole, savePrefs, UserPrefs } from '#contract/people/users.ts';
import { listMail, type SentMail } from '#contract/system/mail.ts';
import { may } from '#domain/rights/may.ts';
import { changesBetween } from '#server/kit/db/audit.ts';
import type { Db, Tx } from '#server/kit/db/connection.ts';
import { withoutScope } from '#server/kit/db/customer-scope.ts';
import { ofCustomers } from '#server/kit/db/of-customers.ts';
import { readNewest, totalOfList } from '#server/kit/db/paging.ts';
import { done } from '#server/kit/http/audited.ts';
import { namedCustomers } from '#server/kit/http/customer-access.ts';
import { type Actor, type Handler, handle, type Services } from '#server/kit/http/handle.ts';
import { withoutLinks } from '#server/kit/lib/mail-content.ts';
import { stateOfPerson } from './contacts.ts';
import { isTimeZone } from './person-fields.ts';

/** The signed-in user, their preferences, and the users of a customer. */
export const usersRoutes: Handler[] = [
  handle(getRole, { beforeFactor: true }, async (_args, { services, actor }) => ok(await roleOf(services, actor))),

  handle(getPrefs, { beforeFactor: true }, async (_args, { services, actor }) => ok(await prefsOf(services.db, actor))),

  handle(savePrefs, { audit: 'user.prefs.save' }, async (sent, { actor, tx }) => {
    if (actor.impersonating) return no({ kind: 'forbidden' });
    const zone = sent.userTimezone;
    if (zone !== undefined && !isTimeZone(zone)) {
      return no({ kind: 'invalid', fields: { userTimezone: 'Choose a time zone of the list' } });
    }
    const before = await prefsOf(tx, actor);
    const prefs = { ...before, ...sent };
    await tx
      .updateTable('app_user')
      .set({ prefs: JSON.stringify(prefs) })
      .where('customer_id', '=', actor.customerId)
      .where('id', '=', actor.userId)
      .execute();
    return done(UserPrefs.parse(prefs), { object: ['user', actor.userId], changed: changesBetween(before, prefs) });
  }),

  handle(listUsers, { allCustomers: true }, async ({ cust }, { services, actor }) => {
    const rows = await services.db
      .selectFrom('app_user as u')
      .innerJoin('role as r', 'r.id', 'u.role_id')
      .leftJoin('sign_in as s', (join) => join.onRef('s.customer_id', '=', 'u.customer_id').onRef('s.user_id', '=', 'u.id'))
      .select([
        'u.id',
        'u.customer_id',
        'u.name',
        'u.role_id',
        'u.disabled_at',
        'r.name as role',
        'r.administrator',
        's.expired',
        stateOfPerson.as('state'),
        totalOfList,
      ])
      .where('u.deleted_at', 'is', null)
      .where(ofCustomers(namedCustomers(cust), 'u.customer_id'))
      .orderBy('u.name')
      .limit(1000)
      .execute();
    return ok(
      rows.map((row) => ({
        id: row.id,
        customerId: row.customer_id,
        name: row.name,
        roleId: row.role_id,
        role: row.role,
        status: row.expired ? 1 : 0,
        isDisabled: row.disabled_at !== null,
        state: row.state,
        canLoginAs: actor.administrator && !row.administrator && row.disabled_at === null,
        total: row.total,
      })),
    );
  }),

  handle(listRightGivers, async ({ cust, right }, { services }) => {
    const rows = await services.db
      .selectFrom('app_user as u')
      .innerJoin('role as r', 'r.id', 'u.role_id')
      .select('u.name')
      .where(ofCustomers(namedCustomers(cust), 'u.customer_id'))
      .where('u.disabled_at', 'is', null)
      .where('r.administrator', '=', false)
      .where(
        sql<boolean>`(r.authorises_everything or (${rightIds['users.write']} = any(u.rights) and ${rightIds[right]} = any(u.rights)))`,
      )
      .orderBy('u.name')
      .limit(5)
      .execute();
    return ok(rows);
  }),

  handle(acceptDisclaimer, { audit: 'user.disclaimer', beforeFactor: true }, async ({ ack }, { actor, tx }) => {
    // The user must read it in person.
    if (actor.impersonating) return no({ kind: 'forbidden' });
    await tx
      .updateTable('app_user')
      .set({ disclaimer_by: ack })
      .where('customer_id', '=', actor.customerId)
      .where('id', '=', actor.userId)
      .execute();
    return done({ message: messages.saved }, { object: ['user', actor.userId], facts: { ack } });
  }),

  handle(listMail, async ({ limit }, { services, actor }) => {
    const query = services.db
      .selectFrom('mail')
      .select(['id', readerOfMail, 'subject', 'text', 'at', 'sent_at as sentAt', 'answer', 'in_doubt as inDoubt'])
      .select([stateOfMail, attachmentsOfMail])
      .orderBy('at', 'desc')
      .orderBy('id', 'desc');
    const { total, rows } = await readNewest(query, limit);
    const own = actor.impersonating ? undefined : await emailOf(services, actor);
    return ok({ total, rows: rows.map((mail) => (mail.to === own ? mail : { ...mail, text: withoutLinks(mail.text) })) });
  }),
];

/** Candidates who get job alerts are no users: their addresses are shown to no one. */
const readerOfMail = sql<string>`case when alert_run_id is null then to_address else 'A candidate' end`.as('to');

const stateOfMail = sql<SentMail['state']>`case when sent_at is not null then 'sent' when failed_at is not null then 'refused'
  else 'waiting' end`.as('state');

const attachmentsOfMail = sql<SentMail['attachments']>`(
  select coalesce(jsonb_agg(jsonb_build_object('name', a.name, 'size', a.size) order by a.place), '[]') from mail_attachment a
  where a.customer_id = mail.customer_id and a.mail_id = mail.id)`.as('attachments');

async function emailOf({ db }: Services, { customerId, userId }: Actor): Promise<string | undefined> {
  const account = db.selectFrom('sign_in').select('email').where('customer_id', '=', customerId).where('user_id', '=', userId);
  return (await account.executeTakeFirst())?.email;
}

/** A customer `c` is past due, or billing suspended it. */
const hasBillingProblem = sql<boolean>`c.past_due or (c.status = 'suspended' and exists (
  select from billing_account b where b.customer_id = c.id and b.suspended_from is not null))`.as('problem');

async function roleOf(services: Services, actor: Actor) {
  const row = await services.db
    .selectFrom('app_user as u')
    .innerJoin('customer as c', 'c.id', 'u.customer_id')
    .innerJoin('role as r', 'r.id', 'u.role_id')
    .leftJoin('sign_in as s', (join) => join.onRef('s.customer_id', '=', 'u.customer_id').onRef('s.user_id', '=', 'u.id'))
    .select(['u.name', 'u.email', 'u.role_id', 'u.disclaimer_by', 's.expired', 'r.name as role', 'c.name as customer'])
    .select(['c.parent_id', 'c.industry', 'c.settings', 'u.alerts', hasBillingProblem])
    .where('u.customer_id', '=', actor.customerId)
    .where('u.id', '=', actor.userId)
    .executeTakeFirstOrThrow();
  return {
    name: row.name,
    email: row.email,
    customerName: row.customer,
    userId: actor.userId,
    userRoleId: row.role_id,
    userRoleName: row.role,
    instance: '',
    alias: textOf(row.settings.alias) ?? '',
    status: row.expired ? 1 : 0,
    rights: [...actor.rights].map((right) => rightIds[right]).sort((a, b) => a - b),
    needsDisclaimer: row.disclaimer_by === null,
    hasBillingProblem: row.problem && (row.alerts['billing'] === true || may(actor, 'billing.read')),
    customerId: actor.customerId,
    parent: row.parent_id,
    industry: row.industry,
    administrator: actor.administrator,
    authorisesEverything: actor.authorisesEverything,
    mustAddFactor: actor.mustAddFactor,
    actingAs: actor.impersonating ? await actingOf(services, actor) : null,
  };
}

async function actingOf(services: Services, actor: Actor): Promise<{ by: string; until: string }> {
  // The session belongs to the customer of the person who works as this user.
  const row = await withoutScope(services.db)
    .selectFrom('session as s')
    .innerJoin('app_user as u', (join) => join.onRef('u.customer_id', '=', 's.customer_id').onRef('u.id', '=', 's.user_id'))
    .select(['u.name', 's.acting_until'])
    .where('s.customer_id', '=', actor.actorCustomerId)
    .where('s.id', '=', actor.sessionId)
    .executeTakeFirstOrThrow();
  return { by: row.name, until: row.acting_until ?? services.now().toISOString() };
}

async function prefsOf(db: Db | Tx, actor: Actor): Promise<UserPrefs> {
  const { prefs } = await db
    .selectFrom('app_user')
    .select('prefs')
    .where('customer_id', '=', actor.customerId)
    .where('id', '=', actor.userId)
    .executeTakeFirstOrThrow();
  return UserPrefs.parse(prefs);
}

const textOf = (value: unknown): string | null => (typeof value === 'string' ? value : null);
