import pg from 'pg';

/** An arbitrary number that no other lock has: every process of the service uses the same one. */
const advisoryLock = 4_180_182;

/**
 * Waits until no other process sets up the database, then lets none other do so until the returned function is called, or this process
 * ends. Several processes may start at once on an empty database.
 */
export async function lockSetUp(connectionString: string): Promise<() => Promise<void>> {
  const client = new pg.Client({ connectionString });
  await client.connect();
  // A lost connection releases the lock; what follows meets the lost database itself.
  client.on('error', () => undefined);
  await client.query('select pg_advisory_lock($1)', [advisoryLock]);
  let isHeld = true;
  return async () => {
    if (!isHeld) return;
    isHeld = false;
    await client.end();
  };
}
