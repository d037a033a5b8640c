import { createHash } from 'node:crypto';
import { isDeepStrictEqual } from 'node:util';

/**
 * The values of one job that a target gets, under the target's field names: plain JSON, null if a field is empty, a list for the
 * ids of a to-many field. It has only fields that follow the job, so that an update overwrites no other field.
 */
export type SentValues = Readonly<Record<string, unknown>>;

/** The value that a field was last sent (undefined: not known), and the value to send now. */
export type FieldChanges = Readonly<Record<string, { readonly before: unknown; readonly after: unknown }>>;

const longText = 100;

/** The stored form of values: a long text becomes its digest, which is enough to see a change. */
export const remembered = (values: SentValues): SentValues =>
  Object.fromEntries(Object.entries(values).map(([field, value]) => [field, digested(value)]));

const digested = (value: unknown): unknown =>
  typeof value === 'string' && value.length > longText ? `sha256:${createHash('sha256').update(value).digest('hex')}` : value;

/** The fields of `values` that differ from what was sent, in its stored form. */
export function changedSince(sent: SentValues, values: SentValues): FieldChanges {
  const changes = Object.entries(values).filter(([field, value]) => !isDeepStrictEqual(sent[field], digested(value)));
  return Object.fromEntries(changes.map(([field, after]) => [field, { before: sent[field], after }]));
}

/** Ids that a list in the target may hold. It differs from every list to be sent. */
type Doubtful = { readonly maybe: readonly string[] };

const maybe = (ids: readonly string[]): Doubtful => ({ maybe: [...new Set(ids)] });

/**
 * What is known of a target while a call with these changes has an unknown result: nothing of the changed fields, and for lists
 * all ids they may hold.
 */
export function inDoubt(sent: SentValues, changes: FieldChanges): SentValues {
  const kept = Object.entries(sent).filter(([field]) => !(field in changes));
  const lists = Object.entries(changes).flatMap(([field, { before, after }]) =>
    Array.isArray(after) ? [[field, maybe([...idsOf(before), ...idsOf(after)])] as const] : [],
  );
  return Object.fromEntries([...kept, ...lists]);
}

/**
 * What is known of a job order if a call with these values created it. To-many fields follow in separate calls, which may have
 * been interrupted. If an earlier call may have created it (`earlier`: what that call left), only the ids that its lists may hold
 * are known.
 */
export function ifMade(values: SentValues, earlier: SentValues | null): SentValues {
  const lists = Object.entries(values).flatMap(([field, value]) =>
    Array.isArray(value) ? [[field, maybe([...idsOf(earlier?.[field]), ...idsOf(value)])] as const] : [],
  );
  return { ...(earlier === null && remembered(values)), ...Object.fromEntries(lists) };
}

/** What is known of a job order that later calls may have changed: the ids that its lists held once. */
export const longAgo = (sent: SentValues): SentValues =>
  Object.fromEntries(
    Object.entries(sent).flatMap(([field, value]) =>
      Array.isArray(value) || isDoubtful(value) ? [[field, maybe(idsOf(value))]] : [],
    ),
  );

/** The ids that a to-many field holds or may hold. Empty if nothing is known. */
export function idsOf(value: unknown): readonly string[] {
  if (Array.isArray(value)) return value.map(String);
  return isDoubtful(value) ? value.maybe : [];
}

const isDoubtful = (value: unknown): value is Doubtful => typeof value === 'object' && value !== null && 'maybe' in value;

/** Values of a target that a person kept, by field: what was sent when they did (stored form), and what the target held. */
export type KeptValues = Readonly<Record<string, { readonly ours: unknown; readonly theirs: unknown }>>;

/** The kept fields whose own value is still the one that was sent then. A new value of ours ends the keeping. */
export const stillKept = (kept: KeptValues, values: SentValues): KeptValues =>
  Object.fromEntries(
    Object.entries(kept).filter(([field, { ours }]) => field in values && isDeepStrictEqual(ours, digested(values[field]))),
  );

/** The values that a target should hold now, in full: without those that changed since, which are sent by themselves. */
export const standingValues = (sent: SentValues, values: SentValues): SentValues =>
  Object.fromEntries(Object.entries(values).filter(([field, value]) => isDeepStrictEqual(sent[field], digested(value))));

/** The fields of `all` without those. */
export const without = <T>(all: Readonly<Record<string, T>>, fields: Iterable<string>): Record<string, T> => {
  const left = new Set(fields);
  return Object.fromEntries(Object.entries(all).filter(([field]) => !left.has(field)));
};
