import type { Db, Tx } from '#server/kit/db/connection.ts';
import { withoutScope } from '#server/kit/db/customer-scope.ts';
import type { Secrets } from '#server/kit/lib/secrets.ts';

const field = 'orgKey';
const ownerOf = (crawlerId: number) => `crawler:${crawlerId}`;

const providerOf = (db: Db | Tx) =>
  db.selectFrom('customer').select('id').where('provider', '=', true).orderBy('id').executeTakeFirst();

/** The org key that an administrator entered for a crawler. Empty if there is none. A transaction must not be limited to customers. */
export async function presetOrgKey(scoped: Db | Tx, secrets: Secrets, crawlerId: number): Promise<string> {
  // It is the provider's, and every customer's tasks use it.
  const db = withoutScope(scoped);
  const provider = await providerOf(db);
  if (!provider) return '';
  return (await secrets.take(db, { customerId: provider.id, owner: ownerOf(crawlerId), field })) ?? '';
}

/** Encrypts and stores the org key of a crawler; null deletes it. */
export async function storePresetOrgKey(tx: Tx, secrets: Secrets, crawlerId: number, key: string | null): Promise<void> {
  const provider = await providerOf(tx);
  if (!provider) throw new Error('there is no provider to keep the org key of a crawler for');
  await secrets.put(tx, { customerId: provider.id, owner: ownerOf(crawlerId), field }, key);
}

/** The crawlers whose org key is stored. */
export async function crawlersWithOrgKey(db: Db | Tx): Promise<ReadonlySet<number>> {
  const rows = await db
    .selectFrom('secret')
    .innerJoin('customer', 'customer.id', 'secret.customer_id')
    .select('owner')
    .where('customer.provider', '=', true)
    .where('field', '=', field)
    .where('owner', 'like', 'crawler:%')
    .execute();
  return new Set(rows.map(({ owner }) => Number(owner.slice(owner.indexOf(':') + 1))));
}
