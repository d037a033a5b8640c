import { useSyncExternalStore } from 'react';
import { readCustomerBasics } from '#contract/people/customers.ts';
import { labelsFrom } from '#domain/fields/labels.ts';
import { type FieldNames, fieldNames } from '#domain/job-list/field-names.ts';
import { useReply } from '#src/entities/reply/use-reply.ts';
import { useSession } from '#src/entities/session/session.ts';
import { useLocalStore } from '#src/sync/hooks/local-store.ts';
import { type DeviceLabels, labelWatch } from './label-rows.ts';

const made = new WeakMap<DeviceLabels, Map<number, FieldNames>>();

/** One object for the same labels, so that columns that depend on it are made once. */
function namesOf(rows: DeviceLabels, industryId: number): FieldNames {
  const byIndustry = made.get(rows) ?? new Map<number, FieldNames>();
  made.set(rows, byIndustry);
  const known = byIndustry.get(industryId);
  if (known) return known;
  const names = fieldNames(labelsFrom({ ...rows, industryId }));
  byIndustry.set(industryId, names);
  return names;
}

/** What the people of the customer on screen call fields and kinds of work. A change of a label reaches open screens. */
export function useFieldNames(): FieldNames {
  const { store } = useLocalStore();
  const { customer, role } = useSession();
  const watch = labelWatch(store);
  const rows = useSyncExternalStore(watch.subscribe, watch.get);
  const { reply } = useReply(readCustomerBasics, { cust: customer.id });
  return namesOf(rows, reply?.industry ?? role.industry);
}
