import { type Holder, may } from './may.ts';

/**
 * Whether a person may give someone a role. No one gives more than they hold: an administrator of the provider gives every role,
 * others only roles whose rights they all have. Roles of administrators and those that authorize everything come from
 * administrators only. The source of `giver` and `role` is the database, never a request.
 */
export function mayGiveRole(giver: Holder, role: Holder): boolean {
  if (giver.administrator) return true;
  if (role.administrator || role.authorisesEverything) return false;
  return [...role.rights].every((right) => may(giver, right));
}
