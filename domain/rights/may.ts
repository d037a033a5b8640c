import type { Needs, RightName } from '#contract/kit/rights.ts';

/** What decides whether someone may do something. */
export type Holder = {
  readonly administrator: boolean;
  /** The role's explicit flag (the documents' "NONE authorises everything"): every right but an administrator's. */
  readonly authorisesEverything: boolean;
  readonly rights: ReadonlySet<RightName>;
};

/** The master mapping right stands for each of these. */
const underMapAll: ReadonlySet<RightName> = new Set<RightName>(['map.facility', 'map.degree', 'map.shift']);

/** Rights that a role or a person may be given but that act for administrators only (ids 28 and 29). */
const administratorsOnly: ReadonlySet<RightName> = new Set<RightName>(['admin.customers', 'admin.system']);

/** Whether someone signed in may do what asks for `needs`; the service decides with it, the app only hides. */
export function may(who: Holder, needs: Needs): boolean {
  if (needs === 'public' || needs === 'session' || who.administrator) return true;
  if (needs === 'admin' || administratorsOnly.has(needs)) return false;
  return who.authorisesEverything || who.rights.has(needs) || (underMapAll.has(needs) && who.rights.has('map.all'));
}
