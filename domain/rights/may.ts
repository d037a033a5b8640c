import type { Needs, RightName } from '#contract/kit/rights.ts';

/** The data that decides what a user may do. */
export type Holder = {
  readonly administrator: boolean;
  /** The role's explicit flag (the documents' "NONE authorises everything"): every right except an administrator's. */
  readonly authorisesEverything: boolean;
  readonly rights: ReadonlySet<RightName>;
};

/** The rights that the master mapping right includes. */
const underMapAll: ReadonlySet<RightName> = new Set<RightName>(['map.facility', 'map.degree', 'map.shift']);

/** Rights that a role or a user may have but that work for administrators only (ids 28 and 29). */
const administratorsOnly: ReadonlySet<RightName> = new Set<RightName>(['admin.customers', 'admin.system']);

/** Whether a signed-in user may do something that requires `needs`. The service enforces it; the app only hides controls. */
export function may(who: Holder, needs: Needs): boolean {
  if (needs === 'public' || needs === 'session' || who.administrator) return true;
  if (needs === 'admin' || administratorsOnly.has(needs)) return false;
  return who.authorisesEverything || who.rights.has(needs) || (underMapAll.has(needs) && who.rights.has('map.all'));
}
