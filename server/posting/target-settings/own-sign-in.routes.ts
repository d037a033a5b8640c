import { no, ok } from '#contract/kit/result.ts';
import { beginTargetSignIn, endTargetSignIn } from '#contract/posting/target-connection.ts';
import { connectionForm } from '#domain/targets/connection-forms/connections.ts';
import { connectionProblems } from '#domain/targets/connection-problems.ts';
import { targetKind } from '#domain/targets/target-kinds.ts';
import { writeRows } from '#server/feed/publish.ts';
import { changesBetween } from '#server/kit/db/audit.ts';
import { scopeTo } from '#server/kit/db/customer-scope.ts';
import { storedRow } from '#server/kit/db/rows.ts';
import { done } from '#server/kit/http/audited.ts';
import { type Actor, type Handler, handle, type Services } from '#server/kit/http/handle.ts';
import { rowOfActor } from '#server/kit/http/loaders.ts';
import { noSecrets } from '#server/targets/adapter/connector.ts';
import { guardedSend } from '#server/targets/adapter/outbound.ts';
import { connectorOf } from '#server/targets/connectors.ts';
import { storedSecrets, targetSecret } from '#server/targets/open-target.ts';
import { beginSignIn, readSignIn } from '#server/targets/sign-in/sign-in-state.ts';
import type { StoredTarget } from '#server/targets/target-rows.ts';

/** The page to which a target leads back with a code. It is entered in the target's app, too. */
const redirectUri = ({ publicUrl }: Services['config']): string => `${publicUrl}/targetsignin`;

const startAgain = 'This sign-in is over, or another person began it. Choose Sign in on the target again.';

/** Kinds that administrators connect are not signed in to by anyone else. */
const isFor = (actor: Actor, { row }: StoredTarget): boolean =>
  actor.administrator || !targetKind(row.typeId).isConnectedByAdministrators;

/** The sign-in at a target's own page. The saved connection waits in the database meanwhile, so that nothing waits in the browser. */
export const ownSignInRoutes: Handler[] = [
  handle(
    beginTargetSignIn,
    { audit: 'none: it begins what the code ends', stepUp: () => true, load: { target: rowOfActor('target', 'id') } },
    async (_args, { services: { secrets, config, now }, actor }, { target }) => {
      if (!isFor(actor, target)) return no({ kind: 'forbidden' });
      const form = connectionForm(target.row.typeId);
      const page = connectorOf(target.row.typeId)?.ownSignIn;
      if (!form || !page)
        return no({ kind: 'invalid', fields: { id: `${target.row.name} has no page of its own to sign in at.` } });
      const problems = connectionProblems(form, target.settings);
      if (problems) return no({ kind: 'invalid', fields: problems });
      const place = { customerId: target.customerId, targetId: target.row.id, actorId: actor.actorId };
      const authorizeUrl = page.address(target.settings, {
        redirectUri: redirectUri(config),
        ...beginSignIn(secrets, place, now()),
      });
      return ok({ authorizeUrl });
    },
  ),
  handle(
    endTargetSignIn,
    { audit: 'target.sign_in', ownTransactions: true },
    async ({ code, state }, { services, actor, record }) => {
      const { db, secrets, config, now } = services;
      const begun = readSignIn(secrets, state, now());
      if (!begun || begun.actorId !== actor.actorId || actor.impersonating)
        return no({ kind: 'invalid', fields: { state: startAgain } });
      const target = await rowOfActor('target', 'id').find(db, { id: begun.targetId }, actor);
      const connector = target && connectorOf(target.row.typeId);
      if (!target || target.customerId !== begun.customerId) return no({ kind: 'not_found' });
      if (!isFor(actor, target)) return no({ kind: 'forbidden' });
      const settings = connector?.settings.safeParse(target.settings);
      if (!connector?.ownSignIn || !settings?.success) return no({ kind: 'invalid', fields: { state: startAgain } });
      const { customerId } = target;
      const own = scopeTo(db, [customerId]);
      const held = { ...noSecrets, ...(await storedSecrets(secrets, own, customerId, target.row)) };
      const given = { code, redirectUri: redirectUri(config), verifier: begun.verifier };
      const signedIn = await connector.ownSignIn.exchange(settings.data, held, guardedSend([], config.allowHosts), given);
      if (signedIn.kind === 'failed') return no({ kind: 'invalid', fields: { code: signedIn.words } });
      return own.transaction().execute(async (tx) => {
        const current = await storedRow(tx, customerId, 'target', begun.targetId, true);
        if (!current) return no({ kind: 'not_found' });
        // Meanwhile the connection may have been changed to another app, to which the token does not belong.
        if (JSON.stringify(connector.settings.safeParse(current.settings).data) !== JSON.stringify(settings.data))
          return no({ kind: 'invalid', fields: { state: startAgain } });
        await secrets.put(tx, targetSecret(customerId, begun.targetId, 'refreshToken'), signedIn.refreshToken);
        const row = { ...current.row, checkState: 'unchecked' as const };
        const note = {
          object: ['target', row.id] as const,
          facts: { name: row.name },
          changed: changesBetween(current.row, row),
        };
        const receipt = await record(tx, { ...note, customerId });
        await writeRows(tx, customerId, [{ collection: 'target', row }]);
        return done({ id: row.id, customerId, name: row.name }, receipt);
      });
    },
  ),
];
