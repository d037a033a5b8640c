import pg from 'pg';
import { collectionNames } from '#contract/rows/rows.ts';
import { tableOf } from './schema.ts';

/**
 * The result of a verification: heads by customer id, and a sentence for each difference. A verified backup has no difference.
 */
export type Proof = { readonly heads: ReadonlyMap<number, number>; readonly wrong: readonly string[] };

/**
 * Verifies a backup by its restored copy: it has the live database's epoch, is not ahead of it, and holds every replicated row
 * that has not changed since, byte for byte. Only reads both databases.
 */
export async function proveBackup(liveUrl: string, copyUrl: string): Promise<Proof> {
  const [live, copy] = await Promise.all([opened(liveUrl), opened(copyUrl)]);
  try {
    // One snapshot for each database: the service continues meanwhile.
    await Promise.all([live, copy].map((client) => client.query('begin isolation level repeatable read read only')));
    const [here, there] = await Promise.all([epochOf(live), epochOf(copy)]);
    if (here !== there) return { heads: new Map(), wrong: ['the copy is of another epoch: it was taken before a restore'] };
    const heads = await headsOf(copy);
    const liveHeads = await headsOf(live);
    const wrong: string[] = [];
    for (const [customerId, head] of heads) {
      if (head > (liveHeads.get(customerId) ?? -1)) wrong.push(`customer ${customerId}: the copy is ahead of the live database`);
      wrong.push(...(await differences(live, copy, customerId, head)));
    }
    return { heads, wrong };
  } finally {
    await Promise.all([live.end(), copy.end()]);
  }
}

/**
 * Stores the heads of a verified backup. Devices may then delete the copies they kept up to there [edge case 16]. The stored
 * heads never go down.
 */
export async function recordDurable(liveUrl: string, heads: Proof['heads']): Promise<void> {
  const live = await opened(liveUrl);
  try {
    for (const [customerId, head] of heads)
      await live.query(
        'update customer_feed set durable_rev = greatest(coalesce(durable_rev, 0), $2) where customer_id = $1 and rev >= $2',
        [customerId, head],
      );
  } finally {
    await live.end();
  }
}

async function opened(url: string): Promise<pg.Client> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  return client;
}

async function epochOf(client: pg.Client): Promise<string> {
  const { rows } = await client.query<{ epoch: string }>('select epoch from feed_epoch');
  return rows[0]?.epoch ?? '';
}

async function headsOf(client: pg.Client): Promise<Map<number, number>> {
  const { rows } = await client.query<{ id: number; rev: string }>('select customer_id as id, rev from customer_feed');
  return new Map(rows.map(({ id, rev }) => [id, Number(rev)]));
}

async function differences(live: pg.Client, copy: pg.Client, customerId: number, head: number): Promise<string[]> {
  const wrong: string[] = [];
  for (const collection of collectionNames) {
    const table = tableOf[collection];
    const changed = await live.query<{ id: string }>(`select id from ${table} where customer_id = $1 and rev > $2`, [
      customerId,
      head,
    ]);
    const ids = changed.rows.map(({ id }) => id);
    const [here, there] = await Promise.all([sumOf(live, table, customerId, ids), sumOf(copy, table, customerId, ids)]);
    if (here !== there) wrong.push(`customer ${customerId}: ${table} has ${there} in the copy, ${here} in the live database`);
  }
  return wrong;
}

/** Count of the rows and sum of their hashes, independent of order. The rows in `without` are left out. */
async function sumOf(client: pg.Client, table: string, customerId: number, without: readonly string[]): Promise<string> {
  const { rows } = await client.query<{ sum: string }>(
    `select count(*) || ' rows, sum ' || coalesce(sum(hashtextextended(id || '/' || rev || '/' || row::text, 0)::numeric), 0) as sum
     from ${table} where customer_id = $1 and not deleted and not (id = any($2::bigint[]))`,
    [customerId, without],
  );
  return rows[0]?.sum ?? '';
}
