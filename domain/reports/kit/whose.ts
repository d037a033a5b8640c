import type { ReportFilter } from './report.ts';

/** The name of the filter in the address that says whose rows a report has. */
export const whoseFilter = 'of';

/**
 * The filter of a report that an administrator may read for all customers. It starts with one of the two: `all` offers the other one of a
 * report that starts with the customer on screen, `one` that of a report that starts with all. The service decides whose rows come.
 */
export const whose = (offered: 'all' | 'one') =>
  ({
    kind: 'choice',
    name: whoseFilter,
    label: 'Customers',
    choices: [offered === 'all' ? { value: 'all', label: 'All customers' } : { value: 'one', label: 'This customer only' }],
  }) as const satisfies ReportFilter<never>;
