// npm run database -- backup | restore | drill | restored | backed-up | audit-check | rotate-keys | reset-second-factor. What an operator does to the database by hand; docs/operations.md.
import { resolve } from 'node:path';
import { parseArgs } from 'node:util';
import manifest from '../package.json';
import { backUp, drillNewest, list, restore } from './backup/commands.ts';
import { backupFolder } from './backup/kept-backups.ts';
import { isUrl, withDatabase, withOwnDatabase } from './backup/places.ts';
import { keyPlaceOf, readConfig } from './config.ts';
import { markRestored } from './feed/epoch.ts';
import { checkAuditChains } from './kit/db/audit-chain.ts';
import { openDatabase } from './kit/db/connection.ts';
import { FolderInUse } from './kit/db/embedded/data-folder.ts';
import { homeFolder, runningUrl } from './kit/db/embedded/embedded.ts';
import { migrate } from './kit/db/migrate.ts';
import { proveBackup, recordDurable } from './kit/db/proved-backup.ts';
import { resetSecondFactor } from './people/users/reset-second-factor.ts';
import { rotateKeys } from './rotate-keys.ts';

const usage = `npm run database -- backup [--to FILE]
  Backs up the database (DATABASE_URL, or the one in the data folder), while the service runs or not.
npm run database -- backup --list
  Lists the backups in the folder of backups. Exit code 1 if the newest one is older than 25 hours.
npm run database -- restore FILE [--into FOLDER|URL]
  Restores a backup into an empty database or a new data folder and marks it as restored. Stop the service first.
npm run database -- drill [FILE]
  Restores the newest backup into a temporary database and compares every table. Exit code 1 if any differs.
npm run database -- restored
  Marks a database that was restored by other means (pg_dump, a copied folder). Stop the service first.
npm run database -- backed-up --copy WHERE
  Compares the running database with a restored copy of its backup (a connection text, or a copied data folder) and, where
  they agree, lets devices forget what they kept until then.
npm run database -- audit-check
  Checks the chain of every customer's audit: a line that was changed, removed or put in later is named. Prints the last hash of
  each chain; keep it elsewhere, and later a chain can be compared with it.
npm run database -- rotate-keys [--finish]
  Seals the root keys under a new master key: JOBDOCK_NEW_MASTER_KEY, or one that is made where the current one is a file. The old
  file is kept. With --finish, after every process has the new key: the old one no longer opens the database.
npm run database -- rotate-keys --root
  Adds a root key, from which new keys are derived. Stop the service first.
npm run database -- rotate-keys --data-keys
  Gives every customer a new data key and encrypts the stored secrets with it, while the service runs or not.
npm run database -- reset-second-factor EMAIL
  Removes the authenticator app, passkeys and recovery codes of a person who lost them all, and ends their sessions. Make sure first
  that it is that person who asks. While the service runs or not.`;

const say = (sentence: string) => void process.stdout.write(`${sentence}\n`);
const config = readConfig(process.env);
const home = homeFolder(process.cwd(), config.JOBDOCK_HOME);

async function restored(): Promise<void> {
  await withDatabase(config.DATABASE_URL ?? home, async (url) => {
    await migrate(url);
    const db = openDatabase(url);
    try {
      const { customers } = await markRestored(db, new Date());
      say(
        `Marked as restored: the devices of ${customers} customers will compare, and for a week every post is looked up first.`,
      );
    } finally {
      await db.destroy();
    }
  });
}

async function backedUp(copy: string): Promise<boolean> {
  const live = config.DATABASE_URL ?? (await runningUrl(home));
  if (live === undefined) throw new Error(`No database runs in ${home}: start the service first`);
  const { heads, wrong } = await withDatabase(copy, (url) => proveBackup(live, url));
  for (const difference of wrong) say(`The copy differs: ${difference}`);
  if (wrong.length > 0) return false;
  await recordDurable(live, heads);
  say(`The backup holds: devices of ${heads.size} customers may forget what they kept until it was taken.`);
  return true;
}

/** Prints the state of each audit chain. True if none is broken. */
async function checkAudit(url: string): Promise<boolean> {
  const db = openDatabase(url);
  try {
    const chains = await checkAuditChains(db);
    if (chains.length === 0) say('The audit has no line yet.');
    for (const { customerId, links, head, broken } of chains)
      say(`customer ${customerId}: ${broken === null ? `${links} links are whole, the last is ${head}` : `BROKEN: ${broken}`}`);
    return chains.every(({ broken }) => broken === null);
  } finally {
    await db.destroy();
  }
}

/** Removes a person's second factor. True if there is such a person. */
async function resetFactor(url: string, email: string): Promise<boolean> {
  const db = openDatabase(url);
  try {
    const reset = await resetSecondFactor(db, email, () => new Date());
    say(
      reset.ok
        ? `The second factor of ${email} is removed. Ended sessions: ${reset.value}. The password alone signs in now; where a second factor is required, it is set up at the next sign-in.`
        : `No one signs in as ${email}. Check the address.`,
    );
    return reset.ok;
  } finally {
    await db.destroy();
  }
}

function whatToRotate(values: { finish?: boolean; root?: boolean; 'data-keys'?: boolean }) {
  const asked = (['finish', 'root', 'data-keys'] as const).filter((name) => values[name]);
  if (asked.length > 1) throw new Error(`Rotate one kind of keys at a time: --${asked.join(' or --')}`);
  return asked[0] ?? 'master';
}

/** Carries out the command. Returns the exit code. */
async function run(): Promise<number> {
  const { positionals, values } = parseArgs({
    allowPositionals: true,
    options: {
      to: { type: 'string' },
      list: { type: 'boolean' },
      into: { type: 'string' },
      copy: { type: 'string' },
      finish: { type: 'boolean' },
      root: { type: 'boolean' },
      'data-keys': { type: 'boolean' },
    },
  });
  const [task, file] = positionals;
  const command = {
    place: { ...keyPlaceOf(config, home), databaseUrl: config.DATABASE_URL },
    folder: backupFolder(home, config.JOBDOCK_BACKUPS),
    version: manifest.version,
    now: new Date(),
    say,
  };
  if (task === 'backup' && values.list) return (await list(command)) ? 0 : 1;
  if (task === 'backup') await backUp(command, values.to);
  else if (task === 'restore' && file !== undefined) await restore(command, file, values.into);
  else if (task === 'drill') return (await drillNewest(command, file)) ? 0 : 1;
  else if (task === 'audit-check') return (await withOwnDatabase(command.place, checkAudit)) ? 0 : 1;
  else if (task === 'rotate-keys')
    await rotateKeys({ ...command, newKey: config.JOBDOCK_NEW_MASTER_KEY, what: whatToRotate(values) });
  else if (task === 'reset-second-factor' && file !== undefined)
    return (await withOwnDatabase(command.place, (url) => resetFactor(url, file))) ? 0 : 1;
  else if (task === 'restored') await restored();
  else if (task === 'backed-up' && values.copy !== undefined)
    return (await backedUp(isUrl(values.copy) ? values.copy : resolve(values.copy))) ? 0 : 1;
  else {
    say(usage);
    return 2;
  }
  return 0;
}

try {
  process.exitCode = await run();
} catch (error) {
  const reason = error instanceof Error ? error.message : String(error);
  say(error instanceof FolderInUse ? `${reason} The service must not run meanwhile.` : reason);
  process.exitCode = 1;
}
