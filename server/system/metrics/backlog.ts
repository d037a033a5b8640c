import { setTimeout as wait } from 'node:timers/promises';
import { sql } from 'kysely';
import { isAtWork } from '../../kit/db/at-work.ts';
import type { Db } from '../../kit/db/connection.ts';

/** What waits, by kind of work: how many rows are due, and how long the oldest of them is. */
export type Backlog = readonly {
  readonly work: string;
  readonly name: string;
  readonly count: number;
  readonly seconds: number;
}[];

const everyMilliseconds = 15_000;
/** Prometheus gives a scrape ten seconds. */
const patienceMilliseconds = 2000;

/** Reads what waits, at most once in 15 seconds. Null if the database fails or is silent for two seconds. */
export function readBacklogAtMost(db: Db, now: () => Date): () => Promise<Backlog | null> {
  let last: { readonly at: number; readonly backlog: Promise<Backlog | null> } | null = null;
  return () => {
    if (last && now().getTime() - last.at < everyMilliseconds) return last.backlog;
    const read = readBacklog(db, now()).catch(() => null);
    const backlog = Promise.race([read, wait(patienceMilliseconds, null, { ref: false })]);
    last = { at: now().getTime(), backlog };
    return backlog;
  };
}

/** Reads what waits now. Throws errors of the database; it ends the statement after two seconds. */
async function readBacklog(db: Db, now: Date): Promise<Backlog> {
  return db.transaction().execute(async (tx) => {
    await sql`set local statement_timeout = ${sql.lit(patienceMilliseconds)}`.execute(tx);
    const { rows } = await sql<Backlog[number]>`
      with due (work, name, since) as (
        select 'queue', name, start_after from pgboss.job where state < 'active' and start_after <= ${now}
        union all select 'posts', state, next_at from post
          where state in ('wanted', 'sending', 'unknown') and next_at <= ${now} and (lease_until is null or lease_until < ${now})
        union all select 'submissions', state, next_at from submission
          where state in ('wanted', 'sending', 'unknown') and next_at <= ${now} and (lease_until is null or lease_until < ${now})
        union all select 'mail', 'all', at from mail where sent_at is null and failed_at is null
        union all select 'runs', kind, due_at from run
          where state in ('queued', 'running', 'undoing') and due_at <= ${now} and (lease_until is null or lease_until < ${now})
        union all select 'collections', 'all', next_run_at from task t
          where not deleted and next_run_at <= ${now} and not (row ->> 'disabled')::boolean and not (row ->> 'disabledByAdmin')::boolean
            and not (row ->> 'ignored')::boolean and (row ->> 'ready')::boolean and ${isAtWork('t.customer_id')}
      )
      select work, name, count(*)::int as count, extract(epoch from ${now}::timestamptz - min(since))::float as seconds
      from due group by work, name`.execute(tx);
    return rows;
  });
}
