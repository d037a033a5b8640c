import { CompiledQuery, sql } from 'kysely';
import PgBoss from 'pg-boss';
import type { Db, Tx } from '../db/connection.ts';

/** What a job carries: ids only, so that the queue holds nothing of a customer but numbers. */
export type Ids = Readonly<Record<string, number>>;

/** A queue of pg-boss. A migration creates it under its name; how its jobs are retried is said here and travels with each job. */
export type Queue<P extends Ids> = {
  readonly name: string;
  /** How often a job is tried in all. */
  readonly tries: number;
  /** Seconds until the second try; the wait doubles with each further one and varies by up to half. */
  readonly retrySeconds: number;
  /** After this many seconds a job whose process is gone is tried again; a handler must give up earlier. */
  readonly expireSeconds: number;
  /** A job that nothing has taken by then is dropped. */
  readonly keepHours: number;
  /** Type of the payload; never set. */
  readonly ids?: P;
};

/** Declares a queue; the defaults suit triggers, which are cheap to repeat. */
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

/** What pg-boss runs its statements on: a pool or the caller's own transaction. */
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

/** Jobs with the same ids are one as long as it waits. */
const keyOf = (ids: Ids): string => Object.values(ids).join('/');

/**
 * Stores a job in the caller's transaction: it becomes visible when that commits, and never if it is rolled back. A job with the
 * same ids that still waits makes this one superfluous. `afterSeconds` delays its first try.
 */
export async function sendJob<P extends Ids>(
  db: Db | Tx,
  queue: Queue<P>,
  ids: P,
  { afterSeconds = 0 }: { readonly afterSeconds?: number } = {},
): Promise<void> {
  const options = { ...jobOptions(queue), singletonKey: keyOf(ids), startAfter: afterSeconds, db: executorOf(db) };
  if ((await sender.send(queue.name, ids, options)) !== null) return;
  // pg-boss answers the same for a job that waits already and for a queue that is missing.
  const { rows } = await sql`select 1 from pgboss.queue where name = ${queue.name}`.execute(db);
  if (rows.length === 0) throw new Error(`no migration creates the queue ${queue.name}`);
}
