import type { CustomerRef } from '#contract/kit/ids.ts';
import { no, ok, type Result } from '#contract/kit/result.ts';
import type { Db } from '../db/connection.ts';
import type { Actor } from './handle.ts';

/** Means all customers in a `cust` argument. */
export const allCustomers = -1;

/**
 * The customer that a `cust` argument means for an actor: `me` is their own, -1 all customers (administrators only, others get
 * `forbidden`). A customer that does not exist, is deleted or belongs to others is always `not_found` [D1.1].
 */
export async function resolveCustomer(
  db: Db,
  actor: Actor,
  ref: CustomerRef,
): Promise<Result<number, { kind: 'forbidden' | 'not_found' }>> {
  if (ref === 'me' || ref === actor.customerId) return ok(actor.customerId);
  if (ref === allCustomers) return actor.administrator ? ok(allCustomers) : no({ kind: 'forbidden' });
  if (!Number.isSafeInteger(ref) || ref < 1 || ref > 2_147_483_647) return no({ kind: 'not_found' });
  const row = await db
    .selectFrom('customer')
    .select('id')
    .where('id', '=', ref)
    .where('deleted_at', 'is', null)
    .$if(!actor.administrator, (query) =>
      query.where((e) =>
        e.exists(
          e
            .selectFrom('user_link')
            .select('linked_customer_id')
            .where('customer_id', '=', actor.customerId)
            .where('user_id', '=', actor.userId)
            .where('agreed_at', 'is not', null)
            .whereRef('linked_customer_id', '=', 'customer.id'),
        ),
      ),
    )
    .executeTakeFirst();
  return row ? ok(row.id) : no({ kind: 'not_found' });
}
