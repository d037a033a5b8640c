import type { CustomerStatusRow } from '#contract/rows/customer-status.ts';
import { defaultStatusOf } from '#domain/statuses/expanded-status.ts';

/** A status as the list shows it. */
export type StatusLine = CustomerStatusRow & { readonly isDefault: boolean };

/** The statuses with the mark of the default. */
export function linesOf(statuses: readonly CustomerStatusRow[]): readonly StatusLine[] {
  const chosen = defaultStatusOf(statuses);
  return statuses.map((status) => ({ ...status, isDefault: status.id === chosen?.id }));
}
