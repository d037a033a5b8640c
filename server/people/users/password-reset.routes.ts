import { messages } from '#contract/kit/messages.ts';
import { no, ok } from '#contract/kit/result.ts';
import { changeOwnPassword, changePassword, changeSeparator, checkReset, requestReset } from '#contract/people/password-reset.ts';
import { writeAudit } from '#server/kit/db/audit.ts';
import type { Tx } from '#server/kit/db/connection.ts';
import { done, onlyReads } from '#server/kit/http/audited.ts';
import { type Handler, handle, type Services } from '#server/kit/http/handle.ts';
import { mayUsePassword } from '#server/kit/identity/local-passwords.ts';
import { findAccount } from '../auth/check-sign-in.ts';
import { newPasswordProblem } from '../auth/new-password.ts';
import { hashPassword, passwordFits } from '../auth/passwords.ts';
import { endingSessions, endSessionsOf, type NoteEnded } from '../auth/sessions.ts';
import { accountHash, clearFailures, takeTurn } from '../auth/throttle.ts';
import { endPending } from '../second-factor/pending-sign-in.ts';
import { endLinks, hashOfToken, linkMinutes, makeLink } from './password-links.ts';

const sent = { message: 'If we know this address, an email with a link is on its way.' };
const expired = { kind: 'invalid', fields: { token: messages.resetExpired } } as const;

/** Forgotten and changed passwords. */
export const resetRoutes: Handler[] = [
  handle(
    requestReset,
    { audit: 'none: whether an address is known must not show, so that the link writes its line later' },
    async (asked, { services, actor, ip }) => {
      const email = asked.email.toLowerCase();
      const attempt = { what: 'reset', account: email, ip } as const;
      const turn = await takeTurn(services.db, attempt, services.now());
      services.log.warn({ account: accountHash(email), ip, throttled: !turn.ok }, 'a reset link was requested');
      if (!turn.ok) return no({ kind: 'busy', retryAfterSeconds: turn.error.retryAfterSeconds });
      // Each request counts, whether the address is known or not.
      await turn.value.settle('wrong');
      const account = await findAccount(services, email);
      if (!account && actor?.administrator) {
        return no({ kind: 'invalid', fields: { email: messages.unknownEmail } });
      }
      // Not awaited: the response time must not reveal whether the address is known.
      if (account)
        void mailLink(services, account).catch((error: unknown) => services.log.error({ err: error }, 'no reset link was made'));
      return ok(sent);
    },
  ),

  handle(checkReset, { audit: onlyReads }, async ({ token }, { services }) => {
    const found = await findToken(services, token);
    return found ? ok({ email: found.email, isInvitation: found.kind === 'invitation' }) : no(expired);
  }),

  handle(
    changePassword,
    { audit: 'user.password.reset', ownTransactions: true },
    async ({ token, emailAndPassword }, { services, record }) => {
      const found = await findToken(services, token);
      if (!found) return no(expired);
      const at = emailAndPassword.indexOf(changeSeparator);
      const email = emailAndPassword.slice(0, Math.max(0, at)).trim().toLowerCase();
      if (email !== found.email) return no({ kind: 'invalid', fields: { email: 'This link was made for another email' } });
      const password = emailAndPassword.slice(at + 1);
      const problem = await newPasswordProblem(password, [found.name, found.email]);
      if (problem !== null) return no({ kind: 'invalid', fields: { password: problem } });
      const passwordHash = await hashPassword(services.secrets, password);
      const receipt = await endingSessions(services, async (tx, ended) => {
        const used = await tx
          .updateTable('reset_token')
          .set({ used_at: services.now() })
          .where('customer_id', '=', found.customer_id)
          .where('token_hash', '=', found.token_hash)
          .where('used_at', 'is', null)
          .executeTakeFirst();
        if (used.numUpdatedRows === 0n) return null;
        await setPassword(services, tx, ended, found, passwordHash);
        const { customer_id: customerId, user_id: userId } = found;
        return record(tx, { customerId, by: { actorId: userId, userId }, object: ['user', userId] });
      });
      return receipt ? done({ message: messages.passwordReset }, receipt) : no(expired);
    },
  ),

  handle(
    changeOwnPassword,
    { audit: 'user.password.change', ownTransactions: true, beforeFactor: true },
    async ({ current, password }, { services, actor, ip, record }) => {
      if (actor.impersonating) return no({ kind: 'forbidden' });
      const account = await services.db
        .selectFrom('sign_in')
        .selectAll()
        .where('customer_id', '=', actor.customerId)
        .where('user_id', '=', actor.userId)
        .executeTakeFirstOrThrow();
      // Counted apart from sign-ins, so that others cannot keep the owner from a new password.
      const attempt = { what: 'password', account: account.email, ip } as const;
      const turn = await takeTurn(services.db, attempt, services.now());
      if (!turn.ok) return no({ kind: 'busy', retryAfterSeconds: turn.error.retryAfterSeconds });
      let isWrong = false;
      try {
        isWrong = !(await passwordFits(services.secrets, account.password_hash, current));
      } finally {
        await turn.value.settle(isWrong ? 'wrong' : 'not wrong');
      }
      if (isWrong) return no({ kind: 'invalid', fields: { current: 'This is not your password' } });
      const same = password === current ? 'Choose a password other than the current one' : null;
      const problem = same ?? (await newPasswordProblem(password, [actor.name, account.email]));
      if (problem !== null) return no({ kind: 'invalid', fields: { password: problem } });
      const passwordHash = await hashPassword(services.secrets, password);
      const receipt = await endingSessions(services, async (tx, ended) => {
        await setPassword(services, tx, ended, account, passwordHash, actor.sessionId);
        return record(tx, { object: ['user', actor.userId] });
      });
      await clearFailures(services.db, attempt, services.now());
      // Its cached actor may still have the expired password.
      services.actors.forget(actor.sessionId);
      return done({ message: messages.passwordReset }, receipt);
    },
  ),
];

