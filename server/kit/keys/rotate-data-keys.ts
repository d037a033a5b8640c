import type { Db, Tx } from '../db/connection.ts';
import type { SecretPlace, Secrets } from '../lib/secrets.ts';

/** An encrypted value and its place. */
type SealedValue = { readonly place: SecretPlace; readonly sealed: string };

/** A table that holds results of `Secrets.seal`. */
export type SealedStore = {
  /** Values of a customer that another data key than `keyId` encrypted, in the same order at each call. */
  list(
    tx: Tx,
    customerId: number,
    keyId: number,
    page: { readonly offset: number; readonly limit: number },
  ): Promise<SealedValue[]>;
  /** Replaces a value if it is still the one that was read. Returns whether it was. */
  replace(tx: Tx, value: SealedValue, sealed: string): Promise<boolean>;
};

/** The table `secret`. */
export const storedSecrets: SealedStore = {
  async list(tx, customerId, keyId, { offset, limit }) {
    const rows = await tx
      .selectFrom('secret')
      .select(['owner', 'field', 'sealed'])
      .where('customer_id', '=', customerId)
      .where('sealed', 'not like', `${keyId}.%`)
      .orderBy('owner')
      .orderBy('field')
      .limit(limit)
      .offset(offset)
      .execute();
    return rows.map(({ owner, field, sealed }) => ({ place: { customerId, owner, field }, sealed }));
  },
  async replace(tx, { place, sealed: old }, sealed) {
    const done = await tx
      .updateTable('secret')
      .set({ sealed })
      .where('customer_id', '=', place.customerId)
      .where('owner', '=', place.owner)
      .where('field', '=', place.field)
      .where('sealed', '=', old)
      .executeTakeFirst();
    return done.numUpdatedRows === 1n;
  },
};

/** A rotation of the data keys. */
export type DataKeyRotation = {
  readonly db: Db;
  readonly secrets: Secrets;
  /** Every table with encrypted values. What a table that is left out holds would be lost with its data key. */
  readonly stores: readonly SealedStore[];
  readonly say: (sentence: string) => void;
};

/** What a rotation did. `unreadable` values opened with no key before, and stay as they are with their data keys. */
export type RotatedDataKeys = { readonly customers: number; readonly values: number; readonly unreadable: number };

const batch = 20;

/**
 * Gives every customer a new data key, encrypts every stored secret with it, and removes data keys that encrypt nothing any more.
 * Safe while the service runs. After a crash, run it again: it first goes on with what was interrupted.
 */
export async function rotateDataKeys({ db, secrets, stores, say }: DataKeyRotation): Promise<RotatedDataKeys> {
  const total = { customers: 0, values: 0, unreadable: 0 };
  for (const { id } of await db.selectFrom('customer').select('id').orderBy('id').execute()) {
    const rotation = { db, secrets, stores, customerId: id };
    const keys = await keysOf(rotation);
    if (keys.length === 0) continue;
    // A second key is left where a rotation was interrupted. If it still had work to do, this run ends it.
    const rest = keys.length > 1 ? await encryptAll(rotation) : 0;
    if (rest === 0) await db.transaction().execute((tx) => secrets.renewDataKey(tx, id));
    const encrypted = rest + (await encryptAll(rotation));
    const { late, unreadable } = await removeUnused(rotation);
    const values = encrypted + late;
    total.customers += 1;
    total.values += values;
    total.unreadable += unreadable;
    const left = unreadable === 0 ? '' : `; ${unreadable} opened with no key and were left as they are`;
    say(`Customer ${id}: ${values} secrets have the new data key${left}.`);
  }
  return total;
}

type OfCustomer = Pick<DataKeyRotation, 'db' | 'secrets' | 'stores'> & { readonly customerId: number };

/** The ids of a customer's data keys, the newest first. */
async function keysOf({ db, customerId }: OfCustomer): Promise<number[]> {
  const rows = await db
    .transaction()
    .execute((tx) =>
      tx.selectFrom('data_key').select('id').where('customer_id', '=', customerId).orderBy('id', 'desc').execute(),
    );
  return rows.map(({ id }) => id);
}

/** Encrypts with the newest key what an older one encrypted. Returns how many values. */
async function encryptAll(rotation: OfCustomer): Promise<number> {
  const [newest = 0] = await keysOf(rotation);
  let all = 0;
  for (const store of rotation.stores) all += await encryptStore(rotation, store, newest);
  return all;
}

async function encryptStore(rotation: OfCustomer, store: SealedStore, newest: number): Promise<number> {
  let [all, offset] = [0, 0];
  for (;;) {
    const page = { offset, limit: batch };
    const values = await rotation.db.transaction().execute((tx) => store.list(tx, rotation.customerId, newest, page));
    let replaced = 0;
    for (const value of values) replaced += (await encryptOne(rotation, store, value)) ? 1 : 0;
    all += replaced;
    // What was replaced is no longer listed.
    offset += values.length - replaced;
    if (values.length < batch) return all;
  }
}

/** In a transaction of its own, so that it never holds one row while it waits for another. */
function encryptOne({ db, secrets }: OfCustomer, store: SealedStore, value: SealedValue): Promise<boolean> {
  return db.transaction().execute(async (tx) => {
    const plain = await secrets.open(tx, value.place, value.sealed);
    if (plain === undefined) return false;
    const sealed = await secrets.seal(tx, value.place, plain);
    if ((await secrets.open(tx, value.place, sealed)) !== plain)
      throw new Error(`A secret of ${value.place.owner} does not open after its encryption. Nothing of it was changed.`);
    return store.replace(tx, value, sealed);
  });
}

/**
 * Removes older keys that encrypt nothing. The lock waits for transactions that encrypt with them, whose values are then encrypted
 * again. Returns how many those were, and how many values keep an older key because they cannot be opened.
 */
async function removeUnused(rotation: OfCustomer): Promise<{ late: number; unreadable: number }> {
  const { db, stores, customerId } = rotation;
  for (let late = 0; ; ) {
    const [newest = 0] = await keysOf(rotation);
    const left = await db.transaction().execute(async (tx) => {
      const older = tx.selectFrom('data_key').select('id').where('customer_id', '=', customerId).where('id', '<', newest);
      const ids = (await older.forUpdate().execute()).map(({ id }) => id);
      const used = new Set<number>();
      let values = 0;
      for (const store of stores) {
        const listed = await store.list(tx, customerId, newest, { offset: 0, limit: 1_000_000 });
        for (const { sealed } of listed) used.add(Number.parseInt(sealed, 10));
        values += listed.length;
      }
      const unused = ids.filter((id) => !used.has(id));
      if (unused.length > 0)
        await tx.deleteFrom('data_key').where('customer_id', '=', customerId).where('id', 'in', unused).execute();
      return values;
    });
    const encrypted = left === 0 ? 0 : await encryptAll(rotation);
    if (encrypted === 0) return { late, unreadable: left };
    late += encrypted;
  }
}
