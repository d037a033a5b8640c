import { sql } from 'kysely';
import { storedCallTexts } from './ai/rows/call-rows.ts';
import { type Place, withDatabase, withOwnDatabase } from './backup/places.ts';
import { type Db, openDatabase } from './kit/db/connection.ts';
import { isSet, readMasterKeys } from './kit/keys/master-keys.ts';
import { settleRootKeys } from './kit/keys/root-keys.ts';
import { rotateDataKeys, type SealedStore, storedSecrets } from './kit/keys/rotate-data-keys.ts';
import { finishRotation, rotateMasterKey } from './kit/keys/rotate-master.ts';
import { addRootKey } from './kit/keys/rotate-root.ts';
import { createSecrets } from './kit/lib/secrets.ts';
import { storedSuccessors } from './people/auth/successors.ts';

/** Every table with encrypted values. */
const sealedStores: readonly SealedStore[] = [storedSecrets, storedSuccessors, storedCallTexts];

/** The operator's command `rotate-keys`, and which keys it is for. */
export type KeyCommand = {
  readonly place: Place;
  /** `JOBDOCK_NEW_MASTER_KEY`. */
  readonly newKey: string | undefined;
  readonly what: 'master' | 'finish' | 'root' | 'data-keys';
  readonly now: Date;
  readonly say: (sentence: string) => void;
};

/** Rotates keys of the service's database. Throws `MasterKeyRefused` with what to do. */
export async function rotateKeys({ place, newKey, what, now, say }: KeyCommand): Promise<void> {
  const keys = await readMasterKeys(place);
  const onDatabase = (work: (db: Db) => Promise<void>) => async (url: string) => {
    const db = openDatabase(url);
    try {
      await refuseOlder(db);
      await work(db);
    } finally {
      await db.destroy();
    }
  };
  if (what === 'root')
    // Each process reads the root keys at its start, so none may run.
    return withDatabase(
      isSet(place.databaseUrl) ? place.databaseUrl : place.home,
      onDatabase(async (db) => {
        const count = await addRootKey(db, keys);
        say(`New keys come from root key ${count}. Now run \`npm run database -- rotate-keys --data-keys\`.`);
      }),
    );
  return withOwnDatabase(
    place,
    onDatabase(async (db) => {
      if (what === 'finish') return finishRotation({ db, place, say });
      if (what === 'master') return rotateMasterKey({ db, place, newKey, isShared: isSet(place.databaseUrl), now, say });
      const secrets = createSecrets(...(await settleRootKeys(db, keys)));
      const { customers, values, unreadable } = await rotateDataKeys({ db, secrets, stores: sealedStores, say });
      say(
        `Customers with a new data key: ${customers}. Secrets encrypted with it: ${values}. Secrets that do not open: ${unreadable}.`,
      );
    }),
  );
}

async function refuseOlder(db: Db): Promise<void> {
  const { rows } = await sql<{ name: string | null }>`select to_regclass('public.root_key')::text as name`.execute(db);
  if (rows[0]?.name === null) throw new Error('An older version made this database. Start the service of this version first.');
}
