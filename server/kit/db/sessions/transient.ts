import pg from 'pg';

/**
 * PostgreSQL error classes and codes for temporary failures: nothing was stored, and the same request may succeed later [S2.4]. Among
 * them what a connection pooler causes: a prepared statement that another connection made or lacks (26000, 42P05).
 */
const transientClasses = ['08', '40', '53', '57'];
const transientCodes = new Set(['55P03', '25P03', '55006', '26000', '42P05']);
const lostConnection = /ECONN|EPIPE|ETIMEDOUT|Connection terminated|connection timeout|Client has encountered|not queryable/i;

/** Whether a database error is temporary: serialization, deadlock, lock or statement timeout, connection, resources. */
export function isTransient(error: unknown): boolean {
  if (error instanceof pg.DatabaseError && error.code !== undefined)
    return transientClasses.includes(error.code.slice(0, 2)) || transientCodes.has(error.code);
  return error instanceof Error && lostConnection.test(`${(error as NodeJS.ErrnoException).code ?? ''} ${error.message}`);
}
