import { messages } from '#contract/kit/messages.ts';
import { no, ok } from '#contract/kit/result.ts';
import {
  addPasskey,
  confirmAuthenticator,
  getSecondFactor,
  removePasskey,
  removeSecondFactor,
  renamePasskey,
  renewRecoveryCodes,
  startAuthenticator,
  startPasskey,
} from '#contract/people/second-factor.ts';
import type { Tx } from '#server/kit/db/connection.ts';
import { done } from '#server/kit/http/audited.ts';
import { type Actor, type Handler, handle } from '#server/kit/http/handle.ts';
import { enrollAuthenticator, newAuthenticator } from './authenticator.ts';
import { noPasskeysHere, removeFactors, secondFactorOf } from './factors.ts';
import { enrollPasskey, ofUser, optionsToAdd, takeChallenge } from './passkeys.ts';
import { removeCodes, renewCodes } from './recovery-codes.ts';
import { tellAccount } from './tell.ts';

const forbidden = no({ kind: 'forbidden' } as const);
const wrongCode = 'This code does not fit. Check the time of your phone and enter the code that it shows now.';
const wrongPasskey = 'The passkey was not accepted or exists already. Start again.';
const refusedPasskey = { kind: 'invalid', fields: { passkey: wrongPasskey } } as const;
const staysRequired = 'A second factor is required of you. Add another one first, or replace it.';
const noFactor = 'Add an authenticator app or a passkey first';
const asUser = (actor: Actor) => ['user', actor.userId] as const;

