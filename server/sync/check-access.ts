/** A lane's row and its customer's, as far as they decide over access; null: the lane is not known. */
export type KnownLane = { readonly userId: number; readonly customerDeleted: boolean } | null;

/** What a caller may do with a lane. `foreign`: it is somebody else's, to be answered like one that is not there and recorded. */
export type LaneAccess = 'open' | 'foreign' | 'not_found' | 'forbidden' | 'customer_gone';

/**
 * May this caller use a lane of this customer? Someone who had the lane but lost the customer is told so (`forbidden`, or
 * `customer_gone` after its deletion [edge case 21]), so that their work is kept; to anyone else it is `not_found` [D1.1].
 */
export function checkAccess(lane: KnownLane, userId: number, mayUseCustomer: boolean): LaneAccess {
  if (lane && lane.userId !== userId) return 'foreign';
  if (mayUseCustomer) return 'open';
  if (!lane) return 'not_found';
  return lane.customerDeleted ? 'customer_gone' : 'forbidden';
}
