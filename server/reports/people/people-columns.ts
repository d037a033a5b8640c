import { type RawBuilder, sql } from 'kysely';

/** Whether a person `u` gets mails of a kind. */
const gets = (name: string) => sql`coalesce((u.alerts ->> ${sql.lit(name)})::boolean, false)`;

const getsBillingAlerts = gets('billing');
/** The documented alerts of a person `u`, and their support tickets. */
export const alertColumns = sql`${gets('collection')} as "getsTaskAlerts", ${getsBillingAlerts} as "getsBillingAlerts",
  ${gets('system')} as "getsSystemAlerts"`;
export const getsTickets = gets('tickets');

/** The names of the targets of a customer, in their order. */
export const targetsOf = (customer: string): RawBuilder<unknown> => sql`coalesce((
  select string_agg(x.row ->> 'name', ', ' order by x.id) from target x
  where x.customer_id = ${sql.ref(customer)} and not x.deleted), '')`;
