import { createHmac, hkdfSync, randomBytes, timingSafeEqual } from 'node:crypto';
import type { Db, Tx } from '../db/connection.ts';
import { decrypt, encrypt } from './sealing.ts';

/** Encrypts customers' secrets for the database, and derives the process's own keys. */
export type Secrets = {
  /**
   * Encrypts a text for one customer, owner and field. It can be decrypted only for the same place. Store it in the same
   * transaction: until its end, the data key that was used cannot be removed.
   */
  seal(tx: Tx, place: SecretPlace, plain: string): Promise<string>;
  /** Decrypts a result of `seal` for the same place. Undefined if it was moved, altered or encrypted with another key. */
  open(db: Db | Tx, place: SecretPlace, sealed: string): Promise<string | undefined>;
  /** Encrypts and stores a secret. `null` deletes it. */
  put(db: Db | Tx, place: SecretPlace, plain: string | null): Promise<void>;
  /** The stored secret. Undefined if there is none. */
  take(db: Db | Tx, place: SecretPlace): Promise<string | undefined>;
  /** Gives a customer a new data key, which encrypts from now on. Returns its id. */
  renewDataKey(tx: Tx, customerId: number): Promise<number>;
  /** A 256-bit key for one purpose from the newest root key, the same in every process on the same database. */
  derive(purpose: string): Uint8Array;
  /** The same from each root key, the newest first: to check what was stored under an older one. */
  deriveEach(purpose: string): readonly DerivedKey[];
  /** The same from the first root key, so that it never changes. */
  deriveLasting(purpose: string): Uint8Array;
};

/** A key of one purpose. `rootId` numbers the root key that it comes from; the first is 1. */
export type DerivedKey = { readonly rootId: number; readonly key: Uint8Array };

/** Where a secret belongs: `owner` names its row (`target:7`), `field` its kind (`password`). */
export type SecretPlace = { readonly customerId: number; readonly owner: string; readonly field: string };

const dataKeys = 'data keys';
const derived = (root: Uint8Array, purpose: string) => new Uint8Array(hkdfSync('sha256', root, '', `jobdock ${purpose}`, 32));

/**
 * Encrypts secrets with AES-256-GCM under a data key per customer, which is encrypted under a root key [D7.1]. Takes the root keys,
 * the oldest first.
 */
export function createSecrets(first: Uint8Array, ...later: readonly Uint8Array[]): Secrets {
  const roots = [first, ...later].map((key, i) => ({ rootId: i + 1, key })).reverse();
  const deriveEach = (purpose: string) => roots.map(({ rootId, key }) => ({ rootId, key: derived(key, purpose) }));
  const derive = (purpose: string) => derived(later.at(-1) ?? first, purpose);
  const keys = createDataKeys(
    derive(dataKeys),
    deriveEach(dataKeys).map(({ key }) => key),
  );

  const secrets: Secrets = {
    derive,
    deriveEach,
    deriveLasting: (purpose) => derived(first, purpose),
    renewDataKey: keys.renew,
    async seal(tx, place, plain) {
      const { id, key } = await keys.current(tx, place.customerId);
      return `${id}.${encrypt(key, Buffer.from(plain, 'utf8'), aadOf(place))}`;
    },
    async open(db, place, sealed) {
      const [, id, body] = /^(\d{1,9})\.(.+)$/.exec(sealed) ?? [];
      if (id === undefined || body === undefined) return undefined;
      const key = await keys.byId(db, place.customerId, Number(id));
      return key && decrypt(key, body, aadOf(place))?.toString('utf8');
    },
    async put(db, place, plain) {
      if (!db.isTransaction) return db.transaction().execute((tx) => secrets.put(tx, place, plain));
      if (plain === null) return removeSecret(db as Tx, place);
      const where = { customer_id: place.customerId, owner: place.owner, field: place.field };
      const sealed = await secrets.seal(db as Tx, place, plain);
      await db
        .insertInto('secret')
        .values({ ...where, sealed })
        .onConflict((c) =>
          c.columns(['customer_id', 'owner', 'field']).doUpdateSet((e) => ({ sealed, updated_at: e.fn<string>('now') })),
        )
        .execute();
    },
    async take(db, place) {
      const sealed = await stored(db, place);
      const plain = sealed && (await secrets.open(db, place, sealed));
      if (sealed === undefined || plain !== undefined) return plain;
      // Between the two reads a rotation may have encrypted it with a new data key and removed the old one.
      const later = await stored(db, place);
      return later === undefined || later === sealed ? undefined : secrets.open(db, place, later);
    },
  };
  return secrets;
}

