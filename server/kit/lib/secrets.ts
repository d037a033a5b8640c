import { createCipheriv, createDecipheriv, createHmac, hkdfSync, randomBytes, timingSafeEqual } from 'node:crypto';
import { readFileSync, writeFileSync } from 'node:fs';
import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import type { Db, Tx } from '../db/connection.ts';

/** Encrypts customers' secrets for the database, and derives the process's own keys. */
export type Secrets = {
  /** Encrypts a text for one customer, owner and field. It can be decrypted only for the same place. */
  seal(db: Db | Tx, place: SecretPlace, plain: string): Promise<string>;
  /** Decrypts a result of `seal` for the same place. Undefined if it was moved, altered or encrypted with another key. */
  open(db: Db | Tx, place: SecretPlace, sealed: string): Promise<string | undefined>;
  /** Encrypts and stores a secret. `null` deletes it. */
  put(db: Db | Tx, place: SecretPlace, plain: string | null): Promise<void>;
  /** The stored secret. Undefined if there is none. */
  take(db: Db | Tx, place: SecretPlace): Promise<string | undefined>;
  /** A 256-bit key for one purpose, the same in every process that shares the master key. */
  derive(purpose: string): Uint8Array;
};

/** Where a secret belongs: `owner` names its row (`target:7`), `field` its kind (`password`). */
export type SecretPlace = { readonly customerId: number; readonly owner: string; readonly field: string };

const masterBytes = 32;

/**
 * The master key: 32 bytes in base64 or hex from `JOBDOCK_MASTER_KEY`, otherwise a file in `home` that only its owner can read,
 * created at the first start. Throws if the variable is set but is not such a key.
 */
export async function readMasterKey(home: string, fromEnvironment: string | undefined): Promise<Buffer> {
  if (fromEnvironment !== undefined && fromEnvironment !== '') {
    const key = Buffer.from(fromEnvironment, /^[0-9a-f]{64}$/i.test(fromEnvironment) ? 'hex' : 'base64');
    if (key.length !== masterBytes) throw new Error('JOBDOCK_MASTER_KEY must be 32 bytes in base64 or hex');
    return key;
  }
  await mkdir(home, { recursive: true });
  const file = join(home, 'master.key');
  try {
    writeFileSync(file, randomBytes(masterBytes).toString('base64'), { mode: 0o600, flag: 'wx' });
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error;
  }
  const key = Buffer.from(readFileSync(file, 'utf8').trim(), 'base64');
  if (key.length !== masterBytes) throw new Error(`${file} does not hold a master key; restore it from your backup`);
  return key;
}

/** Encrypts secrets with a master key: AES-256-GCM with a data key per customer, which the master key encrypts [D7.1]. */
export function createSecrets(master: Uint8Array): Secrets {
  const derive = (purpose: string) => new Uint8Array(hkdfSync('sha256', master, '', `jobdock ${purpose}`, 32));
  const keys = createDataKeys(derive('data keys'));

  const secrets: Secrets = {
    derive,
    async seal(db, place, plain) {
      const { id, key } = await keys.current(db, place.customerId);
      return `${id}.${encrypt(key, Buffer.from(plain, 'utf8'), aadOf(place))}`;
    },
    async open(db, place, sealed) {
      const [, id, body] = /^(\d{1,9})\.(.+)$/.exec(sealed) ?? [];
      if (id === undefined || body === undefined) return undefined;
      const key = await keys.byId(db, place.customerId, Number(id));
      return key && decrypt(key, body, aadOf(place))?.toString('utf8');
    },
    async put(db, place, plain) {
      const where = { customer_id: place.customerId, owner: place.owner, field: place.field };
      if (plain === null) {
        await db
          .deleteFrom('secret')
          .where('customer_id', '=', where.customer_id)
          .where('owner', '=', where.owner)
          .where('field', '=', where.field)
          .execute();
        return;
      }
      const sealed = await secrets.seal(db, place, plain);
      await db
        .insertInto('secret')
        .values({ ...where, sealed })
        .onConflict((c) =>
          c.columns(['customer_id', 'owner', 'field']).doUpdateSet((e) => ({ sealed, updated_at: e.fn<string>('now') })),
        )
        .execute();
    },
    async take(db, place) {
      const row = await db
        .selectFrom('secret')
        .select('sealed')
        .where('customer_id', '=', place.customerId)
        .where('owner', '=', place.owner)
        .where('field', '=', place.field)
        .executeTakeFirst();
      return row && secrets.open(db, place, row.sealed);
    },
  };
  return secrets;
}

/** The customers' data keys, decrypted once and kept in memory. */
function createDataKeys(wrapping: Uint8Array) {
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
    const key = row && decrypt(wrapping, row.sealed, `data_key|${customerId}|${id}`);
    if (key) opened.set(`${customerId}/${id}`, key);
    return key;
  }

  /** The newest key of a customer. Creates the first one. */
  async function current(db: Db | Tx, customerId: number): Promise<{ id: number; key: Buffer }> {
    const newest = await db
      .selectFrom('data_key')
      .select('id')
      .where('customer_id', '=', customerId)
      .orderBy('id', 'desc')
      .executeTakeFirst();
    if (!newest) {
      const sealed = encrypt(wrapping, randomBytes(32), `data_key|${customerId}|1`);
      // If two first secrets are stored at once, one key is kept and both use it.
      await db
        .insertInto('data_key')
        .values({ customer_id: customerId, id: 1, sealed })
        .onConflict((c) => c.doNothing())
        .execute();
    }
    const id = newest?.id ?? 1;
    const key = await byId(db, customerId, id);
    if (!key) throw new Error(`the data key of customer ${customerId} does not open under this master key`);
    return { id, key };
  }

  return { byId, current };
}

/** Whether two texts are equal, in a time that does not depend on where they differ. */
export function sameText(a: string, b: string): boolean {
  const key = randomBytes(16);
  const digest = (text: string) => createHmac('sha256', key).update(text).digest();
  return timingSafeEqual(digest(a), digest(b));
}

const aadOf = ({ customerId, owner, field }: SecretPlace) => JSON.stringify([customerId, owner, field]);

/** base64 of nonce (12 bytes), tag (16 bytes) and ciphertext. */
function encrypt(key: Uint8Array, plain: Uint8Array, aad: string): string {
  const nonce = randomBytes(12);
  const cipher = createCipheriv('aes-256-gcm', key, nonce).setAAD(Buffer.from(aad, 'utf8'));
  const body = Buffer.concat([cipher.update(plain), cipher.final()]);
  return Buffer.concat([nonce, cipher.getAuthTag(), body]).toString('base64');
}

function decrypt(key: Uint8Array, sealed: string, aad: string): Buffer | undefined {
  const bytes = Buffer.from(sealed, 'base64');
  if (bytes.length < 28) return undefined;
  const decipher = createDecipheriv('aes-256-gcm', key, bytes.subarray(0, 12), { authTagLength: 16 })
    .setAAD(Buffer.from(aad, 'utf8'))
    .setAuthTag(bytes.subarray(12, 28));
  try {
    return Buffer.concat([decipher.update(bytes.subarray(28)), decipher.final()]);
  } catch {
    // The tag does not match: the text was moved, altered or encrypted with another key.
    return undefined;
  }
}
