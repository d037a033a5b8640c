import { randomBytes } from 'node:crypto';
import { type Selectable, sql, type Updateable } from 'kysely';
import type { FreshBooksSettings } from '#contract/system/freshbooks-settings.ts';
import type { Db, Tx } from '#server/kit/db/connection.ts';
import { withoutScope } from '#server/kit/db/customer-scope.ts';
import type { FreshBooksTables } from '#server/kit/db/tables/freshbooks-tables.ts';
import type { Secrets } from '#server/kit/lib/secrets.ts';

export type AccessRow = Selectable<FreshBooksTables['freshbooks_access']>;

/** The access of the provider; undefined before FreshBooks is set up first. A transaction must not be limited to customers. */
export const readAccess = (db: Db | Tx): Promise<AccessRow | undefined> =>
  withoutScope(db).selectFrom('freshbooks_access').selectAll().orderBy('customer_id').executeTakeFirst();

/** Does something while the row of the access is locked, so that its changes follow each other in all processes. */
export const withAccess = <T>(db: Db, work: (tx: Tx, row: AccessRow | undefined) => Promise<T>): Promise<T> =>
  withoutScope(db)
    .transaction()
    .execute(async (tx) => work(tx, await lockAccess(tx)));

/** The row of the access, locked until the transaction ends. */
const lockAccess = (tx: Tx): Promise<AccessRow | undefined> =>
  tx.selectFrom('freshbooks_access').selectAll().orderBy('customer_id').forUpdate().executeTakeFirst();

export const setAccess = (
  db: Db | Tx,
  { customer_id: id }: Pick<AccessRow, 'customer_id'>,
  set: Updateable<FreshBooksTables['freshbooks_access']>,
) => withoutScope(db).updateTable('freshbooks_access').set(set).where('customer_id', '=', id).execute();

/** How FreshBooks is connected, as it is shown. */
export const shownAccess = (row: AccessRow | undefined): FreshBooksSettings => ({
  clientId: row?.client_id ?? null,
  state: row?.state ?? 'none',
  account: row?.account ?? null,
  businesses: row ? [...row.businesses] : [],
  problem: row?.problem ?? '',
});

const owner = 'freshbooks';
/** Where a secret of FreshBooks is kept. */
export const freshBooksSecret = (customerId: number, field: 'clientSecret' | 'access' | 'refresh') => ({
  customerId,
  owner,
  field,
});

/** The columns of an access that is not authorized. */
const notAuthorized = {
  state: 'none',
  account: null,
  businesses: '[]',
  expires_at: null,
  renew_at: null,
  renewing_until: null,
  in_doubt: 0,
  asked_hash: null,
  asked_by: null,
  asked_until: null,
  checked_at: null,
  problem: null,
  next_at: null,
  failures: 0,
  polled_at: null,
} as const satisfies Updateable<FreshBooksTables['freshbooks_access']>;

type Kept = {
  readonly clientId: string;
  readonly clientSecret?: string | undefined;
  /** Only the demo has addresses of its own. */
  readonly url?: string;
};

/**
 * Stores the app at FreshBooks, with its secret encrypted if one is given; null removes it with the tokens. Another app must be authorized.
 * The mark of the references stays, so that what was made before is found.
 */
export async function keepFreshBooks(
  { db, secrets }: { readonly db: Tx; readonly secrets: Secrets },
  kept: Kept | null,
): Promise<void> {
  const provider = await db
    .selectFrom('customer')
    .select('id')
    .where('provider', '=', true)
    .orderBy('id')
    .executeTakeFirstOrThrow();
  await db
    .insertInto('freshbooks_access')
    .values({ customer_id: provider.id, mark: randomBytes(3).toString('hex') })
    .onConflict((conflict) => conflict.doNothing())
    .execute();
  const before = await lockAccess(db);
  const clientId = kept?.clientId ?? null;
  const isOther = before?.client_id !== clientId;
  await setAccess(
    db,
    { customer_id: provider.id },
    {
      client_id: clientId,
      ...(kept?.url !== undefined && { api_url: kept.url, auth_url: kept.url }),
      ...(isOther && notAuthorized),
    },
  );
  if (isOther)
    for (const field of ['access', 'refresh'] as const) await secrets.put(db, freshBooksSecret(provider.id, field), null);
  if (kept === null || kept.clientSecret !== undefined)
    await secrets.put(db, freshBooksSecret(provider.id, 'clientSecret'), kept?.clientSecret ?? null);
}

/** Lets the mirror work within seconds, where it would wait for its next minute. */
export const workSoon = (db: Db | Tx) =>
  sql`update freshbooks_access set polled_at = polled_at - interval '61 seconds'`.execute(withoutScope(db));

/** What was refused is tried once more, because the settings or the authorization changed. */
export const retryFailed = (db: Db | Tx) =>
  sql`update accounting_link set state = 'waiting', next_at = null, problem = null where state = 'failed' and kind <> 'client'`.execute(
    db,
  );
