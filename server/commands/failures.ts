import pg from 'pg';

/** Classes and codes of PostgreSQL that say "not now": nothing was stored, and the same request may succeed later [S2.4]. */
const transientClasses = ['08', '40', '53', '57'];
const transientCodes = new Set(['55P03', '25P03', '55006']);

/** Whether a database error passes by itself: serialization, deadlock, lock or statement timeout, connection, resources. */
export function isTransient(error: unknown): boolean {
  if (error instanceof pg.DatabaseError && error.code !== undefined)
    return transientClasses.includes(error.code.slice(0, 2)) || transientCodes.has(error.code);
  return (
    error instanceof Error &&
    /ECONN|EPIPE|ETIMEDOUT|Connection terminated|connection timeout|Client has encountered/i.test(error.message)
  );
}

/**
 * Whether running the same transaction again at once is likely to succeed [edge case 32]: another one was in its way, or carried
 * the same change out under another number.
 */
const isRace = (error: unknown): boolean =>
  error instanceof pg.DatabaseError &&
  (error.code === '40001' || error.code === '40P01' || error.constraint === 'mutation_result_once');

const runsAtMost = 4;

/** Runs a transaction again, at most three times, where it lost a race. */
export async function againAfterRace<T>(run: () => Promise<T>): Promise<T> {
  for (let runs = 1; ; runs++) {
    try {
      return await run();
    } catch (error) {
      if (!isRace(error) || runs === runsAtMost) throw error;
    }
  }
}
