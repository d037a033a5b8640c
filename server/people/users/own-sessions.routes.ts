import { no, ok } from '#contract/kit/result.ts';
import { endOtherSessions, endSession, listSessions, type OwnSession } from '#contract/people/sessions.ts';
import { deviceOfUserAgent } from '#domain/people/device-of-user-agent.ts';
import { absoluteDays, idleHours } from '#server/kit/http/actors.ts';
import { done, unchanged } from '#server/kit/http/audited.ts';
import { type Handler, handle, type Services } from '#server/kit/http/handle.ts';
import { endingSessions, endOneSessionOf, endSessionsOf } from '../auth/sessions.ts';

/** A person's own sessions. An administrator who works as a user neither sees nor ends that user's. */
export const ownSessionRoutes: Handler[] = [
  handle(listSessions, async (_args, { services, actor }) => {
    if (actor.impersonating) return no({ kind: 'forbidden' });
    return ok(await openSessionsOf(services, actor, actor.sessionId));
  }),

  handle(endSession, { audit: 'session.end', ownTransactions: true }, async ({ id }, { services, actor, record }) => {
    if (actor.impersonating) return no({ kind: 'forbidden' });
    const receipt = await endingSessions(services, async (tx, ended) => {
      const found = await endOneSessionOf(services, tx, ended, actor, id);
      return found ? record(tx, { object: ['session', id] }) : null;
    });
    if (!receipt) return no({ kind: 'not_found', what: 'This session has already ended.' });
    return done({ message: 'The session has ended.' }, receipt);
  }),

  handle(endOtherSessions, { audit: 'session.end_others', ownTransactions: true }, async (_args, { services, actor, record }) => {
    if (actor.impersonating) return no({ kind: 'forbidden' });
    return endingSessions(services, async (tx, ended) => {
      const count = await endSessionsOf(services, tx, ended, actor, actor.sessionId);
      if (count === 0) return unchanged({ ended: 0 });
      return done({ ended: count }, await record(tx, { object: ['user', actor.userId], facts: { ended: count } }));
    });
  }),
];

/** A person's open sessions, the newest first. */
export async function openSessionsOf(
  { db, now }: Pick<Services, 'db' | 'now'>,
  { customerId, userId }: { readonly customerId: number; readonly userId: number },
  currentId: string,
): Promise<OwnSession[]> {
  const since = (milliseconds: number) => new Date(now().getTime() - milliseconds).toISOString();
  const rows = await db
    .selectFrom('session')
    .select(['id', 'device', 'created_at as openedAt', 'seen_at as seenAt'])
    .where('customer_id', '=', customerId)
    .where('user_id', '=', userId)
    .where('ended_at', 'is', null)
    .where('created_at', '>', since(absoluteDays * 86_400_000))
    .where('seen_at', '>', since(idleHours * 3_600_000))
    .orderBy('seen_at', 'desc')
    .orderBy('id')
    .limit(200)
    .execute();
  return rows.map((row) => ({ ...row, device: deviceOfUserAgent(row.device), isCurrent: row.id === currentId }));
}
