import type { CustomerRef } from '#contract/kit/ids.ts';
import { no, ok, type Result } from '#contract/kit/result.ts';
import type { Db } from '../db/connection.ts';
import { withoutScope } from '../db/customer-scope.ts';
import type { Customers } from '../db/of-customers.ts';
import type { Actor } from './handle.ts';

/** Means all customers in a `cust` argument. */
export const allCustomers = -1;

/** The customers whose work a caller may see: all for an administrator, else their own and those linked to them. */
export async function visibleCustomers(db: Db, actor: Actor): Promise<Customers> {
  if (actor.administrator) return 'all';
  const linked = await withoutScope(db)
    .selectFrom('user_link')
    .innerJoin('customer', 'customer.id', 'user_link.linked_customer_id')
    .select('linked_customer_id as id')
    .where('customer_id', '=', actor.customerId)
    .where('user_id', '=', actor.userId)
    .where('agreed_at', 'is not', null)
    .where('customer.deleted_at', 'is', null)
    .execute();
  return [actor.customerId, ...linked.map(({ id }) => id)];
}

/** The customers that a call reads: the one that it names, or every one for an administrator who names all. */
export const namedCustomers = (customerId: number): Customers => (customerId === allCustomers ? 'all' : [customerId]);

/** Whether a number can be the id of one customer. */
export const isCustomer = (id: number): boolean => Number.isSafeInteger(id) && id > 0 && id <= 2_147_483_647;

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
  if (!isCustomer(ref)) return no({ kind: 'not_found' });
  const row = await withoutScope(db)
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
