import { no, ok } from '#contract/kit/result.ts';
import {
  authorizeFreshBooks,
  checkFreshBooks,
  chooseFreshBooksBusiness,
  readFreshBooks,
  readSettingsTemplate,
  reauthorizeFreshBooks,
  recheckFreshBooks,
  saveFreshBooks,
} from '#contract/system/freshbooks-settings.ts';
import { changesBetween } from '#server/kit/db/audit.ts';
import type { Db, Tx } from '#server/kit/db/connection.ts';
import { done, unchanged } from '#server/kit/http/audited.ts';
import { type Handler, handle } from '#server/kit/http/handle.ts';
import { type AccessRow, keepFreshBooks, readAccess, retryFailed, setAccess, shownAccess } from './freshbooks-access.ts';
import {
  beginAuthorization,
  endAuthorization,
  findBusinesses,
  freshBooksScopes,
  redirectUri,
  saveAppFirst,
} from './freshbooks-tokens.ts';

const invalid = (fields: Readonly<Record<string, string>>) => no({ kind: 'invalid' as const, fields: { ...fields } });

/** The settings of FreshBooks, and its authorization. */
export const freshBooksSettingRoutes: Handler[] = [
  handle(readFreshBooks, async (_args, { services: { db } }) => ok(shownAccess(await readAccess(db)))),

  handle(
    saveFreshBooks,
    { audit: 'system.freshbooks.save', stepUp: () => true },
    async ({ freshBooks: draft }, { services: { secrets }, tx }) => {
      const before = await readAccess(tx);
      // The saved secret belongs to the saved app.
      if (draft && draft.clientSecret === undefined && before?.client_id !== draft.clientId)
        return invalid({ 'freshBooks.clientSecret': 'Enter the client secret of this app' });
      await keepFreshBooks({ db: tx, secrets }, draft);
      if (draft) await retryFailed(tx);
      const after = shownAccess(await readAccess(tx));
      // The audit says only that a secret was entered.
      const facts = {
        freshBooks: draft === null ? 'disconnected' : 'saved',
        secret: draft?.clientSecret === undefined ? 'kept' : 'entered',
      };
      return done(after, {
        object: ['setting', 'freshbooks'],
        changed: changesBetween({ clientId: before?.client_id ?? null }, { clientId: after.clientId }),
        facts,
      });
    },
  ),

  handle(chooseFreshBooksBusiness, { audit: 'system.freshbooks.business', stepUp: () => true }, async ({ account }, { tx }) => {
    const row = await readAccess(tx);
    const business = row?.businesses.find((one) => one.account === account);
    if (!row || !business) return invalid({ account: 'The authorization does not reach this business: choose one of the list.' });
    if (row.account === account) return unchanged(shownAccess(row));
    await setAccess(tx, row, { account, problem: null, next_at: null, polled_at: null, clients_at: null });
    const after = shownAccess(await readAccess(tx));
    return done(after, {
      object: ['setting', 'freshbooks'],
      changed: { account: [row.account, account] },
      facts: { name: business.name },
    });
  }),

  handle(
    reauthorizeFreshBooks,
    { audit: 'none: it begins what the code ends', stepUp: () => true },
    async (_args, { services, actor }) => {
      const authorizeUrl = await beginAuthorization(services, actor.actorId);
      return authorizeUrl === undefined ? invalid({ clientId: saveAppFirst }) : ok({ authorizeUrl });
    },
  ),

  handle(
    authorizeFreshBooks,
    { audit: 'system.freshbooks.authorize', ownTransactions: true },
    async ({ code, state }, { services, actor, record }) => {
      const noted: Awaited<ReturnType<typeof record>>[] = [];
      const after = async (tx: Tx, row: AccessRow) => {
        await retryFailed(tx);
        noted.push(
          await record(tx, {
            object: ['setting', 'freshbooks'],
            customerId: row.customer_id,
            facts: { freshBooks: 'authorized' },
          }),
        );
      };
      const ended = await endAuthorization(services, { code, state, actorId: actor.actorId }, after);
      if (!ended.ok) return invalid(ended.error);
      const [receipt] = noted;
      if (!receipt) return invalid({ code: saveAppFirst });
      return done(shownAccess(await readAccess(services.db)), receipt);
    },
  ),

  handle(checkFreshBooks, async (_args, { services: { db } }) => ok(await checkOf(db))),

  handle(recheckFreshBooks, { audit: 'none: it only asks FreshBooks and keeps its answer' }, async (_args, { services }) => {
    const row = await readAccess(services.db);
    if (!row || row.state === 'none') return invalid({ clientId: 'FreshBooks is not authorized. Choose Authorize first.' });
    await findBusinesses(services);
    return ok(await checkOf(services.db));
  }),

  handle(readSettingsTemplate, async (_args, { services: { config } }) =>
    ok({ redirectUri: redirectUri(config), scopes: freshBooksScopes, freshBooks: { clientId: '', clientSecret: '' } }),
  ),
];

/** What FreshBooks said last. */
async function checkOf(db: Db) {
  const row = await readAccess(db);
  const problem = row?.problem ?? '';
  return {
    isConnected: row?.state === 'ready' && row.account !== null && problem === '',
    business: row?.businesses.find(({ account }) => account === row.account)?.name ?? '',
    problem,
    checkedAt: row?.checked_at ?? null,
  };
}
