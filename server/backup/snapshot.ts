import { createHash } from 'node:crypto';
import type pg from 'pg';
import type { End, Head, TableSum } from './format.ts';
import { onConnection, sequencesOf, shapeOf, type Table, tablesOf } from './tables.ts';

/** Rows whose sizes are read at once, and the most rows of one portion. */
const rowsAtOnce = 2000;
/** Stored bytes of one portion. A larger row is a portion of its own. */
const portionBytes = 500_000;

const sliceBytes = 1_000_000;

/** Writes a backup's content from one snapshot of the database, in portions, while others go on writing. */
export async function* contentOf(
  client: pg.Client,
  about: Pick<Head, 'takenAt' | 'version'>,
  signal?: AbortSignal,
): AsyncGenerator<Buffer> {
  const since = performance.now();
  await client.query('begin isolation level repeatable read read only');
  const tables = await tablesOf(client);
  if (!tables.some(({ name }) => name === 'public.migration')) throw new Error('This is not a database of Jobdock.');
  // A migration that another process starts now waits until the end.
  await client.query(`lock table ${tables.map(({ name }) => name).join(', ')} in access share mode`);
  const { rows: migrations } = await client.query<Head['migrations'][number]>(
    'select name, checksum from public.migration order by name',
  );
  yield line({
    ...about,
    migrations,
    tables: tables.map((table) => ({ name: table.name, shape: shapeOf(table) })),
  } satisfies Head);
  const sums: TableSum[] = [];
  let bytes = 0;
  for (const [number, table] of tables.entries()) {
    yield line(number);
    const hash = createHash('sha256');
    let rows = 0;
    for await (const portion of rowsOf(client, table)) {
      signal?.throwIfAborted();
      const lines = Buffer.from(portion.map((row) => `${JSON.stringify(row)}\n`).join(''), 'utf8');
      rows += portion.length;
      bytes += lines.length;
      // In slices, so that a large row does not hold the service's event loop for its hash, too.
      for (let from = 0; from < lines.length; from += sliceBytes) {
        const slice = lines.subarray(from, from + sliceBytes);
        hash.update(slice);
        yield slice;
      }
    }
    sums.push({ name: table.name, rows, sha256: hash.digest('hex') });
  }
  const sequences: End['sequences'] = [];
  // Sequences are outside the snapshot. Read last, they are at least as far as its rows.
  for (const name of await sequencesOf(client)) {
    const { rows } = await client.query<{ lastValue: string; isCalled: boolean }>(
      `select last_value::text as "lastValue", is_called as "isCalled" from ${name}`,
    );
    if (rows[0]) sequences.push({ name, ...rows[0] });
  }
  await client.query('commit');
  yield line({ tables: sums, sequences, bytes, milliseconds: Math.round(performance.now() - since) } satisfies End);
}

const line = (value: unknown) => Buffer.from(`${JSON.stringify(value)}\n`, 'utf8');

/**
 * The rows of a table in PostgreSQL's own text form, in portions of limited size. A first cursor reads only sizes, which does not
 * fetch large values; the second one, in the same order, then fetches as many rows as fit.
 */
async function* rowsOf(client: pg.Client, { name, columns, order }: Table): AsyncGenerator<string[]> {
  const size = columns.map(({ name: column, type }) =>
    type === 'bytea' || type === 'text'
      ? `coalesce(octet_length(whole.${column}), 0)`
      : `coalesce(pg_column_size(whole.${column}), 0)`,
  );
  await client.query(`declare sizes no scroll cursor for select (0 + ${size.join(' + ') || '0'})::int8 from ${name} whole order by ${order};
    declare contents no scroll cursor for select whole::text from ${name} whole order by ${order}`);
  const fetch = async (count: number, cursor: string): Promise<string[]> => {
    const { rows } = await client.query<[string]>({ text: `fetch ${count} from ${cursor}`, rowMode: 'array' });
    return rows.map(([value]) => value);
  };
  for (;;) {
    const sizes = await fetch(rowsAtOnce, 'sizes');
    if (sizes.length === 0) break;
    for (const count of portionsOf(sizes.map(Number))) yield await fetch(count, 'contents');
  }
  await client.query('close sizes; close contents');
}

/** Numbers of consecutive rows that fit into one portion each. */
function portionsOf(sizes: readonly number[]): number[] {
  const counts: number[] = [];
  let filled = Number.POSITIVE_INFINITY;
  for (const size of sizes) {
    if (filled + size > portionBytes) {
      counts.push(0);
      filled = 0;
    }
    counts[counts.length - 1] = (counts.at(-1) ?? 0) + 1;
    filled += size;
  }
  return counts;
}

/** Count and hash of each table as they are now, for comparison with a backup. */
export async function sumsOf(url: string): Promise<TableSum[]> {
  return onConnection(url, async (client) => {
    let last: Buffer | undefined;
    for await (const part of contentOf(client, { takenAt: new Date().toISOString(), version: '' })) last = part;
    return (JSON.parse(last?.toString('utf8') ?? '') as End).tables;
  });
}
