import { sql } from 'kysely';
import type { CollectError } from '#contract/rows/collect-errors.ts';
import type { Tx } from '#server/kit/db/connection.ts';
import { isPassing } from './next-run.ts';

/** Failures of a customer's runs in a row after which a host is left alone for a while. */
const mostFailures = 5;
const firstMinutes = 1;
const longestMinutes = 30;

/** Notes how a host answered. One that fails again and again is closed to scheduled runs: for a minute, then twice as long each time. */
export async function noteHost(
  tx: Tx,
  { customerId, host }: { readonly customerId: number; readonly host: string | null },
  error: CollectError | null,
  now: Date,
): Promise<void> {
  if (host === null) return;
  if (error === null || !isPassing(error)) {
    await tx.deleteFrom('vendor_host').where('customer_id', '=', customerId).where('host', '=', host).execute();
    return;
  }
  await sql`
    insert into vendor_host as h (customer_id, host, failures, error) values (${customerId}, ${host}, 1, ${error})
    on conflict (customer_id, host) do update set failures = h.failures + 1, error = excluded.error,
      open_until = case when h.failures + 1 >= ${mostFailures} then ${now}::timestamptz
        + make_interval(mins => least(${firstMinutes} * power(2, least(h.failures + 1 - ${mostFailures}, 10))::integer, ${longestMinutes}))
        end`.execute(tx);
}
