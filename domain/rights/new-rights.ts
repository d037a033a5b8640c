import type { RightName } from '#contract/kit/rights.ts';

/** A right that the product got after its first release, and the ids of the roles that have it from then on. */
type NewRight = { readonly right: RightName; readonly roles: readonly number[] };

/** Roles of every installation, by id. Databases store the ids. */
const customerAdministrator = 1;

/**
 * New rights, by id. Each start of the service gives those that it did not give yet: to the roles named here, to the roles of the
 * provider's administrators, and to the people whose rights were those of such a role. Only add lines: a right is given once, so
 * that a role whose right was taken away later does not get it back.
 */
export const newRights: readonly NewRight[] = [
  { right: 'roles.read', roles: [customerAdministrator] },
  { right: 'account.write', roles: [customerAdministrator] },
  { right: 'links.write', roles: [customerAdministrator] },
  { right: 'activity.read', roles: [customerAdministrator] },
  // Older than the others, but nothing was behind it before there was billing.
  { right: 'billing.read', roles: [customerAdministrator] },
  { right: 'billing.write', roles: [customerAdministrator] },
  { right: 'subscription.write', roles: [customerAdministrator] },
  // Older than the others, but nothing was behind it before there were submissions.
  { right: 'submissions.use', roles: [customerAdministrator] },
  { right: 'submissions.all', roles: [customerAdministrator] },
];
