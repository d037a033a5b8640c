import type { CustomerRow } from '#contract/people/customer-list.ts';

/** The columns that the list of customers shows at first. */
export const shownColumns: readonly { readonly key: keyof CustomerRow; readonly label: string }[] = [
  { key: 'name', label: 'Customer' },
  { key: 'status', label: 'Status' },
  { key: 'since', label: 'Since' },
  { key: 'plan', label: 'Plan' },
  { key: 'connectionsUsed', label: 'Connections' },
  { key: 'usersUsed', label: 'Users' },
  { key: 'targets', label: 'Targets' },
  { key: 'openJobs', label: 'Open jobs' },
  { key: 'accountManager', label: 'Account manager' },
  { key: 'lastActiveAt', label: 'Last activity' },
];
