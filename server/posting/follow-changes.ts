import { sql } from 'kysely';
import type { Db } from '../kit/db/connection.ts';
import { scopeTo } from '../kit/db/customer-scope.ts';

/**
 * Marks the posts of changed jobs: the job's row, a mapping it was made from, or its target changed. It reads the customers'
 * feeds from its last position, so that no other code has to mark posts, and a restart misses no change. The comparison with what
 * was sent happens when the post is due. A post that waits because an abandoned call may still arrive keeps waiting.
 */
export async function followChanges(db: Db): Promise<void> {
  const { rows } = await sql<{ customerId: number }>`
    select f.customer_id as "customerId" from customer_feed f left join post_follow s on s.customer_id = f.customer_id
    where f.rev > coalesce(s.rev, 0) and exists (select 1 from post p where p.customer_id = f.customer_id)`.execute(db);
  for (const { customerId } of rows) await followOf(scopeTo(db, [customerId]), customerId);
}

async function followOf(db: Db, customerId: number): Promise<void> {
  await db.transaction().execute(async (tx) => {
    await sql`insert into post_follow (customer_id, rev) values (${customerId}, 0) on conflict do nothing`.execute(tx);
    const { rows } = await sql<{ since: number; upto: number }>`
      select s.rev as since, f.rev as upto from post_follow s join customer_feed f on f.customer_id = s.customer_id
      where s.customer_id = ${customerId} for update of s`.execute(tx);
    const [stretch] = rows;
    if (!stretch || stretch.upto <= stretch.since) return;
    const { since, upto } = stretch;
    const changed = sql`customer_id = ${customerId} and rev > ${since} and rev <= ${upto}`;
    // A post with a call in progress is marked as well: the call has sent the old values, and the update follows once the job
    // order is known to exist.
    await sql`
      with moved as (
        select p.target_id, p.job_id from post p join job j on j.customer_id = p.customer_id and j.id = p.job_id
          where p.customer_id = ${customerId} and not j.deleted and j.rev > ${since} and j.rev <= ${upto}
            and j.rev is distinct from p.shown_rev
        union select target_id, job_id from post where customer_id = ${customerId}
          and value_ids && (select coalesce(array_agg(id), '{}') from map_value where ${changed})
        union select p.target_id, p.job_id from post p join target t on t.customer_id = p.customer_id and t.id = p.target_id
          where p.customer_id = ${customerId} and not t.deleted and t.rev > ${since} and t.rev <= ${upto}
      )
      update post p set follow = ${upto}
      from moved m
      where p.customer_id = ${customerId} and p.target_id = m.target_id and p.job_id = m.job_id
        and exists (select 1 from target t where t.customer_id = p.customer_id and t.id = p.target_id and not t.deleted)
        and (p.external_id is not null or p.state in ('sending', 'unknown', 'human'))
        and not exists (select 1 from post n where n.customer_id = p.customer_id and n.target_id = p.target_id
          and n.job_id = p.job_id and n.generation > p.generation)`.execute(tx);
    await sql`update post_follow set rev = ${upto} where customer_id = ${customerId}`.execute(tx);
  });
}
