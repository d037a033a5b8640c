import { sql } from 'kysely';
import type { Db } from '#server/kit/db/connection.ts';
import { startMeasuredService } from '../service/measured-service.ts';

/** The measured service with many customers and people, and a signed-in administrator of the provider. */
export async function startListWorld(customers: number, users: number) {
  const service = await startMeasuredService(1);
  const [caller] = service.callers;
  if (!caller) throw new Error('no one is signed in');
  await fill(service.db, caller.customerId, customers, users);
  return {
    stop: () => service.stop(),
    /** The reply to a GET. */
    get: async <T>(path: string): Promise<T> => (await (await caller.send(path)).json()) as T,
  };
}

/** One customer in five is a child, one in twenty is inactive; each has people, one session a person, two tasks and a target. */
async function fill(db: Db, providerId: number, customers: number, users: number): Promise<void> {
  await sql`update customer set provider = true, settings = '{"secondFactor": "optional"}' where id = ${providerId}`.execute(db);
  await sql`update app_user set role_id = 2 where customer_id = ${providerId}`.execute(db);
  await sql`
    insert into customer (name, email, status, since_on, plan_id, agents_included, user_licenses_limit, account_manager)
    select 'Agency ' || lpad(n::text, 5, '0'), 'office' || n || '@bench.test', case when n % 20 = 0 then 'inactive' else 'active' end,
      date '2024-01-01' + n % 700, n % 4 + 1, 15, 25, (array['Kim Lee', 'Alex Reyes', 'Sam Ortiz'])[n % 3 + 1]
    from generate_series(1, ${customers}) n`.execute(db);
  await sql`
    update customer c set parent_id = p.id from customer p
    where c.name = 'Agency ' || lpad(substr(c.name, 8), 5, '0') and substr(c.name, 8)::int % 5 = 4 and not c.provider
      and p.name = 'Agency ' || lpad((substr(c.name, 8)::int - 1)::text, 5, '0')`.execute(db);
  await sql`
    insert into app_user (customer_id, email, name, role_id)
    select c.id, 'person' || n || '@bench.test', 'Person ' || n, 3 from generate_series(1, ${users}) n
      join (select id, row_number() over (order by id) - 1 as at from customer where not provider) c on c.at = n % ${customers}`.execute(
    db,
  );
  await sql`
    insert into session (customer_id, user_id, refresh_hash, device, created_at, seen_at, rotated_at)
    select customer_id, id, 'bench ' || id, 'Chrome', now(), now() - make_interval(mins => id), now() from app_user
    where customer_id <> ${providerId}`.execute(db);
  await sql`analyze`.execute(db);
}
