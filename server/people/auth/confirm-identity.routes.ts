import { no, ok } from '#contract/kit/result.ts';
import { confirmIdentity, passkeyForConfirm } from '#contract/people/second-factor-proof.ts';
import { type Actor, type Handler, handle, type Services } from '#server/kit/http/handle.ts';
import { confirmsByPassword, factorsAt } from '#server/kit/identity/step-up.ts';
import { noPasskeysHere } from '../second-factor/factors.ts';
import { optionsToProve, type Site } from '../second-factor/passkeys.ts';
import { proveFactor, wrongProof } from '../second-factor/prove.ts';
import { confirmSession } from './confirm-session.ts';
import { passwordFits } from './passwords.ts';
import { clearFailures, takeTurn } from './throttle.ts';

type Proof = Parameters<typeof proveFactor>[3] & { readonly password?: string | undefined };

/** Confirms who uses a session, for calls with a step-up. Kept with the session for five minutes. */
export const confirmIdentityRoutes: Handler[] = [
  handle(
    confirmIdentity,
    { audit: 'session.confirm', ownTransactions: true, beforeFactor: true },
    async (proof, { services, actor, browser, ip, record }) => {
      if (actor.impersonating) return no({ kind: 'forbidden' });
      const account = await accountOf(services, actor);
      // Its sign-in was removed while the session was open.
      if (!account) return no({ kind: 'forbidden' });
      // Apart from sign-ins: a lock by others must not stop the person who is signed in.
      const attempt = { what: 'password', account: account.email, ip } as const;
      const turn = await takeTurn(services.db, attempt, services.now());
      if (!turn.ok) return no({ kind: 'busy', retryAfterSeconds: turn.error.retryAfterSeconds });
      let refused: Record<string, string> | null = null;
      try {
        refused = await judge(services, actor, account.password_hash, browser.passkeySite, proof);
      } finally {
        await turn.value.settle(refused === null ? 'not wrong' : 'wrong');
      }
      if (refused !== null) return no({ kind: 'invalid', fields: refused });
      await clearFailures(services.db, attempt, services.now());
      return confirmSession(services, actor, record);
    },
  ),

  handle(
    passkeyForConfirm,
    { audit: 'none: it only draws a challenge for the session', beforeFactor: true },
    async (_args, { services, actor, browser }) => {
      if (actor.impersonating) return no({ kind: 'forbidden' });
      if (!browser.passkeySite) return no(noPasskeysHere(services));
      const holder = `session:${actor.sessionId}` as const;
      const asking = { user: actor, holder, site: browser.passkeySite, now: services.now() };
      return ok({ options: await optionsToProve(services.db, asking) });
    },
  ),
];

/** Null if the proof holds, else the problem by field. A password does not do for a user with a second factor. */
async function judge(
  services: Services,
  actor: Actor,
  passwordHash: string | null,
  site: Site | null,
  { password, ...proof }: Proof,
): Promise<Record<string, string> | null> {
  const hasFactor = (await factorsAt(services.db, actor, site?.host)).length > 0;
  if (!hasFactor) {
    if (password === undefined) return { password: 'Enter your password' };
    if (!(await confirmsByPassword(services.db, actor)))
      return { password: 'Your agency has switched passwords off. Confirm at your agency’s sign-on.' };
    return (await passwordFits(services.secrets, passwordHash, password)) ? null : { password: 'This is not your password' };
  }
  const holder = `session:${actor.sessionId}` as const;
  const factor = await services.db.transaction().execute((tx) => proveFactor(tx, services, { user: actor, holder, site }, proof));
  if (factor !== null) return null;
  const field = (['code', 'recoveryCode', 'passkey'] as const).find((name) => proof[name] !== undefined) ?? 'code';
  return { [field]: wrongProof(proof) };
}

async function accountOf({ db }: Services, { customerId, userId }: Actor) {
  return db
    .selectFrom('sign_in')
    .select(['email', 'password_hash'])
    .where('customer_id', '=', customerId)
    .where('user_id', '=', userId)
    .executeTakeFirst();
}
