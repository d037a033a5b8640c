import type { AnyReport, ReportFilter } from './report.ts';
import { reportIds } from './report-ids.ts';
import { readFilters } from './saved-filters.ts';

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

/** Reports for administrators whose pages always have the rows of all customers. */
const alwaysOfAll: ReadonlySet<number> = new Set([reportIds.customersByTask, reportIds.customerRisk, reportIds.serviceItems]);

/** Whether the page of a report with these filters has the rows of all customers, for a person who is an administrator. */
export const isOfAllCustomers = ({ id, filters }: Pick<AnyReport, 'id' | 'filters'>, query: string): boolean =>
  alwaysOfAll.has(id) ||
  (filters.some(({ name }) => name === whoseFilter) &&
    readFilters(query).every(({ name, value }) => name !== whoseFilter || value !== 'one'));
