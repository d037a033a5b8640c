import type { JobRow } from '#contract/rows/jobs.ts';
import type { Tx } from '#server/kit/db/connection.ts';

/** The documented type of the list of order types; 6 are their sub-types. */
const orderTypes = 5;

/** The order type of a target that somebody chose for the source of a job; nothing where no one did. */
export async function sourceOrderType(
  tx: Tx,
  { customerId, targetId }: { readonly customerId: number; readonly targetId: number },
  { sourceId }: Pick<JobRow, 'sourceId'>,
): Promise<{ orderType?: string }> {
  const chosen = await tx
    .selectFrom('source_order_type')
    .select('ext_id')
    .where('customer_id', '=', customerId)
    .where('target_id', '=', targetId)
    .where('order_type', '=', orderTypes)
    .where('source_id', '=', sourceId)
    .executeTakeFirst();
  return chosen ? { orderType: chosen.ext_id } : {};
}
