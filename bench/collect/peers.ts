import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import pg from 'pg';
import { from as copyFrom } from 'pg-copy-streams';

/** What a peer stores of a job: its id and its values, in one row. */
export type PlainJob = { readonly id: string; readonly row: string };

/** A table of plain rows beside ours, in the same PostgreSQL. It has no history, mapping, rules or feed of changes. */
export async function openPeers(url: string) {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  const fresh = async (table: string) =>
    void (await client.query(`drop table if exists ${table}; create table ${table} (id text primary key, row jsonb not null)`));
  return {
    fresh,
    /** One statement a row, in transactions of 500 rows. A row that is the same is not written. */
    async upserts(table: string, jobs: readonly PlainJob[]): Promise<void> {
      const text = `insert into ${table} as t (id, row) values ($1, $2) on conflict (id) do update set row = excluded.row
        where t.row is distinct from excluded.row`;
      for (let i = 0; i < jobs.length; i += 500) {
        await client.query('begin');
        for (const { id, row } of jobs.slice(i, i + 500))
          await client.query({ name: `upsert ${table}`, text, values: [id, row] });
        await client.query('commit');
      }
    },
    /** COPY into a temporary table, then one MERGE. */
    async merge(table: string, jobs: readonly PlainJob[]): Promise<void> {
      await client.query('begin; create temp table given (id text primary key, row jsonb not null) on commit drop');
      const lines = jobs.map(({ id, row }) => `${id}\t${row.replaceAll('\\', '\\\\').replaceAll('\t', '\\t')}\n`);
      await pipeline(Readable.from(lines), client.query(copyFrom('copy given from stdin')));
      await client.query(`merge into ${table} t using given g on t.id = g.id
        when matched and t.row is distinct from g.row then update set row = g.row
        when not matched then insert (id, row) values (g.id, g.row)`);
      await client.query('commit');
    },
    /** The stored values, to be compared. */
    async stored(table: string): Promise<string> {
      const { rows } = await client.query<{ stored: string }>(
        `select count(*) || ' jobs, rates ' || sum((row ->> 'billRate')::numeric) as stored from ${table}`,
      );
      return rows[0]?.stored ?? '';
    },
    end: () => client.end(),
  };
}
export type Peers = Awaited<ReturnType<typeof openPeers>>;
