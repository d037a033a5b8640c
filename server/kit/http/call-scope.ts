import type { Customers } from '../db/of-customers.ts';
import { allCustomers } from './customer-access.ts';
import type { Actor } from './handle.ts';

/**
 * The customers whose rows a call can reach: the one that it names; else the caller's own and the linked ones. All of them only for
 * an administrator who names all, or no one.
 */
export function scopeOf(actor: Actor, named: number | undefined): Customers {
  if (named === allCustomers) return 'all';
  if (named !== undefined) return [named];
  return actor.administrator ? 'all' : [actor.customerId, ...actor.linkedCustomers];
}

/** The customers whose rows a command for one customer can reach: an administrator's global rule is a row of each customer. */
export const commandScopeOf = (actor: Actor, customerId: number): Customers => (actor.administrator ? 'all' : [customerId]);

/** The caller as they work for a customer: with the rights of their link, where that carries any. */
export function inCustomer(actor: Actor, customerId: number): Actor {
  const rights = actor.administrator || customerId === actor.customerId ? undefined : actor.rightsAtLinked.get(customerId);
  return rights === undefined ? actor : { ...actor, rights, authorisesEverything: false };
}

/** Whether the caller may still work for a customer, by what was last read of them. */
export const worksFor = (actor: Actor, customerId: number): boolean =>
  actor.administrator || customerId === actor.customerId || actor.linkedCustomers.includes(customerId);