type Account = NonNullable<Awaited<ReturnType<typeof findAccount>>>;

async function mailLink(services: Services, account: Account): Promise<void> {
  const owner = { customerId: account.customer_id, userId: account.user_id };
  if (!(await mayUsePassword(services.db, owner))) return;
  await services.db.transaction().execute(async (tx) => {
    const { hash, url } = await makeLink(tx, services, owner, 'reset');
    await writeAudit(tx, {
      customerId: account.customer_id,
      at: services.now(),
      // The request came without a sign-in.
      actorId: null,
      userId: account.user_id,
      name: 'user.password.link',
      object: ['user', account.user_id],
    });
    await services.mail.send(tx, {
      customerId: account.customer_id,
      cause: `reset ${hash}`,
      to: account.email,
      subject: 'Set a new password for Jobdock',
      text: `Hello ${account.name},\n\nsomebody asked to set a new password for this address. If it was you, open this link within ${linkMinutes.reset} minutes:\n\n${url}\n\nIf it was not, nothing needs to be done: your password stays as it is.\n`,
    });
  });
}

async function findToken(services: Services, token: string) {
  const customerId = Number(/^(\d{1,9})\./.exec(token)?.[1] ?? 0);
  const found = await services.db
    .selectFrom('reset_token as t')
    .innerJoin('sign_in as s', (join) => join.onRef('s.customer_id', '=', 't.customer_id').onRef('s.user_id', '=', 't.user_id'))
    .innerJoin('app_user as u', (join) => join.onRef('u.customer_id', '=', 't.customer_id').onRef('u.id', '=', 't.user_id'))
    .select(['t.customer_id', 't.token_hash', 't.user_id', 't.kind', 's.email', 'u.name'])
    .where('t.customer_id', '=', customerId)
    .where('t.token_hash', '=', hashOfToken(token))
    .where('t.used_at', 'is', null)
    .where('t.expires_at', '>', services.now().toISOString())
    .where('u.disabled_at', 'is', null)
    .executeTakeFirst();
  // A link from before passwords were switched off.
  return found && (await mayUsePassword(services.db, { customerId, userId: found.user_id })) ? found : undefined;
}

type Owner = { customer_id: number; user_id: number };

async function setPassword(
  services: Services,
  tx: Tx,
  ended: NoteEnded,
  owner: Owner,
  passwordHash: string,
  exceptSession?: string,
): Promise<void> {
  await tx
    .updateTable('sign_in')
    .set({ password_hash: passwordHash, expired: false })
    .where('customer_id', '=', owner.customer_id)
    .where('user_id', '=', owner.user_id)
    .execute();
  const user = { customerId: owner.customer_id, userId: owner.user_id };
  await endLinks(tx, services, user);
  await endPending(tx, user);
  await endSessionsOf(services, tx, ended, user, exceptSession);
}
