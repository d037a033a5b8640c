import pg from 'pg';

/** The server of the database has too few connections for the pool. The message says what to do. */
export class TooFewConnections extends Error {}

/** Connections that a process holds beside its pool: two of the queue, one that listens, and one of the nightly backup. */
export const connectionsBesidePool = 4;

/**
 * Refuses a pool that the server could not serve even if this process were its only one: statements would fail once people come. `pool`
 * is its number of connections. Throws TooFewConnections.
 */
export async function refuseTooLargePool(connectionString: string, pool: number): Promise<void> {
  const room = await roomOf(connectionString);
  const needed = pool + connectionsBesidePool;
  if (needed <= room) return;
  throw new TooFewConnections(
    `A process needs ${needed} connections to PostgreSQL (JOBDOCK_DATABASE_POOL, ${pool}, and ${connectionsBesidePool} beside it), ` +
      `but the server gives ${room} to users like this one. Set JOBDOCK_DATABASE_POOL to at most ${Math.max(room - connectionsBesidePool, 0)}, ` +
      `or raise max_connections of PostgreSQL.`,
  );
}

/** How many connections users without special rights may have at once. PostgreSQL keeps the rest for its administrators. */
async function roomOf(connectionString: string): Promise<number> {
  const client = new pg.Client({ connectionString });
  client.on('error', () => undefined);
  await client.connect();
  try {
    const { rows } = await client.query<{ room: number }>(`
      select current_setting('max_connections')::int - current_setting('superuser_reserved_connections')::int
        - coalesce(current_setting('reserved_connections', true)::int, 0) as room`);
    return rows[0]?.room ?? 0;
  } finally {
    await client.end();
  }
}