/** The own second factor: an authenticator app, passkeys and recovery codes. Closed to who works as another user. */
export const secondFactorRoutes: Handler[] = [
  handle(getSecondFactor, { beforeFactor: true }, async (_args, { services, actor }) =>
    actor.impersonating ? forbidden : ok(await secondFactorOf(services.db, actor)),
  ),

  handle(
    startAuthenticator,
    { audit: 'user.factor.start', stepUp: true, beforeFactor: true },
    async (_args, { services, actor, tx }) => {
      if (actor.impersonating) return forbidden;
      const { email } = await personOf(tx, actor);
      return done(await newAuthenticator(tx, services, actor, email), {
        object: asUser(actor),
        facts: { factor: 'authenticator' },
      });
    },
  ),

  handle(
    confirmAuthenticator,
    { audit: 'user.factor.authenticator', stepUp: true, beforeFactor: true },
    async ({ code }, { services, actor, tx }) => {
      if (actor.impersonating) return forbidden;
      if (!(await enrollAuthenticator(tx, services, actor, code))) return no({ kind: 'invalid', fields: { code: wrongCode } });
      await tellAccount(tx, services, actor, 'An authenticator app was added to your account.');
      const recoveryCodes = await codesOfFirst(tx, services, actor);
      services.actors.forget(actor.sessionId);
      return done({ recoveryCodes }, { object: asUser(actor) });
    },
  ),

  handle(
    startPasskey,
    { audit: 'none: it only draws a challenge for the session', stepUp: true, beforeFactor: true },
    async (_args, { services, actor, browser }) => {
      if (actor.impersonating) return forbidden;
      const site = browser.passkeySite;
      if (!site) return no(noPasskeysHere(services));
      const options = await services.db.transaction().execute(async (tx) => {
        const holder = `session:${actor.sessionId}` as const;
        return optionsToAdd(tx, { user: actor, holder, site, now: services.now() }, await personOf(tx, actor));
      });
      return ok({ options });
    },
  ),

  handle(
    addPasskey,
    { audit: 'user.factor.passkey', ownTransactions: true, stepUp: true, beforeFactor: true },
    async ({ name, passkey }, { services, actor, browser, record }) => {
      if (actor.impersonating) return forbidden;
      const site = browser.passkeySite;
      if (!site) return no(noPasskeysHere(services));
      const holder = `session:${actor.sessionId}` as const;
      const asking = { user: actor, holder, site, now: services.now() };
      const challenge = await takeChallenge(services.db, asking);
      if (challenge === null) return no(refusedPasskey);
      const added = await services.db.transaction().execute(async (tx) => {
        if ((await enrollPasskey(tx, asking, challenge, name, passkey)) === null) return null;
        await tellAccount(tx, services, actor, `The passkey “${name}” was added to your account.`);
        const recoveryCodes = await codesOfFirst(tx, services, actor);
        return { recoveryCodes, receipt: await record(tx, { object: asUser(actor), facts: { name, host: site.host } }) };
      });
      if (!added) return no(refusedPasskey);
      services.actors.forget(actor.sessionId);
      return done({ recoveryCodes: added.recoveryCodes }, added.receipt);
    },
  ),

  handle(renamePasskey, { audit: 'user.factor.passkey.rename' }, async ({ id, name }, { actor, tx }) => {
    if (actor.impersonating) return forbidden;
    const before = await ofUser(tx, actor).select('name').where('id', '=', id).forUpdate().executeTakeFirst();
    if (!before) return no({ kind: 'not_found' });
    await tx.updateTable('passkey').set({ name }).where('customer_id', '=', actor.customerId).where('id', '=', id).execute();
    return done({ message: messages.saved }, { object: asUser(actor), changed: { name: [before.name, name] } });
  }),

  handle(removePasskey, { audit: 'user.factor.passkey.remove', stepUp: true }, async ({ id }, { services, actor, tx }) => {
    if (actor.impersonating) return forbidden;
    await lockUser(tx, actor);
    const has = await secondFactorOf(tx, actor);
    const passkey = has.passkeys.find((one) => one.id === id);
    if (!passkey) return no({ kind: 'not_found' });
    const isLast = has.passkeys.length === 1 && !has.authenticator;
    if (isLast && has.requiredBy !== null) return no({ kind: 'invalid', fields: { id: staysRequired } });
    await tx.deleteFrom('passkey').where('customer_id', '=', actor.customerId).where('id', '=', id).execute();
    // Codes that recover nothing would only be one more secret.
    if (isLast) await removeCodes(tx, actor);
    await tellAccount(tx, services, actor, `The passkey “${passkey.name}” was removed from your account.`);
    return done({ message: messages.saved }, { object: asUser(actor), facts: { name: passkey.name } });
  }),

  handle(renewRecoveryCodes, { audit: 'user.factor.recovery_codes', stepUp: true }, async (_args, { services, actor, tx }) => {
    if (actor.impersonating) return forbidden;
    const { authenticator, passkeys } = await secondFactorOf(tx, actor);
    if (!authenticator && passkeys.length === 0) return no({ kind: 'invalid', fields: { recoveryCodes: noFactor } });
    await tellAccount(tx, services, actor, 'New recovery codes were made for your account. The earlier ones no longer work.');
    return done({ recoveryCodes: await renewCodes(tx, services, actor) }, { object: asUser(actor) });
  }),

  handle(removeSecondFactor, { audit: 'user.factor.remove', stepUp: true }, async (_args, { services, actor, tx }) => {
    if (actor.impersonating) return forbidden;
    await lockUser(tx, actor);
    const { requiredBy } = await secondFactorOf(tx, actor);
    if (requiredBy !== null) return no({ kind: 'invalid', fields: { secondFactor: staysRequired } });
    await removeFactors(tx, actor);
    await tellAccount(tx, services, actor, 'The second factor was removed from your account.');
    return done({ message: messages.saved }, { object: asUser(actor) });
  }),
];

/** The first factor brings recovery codes; later ones keep them. */
async function codesOfFirst(tx: Tx, services: Parameters<typeof renewCodes>[1], actor: Actor): Promise<string[]> {
  const { recoveryCodesLeft } = await secondFactorOf(tx, actor);
  return recoveryCodesLeft > 0 ? [] : renewCodes(tx, services, actor);
}

/** Two requests at the same moment must not each remove the last factor but one. */
async function lockUser(tx: Tx, actor: Actor): Promise<void> {
  await tx
    .selectFrom('app_user')
    .select('id')
    .where('customer_id', '=', actor.customerId)
    .where('id', '=', actor.userId)
    .forUpdate()
    .execute();
}

async function personOf(tx: Tx, actor: Actor): Promise<{ email: string; name: string }> {
  return tx
    .selectFrom('app_user')
    .select(['email', 'name'])
    .where('customer_id', '=', actor.customerId)
    .where('id', '=', actor.userId)
    .executeTakeFirstOrThrow();
}
