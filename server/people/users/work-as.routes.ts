import { sql } from 'kysely';
import { no } from '#contract/kit/result.ts';
import { accessTokenSeconds } from '#contract/people/auth.ts';
import { loginAs, returnFromLoginAs } from '#contract/people/users.ts';
import { isOpen } from '#server/kit/db/at-work.ts';
import type { Tx } from '#server/kit/db/connection.ts';
import { withoutScope } from '#server/kit/db/customer-scope.ts';
import { done } from '#server/kit/http/audited.ts';
import { type Actor, type Handler, handle, type Services } from '#server/kit/http/handle.ts';
import { accessTokenOf } from '../auth/sessions.ts';

const minutes = 60;

/**
 * Working as another user, and the return. The state is in the session's row [D3.4], which belongs to the administrator's customer,
 * while notice and audit line belong to the other user's.
 */
export const loginAsRoutes: Handler[] = [
  handle(
    loginAs,
    { audit: 'session.login_as', ownTransactions: true, stepUp: true },
    async ({ cust, user, reason }, { services, actor, record }) => {
      const subject = await services.db
        .selectFrom('app_user as u')
        .innerJoin('role as r', 'r.id', 'u.role_id')
        .innerJoin('customer as c', 'c.id', 'u.customer_id')
        .select(['u.id', 'u.customer_id', 'u.name', 'r.administrator'])
        .where('u.customer_id', '=', cust)
        .where('u.id', '=', user)
        .where('u.disabled_at', 'is', null)
        .where(isOpen('c'))
        .executeTakeFirst();
      if (!subject) return no({ kind: 'not_found' });
      // Only administrators get here, and no role is above theirs, so reject only an equal role.
      if (subject.administrator) return no({ kind: 'forbidden' });
      const until = new Date(services.now().getTime() + minutes * 60_000);
      const receipt = await withoutScope(services.db)
        .transaction()
        .execute(async (tx) => {
          await setActing(tx, actor, { customerId: cust, userId: user, until });
          await tx
            .insertInto('work_as')
            .values({
              customer_id: cust,
              user_id: user,
              actor_customer_id: actor.actorCustomerId,
              actor_id: actor.actorId,
              session_id: actor.sessionId,
              reason,
              from_at: services.now(),
              until_at: until,
            })
            .execute();
          await tx
            .insertInto('notification')
            .values({
              customer_id: cust,
              user_id: user,
              kind: 'login_as',
              text: `${actor.name} worked with your account as an administrator.`,
            })
            .execute();
          // In the audit log of the other user's customer, so that the customer can see it.
          const by = { actorId: actor.actorId, userId: user };
          return record(tx, { customerId: cust, by, object: ['user', user], facts: reason === '' ? {} : { reason } });
        });
      services.actors.forget(actor.sessionId);
      return done(await switched(services, actor), receipt);
    },
  ),

  handle(
    returnFromLoginAs,
    { audit: 'session.login_as.return', ownTransactions: true },
    async (_args, { services, actor, record }) => {
      if (!actor.impersonating) return no({ kind: 'not_found' });
      const receipt = await withoutScope(services.db)
        .transaction()
        .execute(async (tx) => {
          // Whatever else ends it, the database notes by itself.
          await tx
            .updateTable('work_as')
            .set({ ended_at: sql`least(until_at, ${services.now()}::timestamptz)` })
            .where('actor_customer_id', '=', actor.actorCustomerId)
            .where('session_id', '=', actor.sessionId)
            .where('ended_at', 'is', null)
            .execute();
          await setActing(tx, actor, null);
          return record(tx, { object: ['user', actor.userId] });
        });
      services.actors.forget(actor.sessionId);
      return done(await switched(services, actor), receipt);
    },
  ),
];

async function switched(services: Services, actor: Actor) {
  const own = { customerId: actor.actorCustomerId, userId: actor.actorId, sessionId: actor.sessionId };
  const { token, bearer } = await accessTokenOf({ ...services, db: withoutScope(services.db) }, own);
  return { accessToken: token, expiresInSeconds: accessTokenSeconds, userId: bearer.userId, customerId: bearer.customerId };
}

async function setActing(tx: Tx, actor: Actor, as: { customerId: number; userId: number; until: Date } | null): Promise<void> {
  await tx
    .updateTable('session')
    .set({
      acting_customer_id: as?.customerId ?? null,
      acting_user_id: as?.userId ?? null,
      acting_until: as?.until ?? null,
    })
    .where('customer_id', '=', actor.actorCustomerId)
    .where('id', '=', actor.sessionId)
    .execute();
}
