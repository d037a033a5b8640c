import { done, type RecordLine } from '#server/kit/http/audited.ts';
import type { Actor, Services } from '#server/kit/http/handle.ts';
import { stepUpMinutes } from '#server/kit/identity/step-up.ts';

/** Notes in the session, with its audit line, that the person has confirmed who they are. The result says until when it counts. */
export async function confirmSession({ db, now }: Pick<Services, 'db' | 'now'>, actor: Actor, record: RecordLine) {
  const at = now();
  const receipt = await db.transaction().execute(async (tx) => {
    await tx
      .updateTable('session')
      .set({ confirmed_at: at })
      .where('customer_id', '=', actor.actorCustomerId)
      .where('id', '=', actor.sessionId)
      .execute();
    return record(tx, { object: ['session', actor.sessionId] });
  });
  return done({ confirmedUntil: new Date(at.getTime() + stepUpMinutes * 60_000).toISOString() }, receipt);
}
