import { randomBytes } from 'node:crypto';
import type { Db } from '../db/connection.ts';
import { MasterKeyRefused, type MasterKeys } from './master-keys.ts';
import { alone, openWith, sealUnder, settleRootKeys } from './root-keys.ts';

/**
 * Adds a root key, from which new keys are derived. The older ones stay, because what was made with them must still be accepted.
 * No process of the service may run meanwhile: each reads the root keys at its start. Returns the number of root keys.
 */
export async function addRootKey(db: Db, keys: MasterKeys): Promise<number> {
  await settleRootKeys(db, keys);
  return alone(db, async (tx, rows) => {
    if (rows.some(({ master_id }) => master_id !== keys.current.id))
      throw new MasterKeyRefused(
        'An older master key still opens this database. Run `npm run database -- rotate-keys --finish` first.',
      );
    const { roots } = openWith(rows, [keys.current]);
    const [first, ...later] = roots;
    await sealUnder(tx, [first, ...later, randomBytes(32)], keys.current);
    return roots.length + 1;
  });
}
