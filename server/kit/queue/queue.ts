import { CompiledQuery, sql } from 'kysely';
import PgBoss from 'pg-boss';
import type { Db, Tx } from '../db/connection.ts';

/** The data of a job: ids only, so that the queue holds no customer data. */
export type Ids = Readonly<Record<string, number>>;

/** A queue of pg-boss. A migration creates it under its name. The retry options are set here and stored with each job. */
export type Queue<P extends Ids> = {
  readonly name: string;
  /** Most tries of a job. */
  readonly tries: number;
  /** Seconds until the second try. The wait doubles with each further try and varies by up to half. */
  readonly retrySeconds: number;
  /** A job whose process died is retried after this many seconds. A handler must finish earlier. */
  readonly expireSeconds: number;
  /** A job that was not taken within this time is deleted. */
  readonly keepHours: number;
  /** Only for the type of the ids; never set. */
  readonly ids?: P;
};

/** Declares a queue. The defaults are for triggers, which can be repeated at no cost. */
export const defineQueue = <P extends Ids>(name: string, over: Partial<Omit<Queue<P>, 'name' | 'ids'>> = {}): Queue<P> => ({
  name,
  tries: 5,
  retrySeconds: 5,
  expireSeconds: 300,
  keepHours: 24 * 14,
  ...over,
});

/** Never started: it only builds the statement that stores a job, which runs on the caller's connection. */
const sender = new PgBoss({ schema: 'pgboss', db: { executeSql: () => Promise.reject(new Error('a job needs a connection')) } });

/** Runs the statements of pg-boss on a pool or on the caller's own transaction. */
const executorOf = (db: Db | Tx): PgBoss.Db => ({
  async executeSql(text, values) {
    const { rows } = await db.executeQuery(CompiledQuery.raw(text, values));
    return { rows };
  },
});

/** The options that a job of this queue is stored with. */
export const jobOptions = ({ tries, retrySeconds, expireSeconds, keepHours }: Queue<Ids>): PgBoss.SendOptions => ({
  retryLimit: tries - 1,
  retryDelay: retrySeconds,
  retryBackoff: true,
  expireInSeconds: expireSeconds,
  retentionHours: keepHours,
});

/** The key that makes jobs with the same ids one job while it waits. */
const keyOf = (ids: Ids): string => Object.values(ids).join('/');

/**
 * Stores a job in the caller's transaction: it becomes visible when that commits, and never if it is rolled back. If a job with
 * the same ids already waits, no second one is stored. `afterSeconds` delays its first try.
 */
export async function sendJob<P extends Ids>(
  db: Db | Tx,
  queue: Queue<P>,
  ids: P,
  { afterSeconds = 0 }: { readonly afterSeconds?: number } = {},
): Promise<void> {
  const options = { ...jobOptions(queue), singletonKey: keyOf(ids), startAfter: afterSeconds, db: executorOf(db) };
  if ((await sender.send(queue.name, ids, options)) !== null) return;
  // pg-boss returns the same value for a job that already waits and for a missing queue.
  const { rows } = await sql`select 1 from pgboss.queue where name = ${queue.name}`.execute(db);
  if (rows.length === 0) throw new Error(`no migration creates the queue ${queue.name}`);
}
