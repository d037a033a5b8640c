import type { ReplyOf } from '#contract/kit/endpoint.ts';
import type { reportContacts, reportLogins, reportTaskUsers } from '#contract/reports/people-reports.ts';
import type { Report } from '../kit/report.ts';
import { reportIds } from '../kit/report-ids.ts';
import { whose } from '../kit/whose.ts';

type Service<T> = Report<T> & { readonly answeredBy: 'service' };
type Here = { readonly isHere: boolean };

export type TaskUserLine = ReplyOf<typeof reportTaskUsers>['rows'][number] & Here & { readonly key: string };
/** `outcomeName` is how it ended in words. */
export type LoginLine = ReplyOf<typeof reportLogins>['rows'][number] & { readonly outcomeName: string };
export type ContactLine = ReplyOf<typeof reportContacts>['rows'][number] & Here & { readonly stateName: string };

/** How sign-ins end, in words. */
export const loginOutcomes: Readonly<Record<LoginLine['outcome'], string>> = {
  password: 'Signed in',
  factor: 'Signed in with a second factor',
  sign_on: 'Signed in with the agency’s sign-on',
  failed: 'Failed',
  locked: 'Failed, and locked for a while',
};

const ofProvider = {
  group: 'People and customers',
  audience: 'admin',
  answeredBy: 'service',
  offline: 'never',
} as const;

const personAt = ({ isHere, contactId }: Here & { readonly contactId: number }) => (isHere ? `/users/edit/${contactId}` : null);

const alerts = [
  { key: 'getsTaskAlerts', label: 'Task alerts', type: 'yes-no' },
  { key: 'getsBillingAlerts', label: 'Billing alerts', type: 'yes-no' },
  { key: 'getsSystemAlerts', label: 'System alerts', type: 'yes-no' },
] as const;

/** `/report_agentuserlist`: whom to reach about each task. */
export const taskUsersReport: Service<TaskUserLine> = {
  ...ofProvider,
  id: reportIds.taskUsers,
  title: 'Task users',
  about: 'Whom to reach about each task: the people of its customer, and the alerts they get.',
  path: '/report_agentuserlist',
  call: 'GET /api/reports/agentuserlist/:cust',
  noun: 'user of a task',
  plural: 'users of tasks',
  columns: [
    { key: 'customer', label: 'Customer', type: 'text' },
    { key: 'isPastDue', label: 'Past due', type: 'yes-no' },
    { key: 'target', label: 'Target', type: 'text', none: () => 'None' },
    { key: 'task', label: 'Task name', type: 'text', none: () => 'No task' },
    { key: 'contact', label: 'Contact', type: 'text', to: personAt },
    { key: 'email', label: 'Email', type: 'text' },
    { key: 'phone', label: 'Phone', type: 'text' },
    ...alerts,
  ],
  filters: [
    { kind: 'value', name: 'task', label: 'Task', key: 'task' },
    { kind: 'value', name: 'due', label: 'Past due', key: 'isPastDue' },
    {
      kind: 'choice',
      name: 'alert',
      label: 'Alerts',
      choices: [
        { value: 'task', label: 'Task alerts' },
        { value: 'billing', label: 'Billing alerts' },
        { value: 'system', label: 'System alerts' },
      ],
      keeps: ({ getsTaskAlerts, getsBillingAlerts, getsSystemAlerts }, value) =>
        value === 'task' ? getsTaskAlerts : value === 'billing' ? getsBillingAlerts : getsSystemAlerts,
    },
    whose,
  ],
  sort: { key: 'customer', descending: false },
};

/** `/report_user-login-history`: who signed in, and who failed to. */
export const loginHistoryReport: Service<LoginLine> = {
  ...ofProvider,
  id: reportIds.loginHistory,
  title: 'Login history',
  about:
    'Sign-ins of yesterday and today, or of the days that you choose. Of failures in a row, the first one and the one that locks are kept.',
  path: '/report_user-login-history',
  call: 'GET /api/reports/userloginhistory/:cust',
  noun: 'sign-in',
  columns: [
    { key: 'at', label: 'Login time', type: 'instant' },
    { key: 'outcomeName', label: 'Result', type: 'text' },
    { key: 'company', label: 'Company', type: 'text' },
    { key: 'fullName', label: 'Full name', type: 'text', none: () => 'Unknown' },
    { key: 'email', label: 'Email', type: 'text', none: () => 'Unknown' },
    { key: 'ipAddress', label: 'IP address', type: 'text', none: () => 'Unknown' },
    { key: 'device', label: 'Device', type: 'text', none: () => 'Unknown' },
  ],
  filters: [
    { kind: 'days', name: 'days', label: 'Days' },
    {
      kind: 'choice',
      name: 'result',
      label: 'Result',
      choices: [
        { value: 'done', label: 'Signed in' },
        { value: 'failed', label: 'Failed' },
      ],
      keeps: ({ outcome }, value) => (outcome === 'failed' || outcome === 'locked') === (value === 'failed'),
    },
    { kind: 'value', name: 'company', label: 'Company', key: 'company' },
    whose,
  ],
  chart: {
    kind: 'calendar',
    title: 'Sign-ins by day',
    about: 'Sign-ins of each day. A marked corner says that some failed. A day opens its sign-ins.',
    at: 'at',
    days: 'days',
    split: {
      filter: 'result',
      usual: { value: 'done', words: 'signed in' },
      marked: { value: 'failed', words: 'failed' },
    },
    noun: ['sign-in', 'sign-ins'],
  },
  sort: { key: 'at', descending: true },
};

/** `/report_customercontacts`: the people of customers. */
export const customerContactsReport: Service<ContactLine> = {
  ...ofProvider,
  id: reportIds.customerContacts,
  title: 'People by customer',
  about: 'The people of each customer: how to reach them, what they may do, and when they were last active.',
  path: '/report_customercontacts',
  call: 'GET /api/reports/customercontacts/:cust',
  noun: 'person',
  plural: 'people',
  columns: [
    { key: 'customer', label: 'Customer', type: 'text' },
    { key: 'contact', label: 'Contact', type: 'text', to: personAt },
    { key: 'email', label: 'Email', type: 'text' },
    { key: 'phone', label: 'Phone', type: 'text' },
    { key: 'role', label: 'Role', type: 'text' },
    { key: 'stateName', label: 'State', type: 'text' },
    { key: 'lastActiveAt', label: 'Last active', type: 'instant', none: () => 'Never' },
    ...alerts,
    { key: 'getsTickets', label: 'Support tickets', type: 'yes-no', hidden: true },
  ],
  filters: [
    { kind: 'value', name: 'role', label: 'Role', key: 'role' },
    { kind: 'value', name: 'state', label: 'State', key: 'stateName' },
    whose,
  ],
  sort: { key: 'customer', descending: false },
};
