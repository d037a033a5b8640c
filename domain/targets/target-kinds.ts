/**
 * How jobs reach a target: each is sent to an ATS, all are published as a feed that others read, or none ever does. `unavailable`:
 * Jobdock has no connection to it, so no one can add one.
 */
type Delivery = 'sent' | 'published' | 'never' | 'unavailable';

/** Names the code of the service that talks to an ATS. */
export type AdapterName = 'bullhorn' | 'crelate' | 'ctm' | 'laborEdge' | 'salesforce' | 'travelNurseSource';

/** What the form of a new facility asks for: contact and custom fields; job types and offerings; or the address alone. */
type FacilityForm = 'recruiting' | 'offering' | 'plain';

/** One kind of target, as the documents number them. */
export type TargetKind = {
  readonly id: number;
  readonly name: string;
  readonly delivery: Delivery;
  /** Null for a kind that no code of the service talks to. */
  readonly adapter: AdapterName | null;
  /** False for a number that the documents mention without a word about it. */
  readonly isDescribed: boolean;
  /** Feeds: people choose among the others where a customer has some (documented). */
  readonly isHiddenFromPicks: boolean;
  readonly facilityForm: FacilityForm;
  /** The documented connection of a recruiting suite: only administrators see and change it. */
  readonly isConnectedByAdministrators: boolean;
  /** Whether the fields of its job orders can be listed (documented). */
  readonly hasFieldList: boolean;
};

const lastKind = 47;

type Described = { readonly name: string } & Partial<Omit<TargetKind, 'id' | 'name' | 'isDescribed'>>;

/** What the documents say of a number, and the connections that Jobdock has. */
const described: Readonly<Record<number, Described>> = {
  1: { name: 'BSS' },
  2: { name: 'CTM', delivery: 'sent', adapter: 'ctm' },
  3: { name: 'VirtualVMS' },
  4: { name: 'XML feed', delivery: 'published', isHiddenFromPicks: true },
  6: { name: 'Target without posting', delivery: 'never' },
  8: { name: 'Bullhorn', delivery: 'sent', adapter: 'bullhorn', facilityForm: 'recruiting', hasFieldList: true },
  9: { name: 'Salesforce', delivery: 'sent', adapter: 'salesforce', hasFieldList: true },
  18: { name: 'iris' },
  22: { name: 'Crelate', delivery: 'sent', adapter: 'crelate', isConnectedByAdministrators: true, hasFieldList: true },
  25: { name: 'LaborEdge', delivery: 'never', adapter: 'laborEdge', facilityForm: 'offering', hasFieldList: true },
  26: { name: 'Job board feed', delivery: 'published', isHiddenFromPicks: true },
  30: { name: 'Target with rules for each shift', hasFieldList: true },
  34: { name: 'Target 34', hasFieldList: true },
  40: { name: 'TravelNurseSource', delivery: 'sent', adapter: 'travelNurseSource', hasFieldList: true },
  41: { name: 'Target 41', hasFieldList: true },
};

const kindOf = (id: number): TargetKind => ({
  id,
  name: `Target ${id}`,
  delivery: 'unavailable',
  adapter: null,
  isDescribed: described[id] !== undefined,
  isHiddenFromPicks: false,
  facilityForm: 'plain',
  isConnectedByAdministrators: false,
  hasFieldList: false,
  ...described[id],
});

/** All kinds of target, by their number: 1 to 47. */
export const targetKinds: readonly TargetKind[] = Array.from({ length: lastKind }, (_, at) => kindOf(at + 1));

/** The kind with this number. A number that the documents do not know is a kind without a connection. */
export const targetKind = (id: number): TargetKind => targetKinds[id - 1] ?? kindOf(id);

/** Whether jobs are sent to targets of this kind, one by one. */
export const isSentTo = (id: number): boolean => targetKind(id).delivery === 'sent';

/** Whether targets of this kind are feeds that others read. */
export const isPublished = (id: number): boolean => targetKind(id).delivery === 'published';

/** Whether an administrator can add a target of this kind. One that takes no jobs may still have lists to read. */
export const canConnect = ({ delivery, adapter }: Pick<TargetKind, 'delivery' | 'adapter'>): boolean =>
  delivery === 'sent' || delivery === 'published' || adapter !== null;

/** The targets that people choose from: without the feeds, unless a customer has nothing else (documented). */
export function pickable<T extends { readonly typeId: number }>(targets: readonly T[]): readonly T[] {
  const others = targets.filter(({ typeId }) => !targetKind(typeId).isHiddenFromPicks);
  return others.length > 0 ? others : targets;
}

/** The target whose mappings and posts are shown until another is chosen: the first one that is on. */
export function firstTarget<T extends { readonly typeId: number; readonly disabled: boolean }>(
  targets: readonly T[],
): T | undefined {
  const offered = pickable(targets);
  return offered.find(({ disabled }) => !disabled) ?? offered[0];
}
