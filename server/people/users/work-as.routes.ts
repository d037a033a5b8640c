import { no, ok } from '#contract/kit/result.ts';
import { accessTokenSeconds } from '#contract/people/auth.ts';
import { loginAs, returnFromLoginAs } from '#contract/people/users.ts';
import type { Tx } from '#server/kit/db/connection.ts';
import { allCustomers } from '#server/kit/http/customer-access.ts';
import { type Actor, type Handler, handle, type Services } from '#server/kit/http/handle.ts';
import { accessTokenOf } from '../auth/sessions.ts';

const minutes = 60;

/** Working as somebody else, and the way back, which is kept in the session's row [D3.4]. */
export const loginAsRoutes: Handler[] = [
  handle(loginAs, async ({ cust, user, reason }, { services, actor }) => {
    if (cust === allCustomers) return no({ kind: 'not_found' });
    const subject = await services.db
      .selectFrom('app_user as u')
      .innerJoin('role as r', 'r.id', 'u.role_id')
      .innerJoin('customer as c', 'c.id', 'u.customer_id')
      .select(['u.id', 'u.customer_id', 'u.name', 'r.administrator'])
      .where('u.customer_id', '=', cust)
      .where('u.id', '=', user)
      .where('u.disabled_at', 'is', null)
      .where('c.deleted_at', 'is', null)
      .executeTakeFirst();
    if (!subject) return no({ kind: 'not_found' });
    // Only administrators come here, and no role is above theirs: an equal one is what must not be entered.
    if (subject.administrator) return no({ kind: 'forbidden' });
    const until = new Date(services.now().getTime() + minutes * 60_000);
    await services.db.transaction().execute(async (tx) => {
      await setActing(tx, actor, { customerId: cust, userId: user, until });
      await audit(tx, actor, { customerId: cust, userId: user }, 'session.login_as', reason);
      await tx
        .insertInto('notification')
        .values({
          customer_id: cust,
          user_id: user,
          kind: 'login_as',
          text: `${actor.name} worked with your account as an administrator.`,
        })
        .execute();
    });
    services.actors.forget(actor.sessionId);
    return ok(await switched(services, actor));
  }),

  handle(returnFromLoginAs, async (_args, { services, actor }) => {
    if (!actor.impersonating) return no({ kind: 'not_found' });
    await services.db.transaction().execute(async (tx) => {
      await setActing(tx, actor, null);
      await audit(tx, actor, { customerId: actor.customerId, userId: actor.userId }, 'session.login_as.return', '');
    });
    services.actors.forget(actor.sessionId);
    return ok(await switched(services, actor));
  }),
];

async function switched(services: Services, actor: Actor) {
  const own = { customerId: actor.actorCustomerId, userId: actor.actorId, sessionId: actor.sessionId };
  const { token, bearer } = await accessTokenOf(services, own);
  return { access_token: token, expires_in: accessTokenSeconds, userId: bearer.userId, customerId: bearer.customerId };
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

/** In the audit of the customer whose user it was, so that they can see it. */
async function audit(
  tx: Tx,
  actor: Actor,
  subject: { customerId: number; userId: number },
  command: string,
  reason: string,
): Promise<void> {
  await tx
    .insertInto('audit')
    .values({
      customer_id: subject.customerId,
      actor_id: actor.actorId,
      subject_id: subject.userId,
      command,
      detail: JSON.stringify(reason === '' ? {} : { reason }),
    })
    .execute();
}
