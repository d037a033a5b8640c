// npm run database -- restored | backed-up --copy WHERE | audit-check. What an operator does to the database by hand; docs/operations.md.
import { existsSync } from 'node:fs';
import { resolve } from 'node:path';
import { readConfig } from './config.ts';
import { markRestored } from './feed/epoch.ts';
import { checkAuditChains } from './kit/db/audit-chain.ts';
import { openDatabase } from './kit/db/connection.ts';
import { FolderInUse } from './kit/db/data-folder.ts';
import { homeFolder, runningUrl, startEmbedded } from './kit/db/embedded.ts';
import { migrate } from './kit/db/migrate.ts';
import { proveBackup, recordDurable } from './kit/db/proved-backup.ts';

const usage = `npm run database -- restored
  Marks the database (DATABASE_URL, or the one in the data folder) as restored from a backup. Stop the service first.
npm run database -- backed-up --copy WHERE
  Compares the running database with a restored copy of its backup (a connection text, or a copied data folder) and, where
  they agree, lets devices forget what they kept until then.
npm run database -- audit-check
  Checks the chain of every customer's audit: a line that was changed, removed or put in later is named. Prints the last hash of
  each chain; keep it elsewhere, and later a chain can be compared with it.`;

const say = (sentence: string) => void process.stdout.write(`${sentence}\n`);
const config = readConfig(process.env);
const home = homeFolder(process.cwd(), config.JOBDOCK_HOME);

/** Runs work on a database: the given one, or one started from a data folder that no one else uses. */
async function withDatabase<T>(where: string, work: (url: string) => Promise<T>): Promise<T> {
  if (/^postgres(ql)?:/.test(where)) return work(where);
  if (!existsSync(where)) throw new Error(`There is no data folder ${where}`);
  const embedded = await startEmbedded(where);
  try {
    return await work(embedded.url());
  } finally {
    await embedded.stop();
  }
}

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
    for (const { customerId, links, head, broken } of chains)
      say(`customer ${customerId}: ${broken === null ? `${links} links are whole, the last is ${head}` : `BROKEN: ${broken}`}`);
    return chains.every(({ broken }) => broken === null);
  } finally {
    await db.destroy();
  }
}

const [task, flag, where] = process.argv.slice(2);
try {
  if (task === 'restored') await restored();
  else if (task === 'audit-check') {
    const running = config.DATABASE_URL ?? (await runningUrl(home));
    const whole = running === undefined ? await withDatabase(home, checkAudit) : await checkAudit(running);
    process.exitCode = whole ? 0 : 1;
  } else if (task === 'backed-up' && flag === '--copy' && where !== undefined)
    process.exitCode = (await backedUp(/^postgres(ql)?:/.test(where) ? where : resolve(where))) ? 0 : 1;
  else {
    say(usage);
    process.exitCode = 2;
  }
} catch (error) {
  say(error instanceof FolderInUse ? `${error.message} The service must not run meanwhile.` : String(error));
  process.exitCode = 1;
}
