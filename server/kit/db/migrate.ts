import { createHash } from 'node:crypto';
import pg from 'pg';

/** One numbered SQL file. Once applied anywhere it never changes; later changes need a new file. */
export type Migration = { readonly name: string; readonly sql: string };

// Read at build time, so that the bundle includes them.
const files = import.meta.glob<string>('./migrations/*.sql', { query: '?raw', import: 'default', eager: true });

/** The service's migrations in the order of their numbers; those with one number in the order of their names. */
export const migrations: readonly Migration[] = Object.entries(files)
  .map(([path, sql]) => ({ name: path.replace('./migrations/', ''), sql }))
  .sort((a, b) => numberOf(a) - numberOf(b) || (a.name < b.name ? -1 : 1));

/** The number that a migration's name begins with, for example 150 of `150-pgboss.sql`. */
export function numberOf(migration: Migration): number {
  return Number.parseInt(migration.name, 10);
}

/** An arbitrary number: every process of the service uses the same lock. */
const advisoryLock = 4_180_180;

/**
 * Applies the missing migrations, each file in its own transaction, under an advisory lock so that several processes may start at
 * once. Returns the names applied. Throws if an applied file was changed, or if the database has a file that this build does not
 * know, because a newer build applied it.
 */
export async function migrate(connectionString: string, list: readonly Migration[] = migrations): Promise<string[]> {
  const client = new pg.Client({ connectionString });
  await client.connect();
  try {
    await client.query('select pg_advisory_lock($1)', [advisoryLock]);
    await client.query(
      'create table if not exists migration (name text primary key, checksum text not null, applied_at timestamptz not null default now())',
    );
    const { rows } = await client.query<{ name: string; checksum: string }>('select name, checksum from migration');
    const applied = new Map(rows.map((row) => [row.name, row.checksum]));
    refuseStrangers(applied, list);
    const missing = list.filter((migration) => !applied.has(migration.name));
    for (const migration of missing) await apply(client, migration);
    return missing.map((migration) => migration.name);
  } finally {
    // Closing the connection releases the advisory lock.
    await client.end();
  }
}

function refuseStrangers(applied: ReadonlyMap<string, string>, list: readonly Migration[]): void {
  const known = new Map(list.map((migration) => [migration.name, checksumOf(migration)]));
  for (const [name, checksum] of applied) {
    const expected = known.get(name);
    if (expected === undefined)
      throw new Error(`The database has migration ${name}, which this version does not know. Run the newer version.`);
    if (expected !== checksum)
      throw new Error(`Migration ${name} was changed after it was applied. Restore it and add a new file.`);
  }
}

async function apply(client: pg.Client, migration: Migration): Promise<void> {
  try {
    await client.query('begin');
    await client.query(migration.sql);
    await client.query('insert into migration (name, checksum) values ($1, $2)', [migration.name, checksumOf(migration)]);
    await client.query('commit');
  } catch (error) {
    await client.query('rollback');
    throw new Error(`Migration ${migration.name} failed: ${(error as Error).message}`, { cause: error });
  }
}

const checksumOf = (migration: Migration) => createHash('sha256').update(migration.sql).digest('hex');
