/** The columns of a lane and its customer that decide access. Null: the lane is not known. */
export type KnownLane = { readonly userId: number; readonly customerDeleted: boolean } | null;

/**
 * What a caller may do with a lane. `foreign`: the lane belongs to another person; the reply is the same as for an unknown lane,
 * and the attempt is recorded.
 */
export type LaneAccess = 'open' | 'foreign' | 'not_found' | 'forbidden' | 'customer_gone';

/**
 * Whether this caller may use a lane of this customer. The owner of a lane who lost access to the customer gets `forbidden`, or
 * `customer_gone` if the customer was deleted [edge case 21], so that the device keeps their work. Anyone else gets `not_found`
 * [D1.1].
 */
export function checkAccess(lane: KnownLane, userId: number, mayUseCustomer: boolean): LaneAccess {
  if (lane && lane.userId !== userId) return 'foreign';
  if (mayUseCustomer) return 'open';
  if (!lane) return 'not_found';
  return lane.customerDeleted ? 'customer_gone' : 'forbidden';
}
