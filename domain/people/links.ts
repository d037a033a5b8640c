import type { RightName } from '#contract/kit/rights.ts';
import { type LinkStatus, linkStatus } from '#contract/people/links.ts';
import { mayGiveRole } from '../rights/giving.ts';
import { type Holder, may } from '../rights/may.ts';

const hoursAfterRejection = 24;

type Decisions = { readonly agreedAt: string | null; readonly rejectedAt: string | null };

/** The status of a stored link; null: there is none. */
export function statusOfLink(link: Decisions | null): LinkStatus {
  if (link === null) return linkStatus.none;
  if (link.agreedAt !== null) return linkStatus.approved;
  return link.rejectedAt === null ? linkStatus.asked : linkStatus.rejected;
}

/**
 * A rejected person may ask again, but not at once: each request emails the people who decide. `sinceRejection` is in milliseconds;
 * null if the last request was not rejected.
 */
export const mayAskAgain = (sinceRejection: number | null): boolean =>
  sinceRejection === null || sinceRejection >= hoursAfterRejection * 3_600_000;

/** What a link with these rights lets a person do. A link never makes an administrator. */
const holderOfLink = (rights: Iterable<RightName>): Holder => ({
  administrator: false,
  authorisesEverything: false,
  rights: new Set(rights),
});

/** Rights of administrators only: no link carries them. */
const neverLinked: ReadonlySet<RightName> = new Set<RightName>(['admin.customers', 'admin.system']);

/** Whether a link can carry this right, given by `giver`. */
export const mayLinkRight = (giver: Holder, right: RightName): boolean =>
  !neverLinked.has(right) && mayGiveRole(giver, holderOfLink([right]));

/** The rights that a person has and `giver` can give. */
export const sharedRights = (person: Holder, giver: Holder, every: readonly RightName[]): RightName[] =>
  every.filter((right) => may(person, right) && mayLinkRight(giver, right));

/** Rights over who works at a customer and over its account: a guest gets them only by choice. */
const byChoiceOnly: ReadonlySet<RightName> = new Set<RightName>(['users.write', 'links.write', 'account.write']);

/** What an approval gives if it names no rights. */
export const proposedRights = (person: Holder, giver: Holder, every: readonly RightName[]): RightName[] =>
  sharedRights(person, giver, every).filter((right) => !byChoiceOnly.has(right));
