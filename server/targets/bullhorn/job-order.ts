import type { SentValues } from '../adapter/sent-values.ts';
import type { SentOrder } from '../adapter/target-adapter.ts';

/** The agency's own ids that every job order needs and that Jobdock cannot know. */
export type BullhornDefaults = { readonly ownerId: number; readonly contactId: number };

/** The fields of a job order that no field mapping may set: what finds it again, and what the target's connection says. */
export const ownFields: readonly string[] = ['externalID', 'clientContact', 'owner', 'isDeleted'];

/**
 * The body of `PUT entity/JobOrder` for one job: the values of the field mapping and Jobdock's own. It has no lists, because Bullhorn
 * refuses them here.
 */
export function jobOrderBody({ reference, fields }: SentOrder, defaults: BullhornDefaults): Record<string, unknown> {
  const mapped = Object.entries(fields.values).filter(([, value]) => value !== null && !Array.isArray(value));
  return {
    ...Object.fromEntries(mapped),
    externalID: reference,
    clientContact: { id: defaults.contactId },
    owner: { id: defaults.ownerId },
    isDeleted: false,
  };
}

/** The lists of ids among the values, by field. */
export const listsOf = (values: SentValues): Readonly<Record<string, readonly string[]>> =>
  Object.fromEntries(
    Object.entries(values).flatMap(([field, value]) => (Array.isArray(value) ? [[field, value.map(String)]] : [])),
  );
