import type { listCrawlerCustomers } from '#contract/collecting/crawlers.ts';
import type { ReplyOf } from '#contract/kit/endpoint.ts';
import type { Report, ReportChoice } from '../kit/report.ts';
import { reportIds } from '../kit/report-ids.ts';

/** One customer that has tasks of the chosen kind. */
export type CustomerByTaskLine = ReplyOf<typeof listCrawlerCustomers>[number];

/** The filter that chooses the kind of task, by the number of its crawler. */
export const taskFilter = 'crawler';

/** `/report_customerbytask`: the customers that collect from one vendor. `tasks` are the kinds of task to choose from. */
export const customersByTaskReport = (
  tasks: readonly ReportChoice[] = [],
): Report<CustomerByTaskLine> & { readonly answeredBy: 'service' } => ({
  id: reportIds.customersByTask,
  title: 'Customers by task',
  about: 'The customers that have a task of the kind that you choose.',
  group: 'Collecting',
  audience: 'admin',
  path: '/report_customerbytask',
  answeredBy: 'service',
  call: 'GET /api/customerbycrawler/:cust/:crawler',
  offline: 'never',
  noun: 'customer',
  columns: [
    { key: 'name', label: 'Customer', type: 'text' },
    { key: 'tasks', label: 'Tasks', type: 'number', sum: true },
    { key: 'active', label: 'Switched on', type: 'number', sum: true },
    { key: 'lastSuccessAt', label: 'Last success', type: 'instant', none: () => 'Never' },
    { key: 'id', label: 'ID', type: 'number', hidden: true },
  ],
  filters: [{ kind: 'choice', name: taskFilter, label: 'Task', choices: tasks }],
  sort: { key: 'name', descending: false },
});
