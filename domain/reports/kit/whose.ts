import type { ReportFilter } from './report.ts';

/** The name of the filter in the address that says whose rows a report has. */
export const whoseFilter = 'of';

/**
 * The filter of a report that has the rows of all customers for an administrator, who may narrow it to the one on screen. The service
 * decides whose rows come.
 */
export const whose = {
  kind: 'choice',
  name: whoseFilter,
  label: 'Customers',
  choices: [{ value: 'one', label: 'This customer only' }],
} as const satisfies ReportFilter<never>;
