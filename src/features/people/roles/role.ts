import type { ReplyOf } from '#contract/kit/endpoint.ts';
import { rightLabels } from '#contract/kit/right-labels.ts';
import { type RightName, rightIds } from '#contract/kit/rights.ts';
import type { listRights, Role } from '#contract/people/roles.ts';

/** Groups of rights, as the service lists them. */
export type RightGroups = ReplyOf<typeof listRights>;

/** The id of a role that is not saved yet, in the address of its form. */
export const newRoleId = -1;
export const newRole: Role = {
  id: newRoleId,
  name: '',
  rights: [],
  administrator: false,
  authorisesEverything: false,
  version: 1,
  holders: 0,
};

const labels = new Map<number, string>(Object.entries(rightIds).map(([name, id]) => [id, rightLabels[name as RightName]]));
/** A right as people read it. A newer service may have rights that this app does not know. */
export const labelOfRight = (id: number): string => labels.get(id) ?? `Right ${id}`;

/** How a role has a right: by itself, or because its holders may do everything. */
export function heldAs(role: Role, rightId: number): 'own' | 'everything' | 'no' {
  if (role.rights.some((right) => right.rightId === rightId)) return 'own';
  const isOfProvider = rightId === rightIds['admin.customers'] || rightId === rightIds['admin.system'];
  return role.administrator || (role.authorisesEverything && !isOfProvider) ? 'everything' : 'no';
}
