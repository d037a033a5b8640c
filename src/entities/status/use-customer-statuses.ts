import { useMemo } from 'react';
import type { CustomerStatusRow } from '#contract/rows/customer-status.ts';
import type { JobRow } from '#contract/rows/jobs.ts';
import { expandedStatuses, statusOfVendor } from '#domain/statuses/expanded-status.ts';
import { useCollection } from '#src/sync/hooks/use-collection.ts';

/** The customer's own statuses, as far as this device has them. `ready` is true once a first complete copy has arrived. */
export function useCustomerStatuses(): { readonly ready: boolean; readonly statuses: readonly CustomerStatusRow[] } {
  const { ready, rows } = useCollection('customerStatus');
  return useMemo(() => ({ ready, statuses: rows.filter(({ purged }) => !purged) }), [ready, rows]);
}

/** The customer's own status of a job; null as long as the customer has none. */
export function useExpandedStatus(job: JobRow): string | null {
  const { statuses } = useCustomerStatuses();
  const { rows: sources } = useCollection('source');
  const statusOf = useMemo(() => expandedStatuses({ statuses, sources }), [statuses, sources]);
  return statusOf(statusOfVendor(job))?.name ?? null;
}
