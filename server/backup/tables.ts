import pg from 'pg';

/** A table as it is backed up. Names are quoted for SQL. */
export type Table = {
  readonly name: string;
  readonly columns: readonly Column[];
  /** Sorts rows in the same order in every database. */
  readonly order: string;
};
type Column = { readonly name: string; readonly type: string; readonly generated: boolean; readonly text: boolean };

/**
 * Every table of the schema `public`, and the waiting and failed jobs with their schedules. The other tables of pg-boss are left
 * out: migrations create its queues, and its version and times of maintenance belong to a running process.
 */
export async function tablesOf(client: pg.Client): Promise<Table[]> {
  const { rows } = await client.query<{ name: string; columns: Column[]; key: Column[] | null }>(`
    select format('%I.%I', n.nspname, c.relname) as name,
      (select json_agg(json_build_object('name', quote_ident(a.attname), 'type', format_type(a.atttypid, a.atttypmod),
          'generated', a.attgenerated <> '', 'text', a.attcollation <> 0) order by a.attnum)
        from pg_attribute a where a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped) as columns,
      (select json_agg(json_build_object('name', quote_ident(a.attname), 'text', a.attcollation <> 0) order by k.place)
        from pg_index i cross join lateral unnest(i.indkey::smallint[]) with ordinality k (number, place)
        join pg_attribute a on a.attrelid = i.indrelid and a.attnum = k.number
        where i.indrelid = c.oid and i.indisprimary) as key
    from pg_class c join pg_namespace n on n.oid = c.relnamespace
    where c.relkind in ('r', 'p') and not c.relispartition
      and (n.nspname = 'public' or n.nspname = 'pgboss' and c.relname in ('job', 'archive', 'schedule'))
    order by c.relname collate "C", n.nspname`);
  return rows.map(({ name, columns, key }) => ({
    name,
    columns: columns ?? [],
    order: key
      ? key.map((column) => `whole.${column.name}${column.text ? ' collate "C"' : ''}`).join(', ')
      : 'whole::text collate "C"',
  }));
}

/** The sequences of the backed-up schemas, quoted for SQL. */
export async function sequencesOf(client: pg.Client): Promise<string[]> {
  const { rows } = await client.query<{ name: string }>(`
    select format('%I.%I', n.nspname, c.relname) as name from pg_class c join pg_namespace n on n.oid = c.relnamespace
    where c.relkind = 'S' and n.nspname in ('public', 'pgboss') order by 1`);
  return rows.map(({ name }) => name);
}

/** One column list as text, to compare the tables of two databases. */
export const shapeOf = ({ columns }: Table): string => columns.map(({ name, type }) => `${name} ${type}`).join(', ');

/**
 * Runs work on a connection of its own, where every value is written and read in the same form whatever the server's settings are.
 * Row security must not hide a row: PostgreSQL then reports an error instead.
 */
export async function onConnection<T>(url: string, work: (client: pg.Client) => Promise<T>): Promise<T> {
  const client = new pg.Client({ connectionString: url, application_name: 'jobdock backup' });
  // A lost connection rejects the running query; it must not end the process.
  client.on('error', () => undefined);
  await client.connect();
  try {
    await client.query(`set search_path = pg_catalog; set timezone = 'UTC'; set datestyle = 'ISO, YMD'; set intervalstyle = 'postgres';
      set bytea_output = 'hex'; set extra_float_digits = 1; set xmloption = 'content'; set row_security = off;
      set lock_timeout = '60s'; set statement_timeout = 0; set idle_in_transaction_session_timeout = 0`);
    return await work(client);
  } finally {
    await client.end();
  }
}
