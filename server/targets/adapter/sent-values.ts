import { createHash } from 'node:crypto';
import { isDeepStrictEqual } from 'node:util';

/**
 * What a target is given of one job, under the target's own names of fields: plain JSON, null where a field is empty, a list
 * where it holds ids of a to-many field. Only what follows the job stands here, so that nothing else there is ever overwritten.
 */
export type SentValues = Readonly<Record<string, unknown>>;

/** What a field was given last (undefined: not known), and what it is to be given now. */
export type FieldChanges = Readonly<Record<string, { readonly before: unknown; readonly after: unknown }>>;

const longText = 100;

/** Values as they are remembered: a long text by its digest, which says as well whether it changed. */
export const remembered = (values: SentValues): SentValues =>
  Object.fromEntries(Object.entries(values).map(([field, value]) => [field, digested(value)]));

const digested = (value: unknown): unknown =>
  typeof value === 'string' && value.length > longText ? `sha256:${createHash('sha256').update(value).digest('hex')}` : value;

/** The fields of `values` that differ from what was sent, as it is remembered. */
export function changedSince(sent: SentValues, values: SentValues): FieldChanges {
  const changes = Object.entries(values).filter(([field, value]) => !isDeepStrictEqual(sent[field], digested(value)));
  return Object.fromEntries(changes.map(([field, after]) => [field, { before: sent[field], after }]));
}

/** A list whose ids may stand in the target, or not: it differs from every list that is wanted. */
type Doubtful = { readonly maybe: readonly string[] };

const maybe = (ids: readonly string[]): Doubtful => ({ maybe: [...new Set(ids)] });

/**
 * What is known of a target while a call with these changes has an unknown fate: nothing of the changed fields, of lists all
 * that may stand there.
 */
export function inDoubt(sent: SentValues, changes: FieldChanges): SentValues {
  const kept = Object.entries(sent).filter(([field]) => !(field in changes));
  const lists = Object.entries(changes).flatMap(([field, { before, after }]) =>
    Array.isArray(after) ? [[field, maybe([...idsOf(before), ...idsOf(after)])] as const] : [],
  );
  return Object.fromEntries([...kept, ...lists]);
}

/**
 * What stands in a job order if a call with these values made it: to-many fields follow in calls of their own, which may have
 * broken off. Where an earlier call may have made it (`earlier`: what that one left), only its lists are known, as all that may stand there.
 */
export function ifMade(values: SentValues, earlier: SentValues | null): SentValues {
  const lists = Object.entries(values).flatMap(([field, value]) =>
    Array.isArray(value) ? [[field, maybe([...idsOf(earlier?.[field]), ...idsOf(value)])] as const] : [],
  );
  return { ...(earlier === null && remembered(values)), ...Object.fromEntries(lists) };
}

/** What is known of a job order that later calls may have written to: of its lists what stood there once. */
export const longAgo = (sent: SentValues): SentValues =>
  Object.fromEntries(
    Object.entries(sent).flatMap(([field, value]) =>
      Array.isArray(value) || isDoubtful(value) ? [[field, maybe(idsOf(value))]] : [],
    ),
  );

/** The ids that stand in a to-many field, or may; none where nothing is known. */
export function idsOf(value: unknown): readonly string[] {
  if (Array.isArray(value)) return value.map(String);
  return isDoubtful(value) ? value.maybe : [];
}

const isDoubtful = (value: unknown): value is Doubtful => typeof value === 'object' && value !== null && 'maybe' in value;
