import type pg from 'pg';
import { type Migration, migrate, migrations } from '../kit/db/migrate.ts';
import type { End, Head } from './format.ts';
import { type BackupPart, readBackup } from './read-backup.ts';
import { BackupRefused } from './sealed-file.ts';
import { onConnection, shapeOf, type Table, tablesOf } from './tables.ts';

/** What a backup held. */
export type Loaded = { readonly head: Head; readonly end: End };

/**
 * Loads a backup into an empty database, at the version of the backup: exactly its rows and the positions of its sequences. Throws
 * `BackupRefused` for a file that is not whole or of a newer version; the database is then empty again. The caller migrates and
 * marks it as restored.
 */
export async function loadBackup(
  url: string,
  file: string,
  key: Uint8Array,
  known: readonly Migration[] = migrations,
): Promise<Loaded> {
  const parts = readBackup(file, key);
  try {
    const first = await parts.next();
    if (first.done || first.value.kind !== 'head') throw new BackupRefused('This backup has no head. Use another backup.');
    const { head } = first.value;
    const newer = head.migrations.find(({ name }) => !known.some((migration) => migration.name === name));
    if (newer)
      throw new BackupRefused(
        `A newer version made this backup (it has migration ${newer.name}). Run that version to restore it.`,
      );
    await refuseFull(url);
    try {
      const names = new Set(head.migrations.map(({ name }) => name));
      await migrate(
        url,
        known.filter(({ name }) => names.has(name)),
      );
      return { head, end: await onConnection(url, (client) => load(client, head, parts)) };
    } catch (error) {
      await emptyAgain(url);
      throw error;
    }
  } finally {
    await parts.return(undefined);
  }
}

async function refuseFull(url: string): Promise<void> {
  await onConnection(url, async (client) => {
    const { rows } = await client.query(`select 1 from pg_class c join pg_namespace n on n.oid = c.relnamespace
      where n.nspname in ('public', 'pgboss') and c.relkind in ('r', 'p', 'v', 'm', 'S') limit 1`);
    if (rows.length > 0)
      throw new Error('The database to restore into is not empty. Give an empty one: --into FOLDER or --into URL.');
  });
}

/** Removes what a restore that failed has made. Only for a database that was empty before. */
export async function emptyAgain(url: string): Promise<void> {
  await onConnection(url, (client) =>
    client.query('drop schema if exists pgboss cascade; drop schema public cascade; create schema public'),
  );
}

/** In one transaction: removes the rows that migrations made, and writes those of the backup. */
async function load(client: pg.Client, head: Head, parts: AsyncGenerator<BackupPart>): Promise<End> {
  await client.query('begin');
  await refuseOtherMigrations(client, head);
  const tables = new Map((await tablesOf(client)).map((table) => [table.name, table]));
  for (const { name, shape } of head.tables) {
    const table = tables.get(name);
    if (!table || shapeOf(table) !== shape) throw new BackupRefused(`The table ${name} of this backup has other columns.`);
  }
  const names = [...tables.keys()];
  const triggers = await withoutTriggers(client);
  await client.query(`truncate ${names.join(', ')}`);
  const foreignKeys = await withoutForeignKeys(client);
  let end: End | undefined;
  for await (const part of parts) {
    if (part.kind === 'rows') await insert(client, tables.get(part.table), part.rows);
    if (part.kind === 'end') end = part.end;
  }
  if (!end) throw new BackupRefused('This backup ends too early. Use another backup.');
  for (const statement of foreignKeys) await client.query(statement);
  for (const statement of triggers) await client.query(statement);
  for (const { name, lastValue, isCalled } of end.sequences)
    await client.query('select setval($1::regclass, $2, $3)', [name, lastValue, isCalled]);
  await client.query('commit');
  await client.query('analyze');
  return end;
}

/** A file whose migrations have the same names but another content is of another product version. */
async function refuseOtherMigrations(client: pg.Client, head: Head): Promise<void> {
  const { rows } = await client.query<{ name: string; checksum: string }>('select name, checksum from public.migration');
  const here = new Map(rows.map(({ name, checksum }) => [name, checksum]));
  const other = head.migrations.find(({ name, checksum }) => here.get(name) !== checksum);
  if (other)
    throw new BackupRefused(`Migration ${other.name} of this backup differs from this version’s. Run the version that made it.`);
}

/**
 * Drops the foreign keys of `public`, because rows come in no particular order, and returns the statements that add them again and
 * check every row. Needs only the owner of the tables, unlike a session that ignores them.
 */
async function withoutForeignKeys(client: pg.Client): Promise<string[]> {
  const { rows } = await client.query<{ table: string; name: string; definition: string }>(`
    select format('%I.%I', n.nspname, c.relname) as table, quote_ident(f.conname) as name, pg_get_constraintdef(f.oid) as definition
    from pg_constraint f join pg_class c on c.oid = f.conrelid join pg_namespace n on n.oid = c.relnamespace
    where f.contype = 'f' and f.conparentid = 0 and n.nspname = 'public' order by 1, 2`);
  for (const { table, name } of rows) await client.query(`alter table ${table} drop constraint ${name}`);
  return rows.map(({ table, name, definition }) => `alter table ${table} add constraint ${name} ${definition}`);
}

/**
 * Disables the triggers of `public`, because their effects are in the backup already, and returns the statements that enable
 * them again as they were.
 */
async function withoutTriggers(client: pg.Client): Promise<string[]> {
  const { rows } = await client.query<{ table: string; name: string; enabled: 'O' | 'A' | 'R' }>(`
    select format('%I.%I', n.nspname, c.relname) as table, quote_ident(t.tgname) as name, t.tgenabled as enabled
    from pg_trigger t join pg_class c on c.oid = t.tgrelid join pg_namespace n on n.oid = c.relnamespace
    where not t.tgisinternal and t.tgenabled <> 'D' and n.nspname = 'public' order by 1, 2`);
  for (const { table, name } of rows) await client.query(`alter table ${table} disable trigger ${name}`);
  const how = { O: 'enable', A: 'enable always', R: 'enable replica' } as const;
  return rows.map(({ table, name, enabled }) => `alter table ${table} ${how[enabled]} trigger ${name}`);
}

/** PostgreSQL reads each row from its own text form. Generated columns are computed again. */
async function insert(client: pg.Client, table: Table | undefined, rows: string): Promise<void> {
  if (!table) throw new BackupRefused('This backup names a table that it does not describe. Use another backup.');
  const columns = table.columns.filter(({ generated }) => !generated).map(({ name }) => name);
  await client.query(
    `insert into ${table.name} (${columns.join(', ')}) overriding system value
     select ${columns.join(', ')} from unnest(array(select row_text::${table.name} from json_array_elements_text($1::json) row_text))`,
    [rows],
  );
}