/** Deletes a stored secret, if there is one. */
export async function removeSecret(tx: Tx, { customerId, owner, field }: SecretPlace): Promise<void> {
  await tx
    .deleteFrom('secret')
    .where('customer_id', '=', customerId)
    .where('owner', '=', owner)
    .where('field', '=', field)
    .execute();
}

/** A stored secret, as it is encrypted. */
async function stored(db: Db | Tx, place: SecretPlace): Promise<string | undefined> {
  const row = await db
    .selectFrom('secret')
    .select('sealed')
    .where('customer_id', '=', place.customerId)
    .where('owner', '=', place.owner)
    .where('field', '=', place.field)
    .executeTakeFirst();
  return row?.sealed;
}

type DataKeyRow = { readonly customer_id: number; readonly id: number; readonly sealed: string };

const dataKeyAad = (customerId: number, id: number) => `data_key|${customerId}|${id}`;

/** Whether a customer's data key opens under a root key. */
export const opensDataKey = (root: Uint8Array, { customer_id, id, sealed }: DataKeyRow): boolean =>
  decrypt(derived(root, dataKeys), sealed, dataKeyAad(customer_id, id)) !== undefined;

/** The customers' data keys, decrypted once and kept in memory. `wrapping` encrypts new ones, `openers` decrypt. */
function createDataKeys(wrapping: Uint8Array, openers: readonly Uint8Array[]) {
  const opened = new Map<string, Buffer>();

  async function byId(db: Db | Tx, customerId: number, id: number): Promise<Buffer | undefined> {
    const known = opened.get(`${customerId}/${id}`);
    if (known) return known;
    const row = await db
      .selectFrom('data_key')
      .select('sealed')
      .where('customer_id', '=', customerId)
      .where('id', '=', id)
      .executeTakeFirst();
    for (const opener of row ? openers : []) {
      const key = decrypt(opener, row?.sealed ?? '', dataKeyAad(customerId, id));
      if (!key) continue;
      opened.set(`${customerId}/${id}`, key);
      return key;
    }
    return undefined;
  }

  /** Stores a new key, unless another process has just stored one under the same id. */
  async function add(tx: Tx, customerId: number, id: number): Promise<number> {
    const sealed = encrypt(wrapping, randomBytes(32), dataKeyAad(customerId, id));
    await tx
      .insertInto('data_key')
      .values({ customer_id: customerId, id, sealed })
      .onConflict((c) => c.doNothing())
      .execute();
    return id;
  }

  // The lock keeps the key from being removed before what it encrypts is committed.
  const newest = (tx: Tx, customerId: number) =>
    tx
      .selectFrom('data_key')
      .select('id')
      .where('customer_id', '=', customerId)
      .orderBy('id', 'desc')
      .limit(1)
      .forKeyShare()
      .executeTakeFirst();

  /** The newest key of a customer. Creates the first one. */
  async function current(tx: Tx, customerId: number): Promise<{ id: number; key: Buffer }> {
    // None is found also if the only known one was removed while waiting for its lock: then there is a newer one.
    const found = (await newest(tx, customerId)) ?? (await newest(tx, customerId));
    const id = found?.id ?? (await add(tx, customerId, 1));
    const key = await byId(tx, customerId, id);
    if (!key) throw new Error(`the data key of customer ${customerId} does not open under this root key`);
    return { id, key };
  }

  const renew = async (tx: Tx, customerId: number) => add(tx, customerId, ((await newest(tx, customerId))?.id ?? 0) + 1);

  return { byId, current, renew };
}

/** Whether two texts are equal, in a time that does not depend on where they differ. */
export function sameText(a: string, b: string): boolean {
  const key = randomBytes(16);
  const digest = (text: string) => createHmac('sha256', key).update(text).digest();
  return timingSafeEqual(digest(a), digest(b));
}

const aadOf = ({ customerId, owner, field }: SecretPlace) => JSON.stringify([customerId, owner, field]);
