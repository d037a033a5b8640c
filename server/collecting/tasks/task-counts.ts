import { sql } from 'kysely';
import type { Db } from '#server/kit/db/connection.ts';
import { type Customers, ofCustomers } from '#server/kit/db/of-customers.ts';

/** How many tasks are active, disabled by their customer, or disabled by Jobdock. */
export type TaskCounts = { readonly active: number; readonly customerDisabled: number; readonly systemDisabled: number };

/** Counts the tasks of these customers. */
export async function taskCounts(db: Db, customers: Customers): Promise<TaskCounts> {
  const { rows } = await sql<TaskCounts>`
    with t as (
      select (row ->> 'disabled')::boolean as off, (row ->> 'disabledByAdmin')::boolean or (row ->> 'ignored')::boolean as off_by_us
      from task where ${ofCustomers(customers)} and not deleted
    )
    select count(*) filter (where not off and not off_by_us)::integer as active,
      count(*) filter (where off and not off_by_us)::integer as "customerDisabled",
      count(*) filter (where off_by_us)::integer as "systemDisabled" from t`.execute(db);
  return rows[0] ?? { active: 0, customerDisabled: 0, systemDisabled: 0 };
}
