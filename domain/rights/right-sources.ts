import type { RightName } from '#contract/kit/rights.ts';
import { type Holder, may } from './may.ts';

/**
 * Why a person has a right: the provider's administrators and roles that authorize everything have it by their flag, others by their
 * role, by themselves (beside the role), or under a right that includes it.
 */
export type RightSource =
  | { readonly kind: 'administrator' | 'everything' | 'role' | 'person' }
  | { readonly kind: 'master'; readonly master: RightName };

/** Why a person does not have a right: it was taken from them though the role has it, it is for administrators only, or never given. */
export type NoRight = { readonly kind: 'taken' | 'administratorsOnly' | 'none' };

/** The rights that a person's role has. Beside it, a person may have more or fewer. */
type RoleRights = { readonly rights: ReadonlySet<RightName> };

const isOfRole = (role: RoleRights, right: RightName) => role.rights.has(right);

/** Where a right comes from, or why it is missing. Source of both: the database. It never disagrees with `may`. */
export function sourceOfRight(person: Holder, role: RoleRights, right: RightName): RightSource | NoRight {
  if (person.administrator) return { kind: 'administrator' };
  if (may(person, right)) {
    if (person.rights.has(right)) return { kind: isOfRole(role, right) ? 'role' : 'person' };
    return person.authorisesEverything ? { kind: 'everything' } : { kind: 'master', master: 'map.all' };
  }
  if (may({ ...person, administrator: true }, right) && !may({ ...person, authorisesEverything: true }, right)) {
    return { kind: 'administratorsOnly' };
  }
  return { kind: isOfRole(role, right) ? 'taken' : 'none' };
}

/** What a person has beside the role: ids that the role lacks, and ids of the role that were taken from them. */
export function besideRole(role: readonly number[], person: readonly number[]): { added: number[]; taken: number[] } {
  const [ofRole, own] = [new Set(role), new Set(person)];
  return { added: person.filter((id) => !ofRole.has(id)), taken: role.filter((id) => !own.has(id)) };
}
