import type { ReplyOf } from '#contract/kit/endpoint.ts';
import type { reportTaskAudit } from '#contract/reports/collecting-reports.ts';

/** The states of a task in words, as lists and reports say them. */
export const taskStateNames: Readonly<Record<ReplyOf<typeof reportTaskAudit>['rows'][number]['state'], string>> = {
  active: 'Active',
  setup: 'Awaiting Setup',
  customer: 'Disabled by Customer',
  team: 'Disabled by the Jobdock team',
  provider: 'Disabled by Jobdock',
};
