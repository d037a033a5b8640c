import { no, ok, type Result } from '#contract/kit/result.ts';
import { writeAudit } from '#server/kit/db/audit.ts';
import type { Db, Tx } from '#server/kit/db/connection.ts';
import type { Services } from '#server/kit/http/handle.ts';
import { storingMailer } from '#server/kit/lib/mail.ts';
import { endSessionsOf, type NoteEnded } from '../auth/sessions.ts';
import { removeFactors } from '../second-factor/factors.ts';
import { tellAccount } from '../second-factor/tell.ts';

/**
 * Removes the second factor of a user who lost all of it, and ends the user's sessions. For an operator with access to the
 * machine; who administers people does it by a call. Recorded in the audit, and the user gets a notice and an email. Returns the number of ended
 * sessions, or `not_found` if no one signs in with the address.
 */
export async function resetSecondFactor(db: Db, email: string, now: () => Date): Promise<Result<number, { kind: 'not_found' }>> {
  return db.transaction().execute(async (tx) => {
    const found = await tx
      .selectFrom('sign_in')
      .select(['customer_id as customerId', 'user_id as userId'])
      .where('email', '=', email.trim().toLowerCase())
      .executeTakeFirst();
    if (!found) return no({ kind: 'not_found' });
    const { customerId, userId } = found;
    const words = 'The second factor was removed from your account by the operator of this installation.';
    const sessions = await removeSecondFactor(tx, { now, mail: storingMailer }, found, words, () => undefined);
    const object = ['user', userId] as const;
    await writeAudit(tx, { customerId, actorId: null, userId: null, name: 'user.factor.reset', object, facts: { sessions } });
    return ok(sessions);
  });
}

/** Removes all factors of a user, tells them who did it, and ends their sessions. Returns the number of ended sessions. */
export async function removeSecondFactor(
  tx: Tx,
  services: Pick<Services, 'now' | 'mail'>,
  user: { readonly customerId: number; readonly userId: number },
  sentence: string,
  ended: NoteEnded,
): Promise<number> {
  await removeFactors(tx, user);
  const sessions = await endSessionsOf(services, tx, ended, user);
  await tellAccount(tx, services, user, sentence);
  return sessions;
}
