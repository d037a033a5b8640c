import type { ReplyOf } from '#contract/kit/endpoint.ts';
import type { CustomerRisk, RiskSignal } from '#contract/reports/customer-risk.ts';
import type { reportSubscriptions } from '#contract/reports/people-reports.ts';
import type { Report } from '../kit/report.ts';
import { reportIds } from '../kit/report-ids.ts';
import { whose } from '../kit/whose.ts';

type Service<T> = Report<T> & { readonly answeredBy: 'service' };

export type SubscriptionLine = ReplyOf<typeof reportSubscriptions>['rows'][number];

/** One signal of a customer; `signal` is null for a customer without any. `risk` is the customer's: the sum of its weights. */
export type RiskLine = {
  readonly key: string;
  readonly customer: string;
  readonly risk: number;
  readonly signal: RiskSignal['signal'] | null;
  readonly signalName: string;
  readonly weight: number;
  readonly evidence: string;
  readonly targets: string;
};

/** What each signal is called. */
const signalNames: Readonly<Record<RiskSignal['signal'], string>> = {
  noCollection: 'No collection',
  alarms: 'Alarms',
  refusedPosts: 'Refused posts',
  unmapped: 'Unmapped jobs',
  pastDue: 'Past due',
  nobodySignedIn: 'No one signed in',
};

const targetWords = ({ name, kind, isLive, refused }: CustomerRisk['targets'][number]): string => {
  const state = isLive ? 'live' : 'not posting';
  return `${name === kind ? name : `${name} (${kind})`}: ${state}${refused > 0 ? `, ${refused} refused` : ''}`;
};

/** One line for each signal of each customer, in the order of the call; customers without a signal have one line that says so. */
export function riskLines(risks: readonly CustomerRisk[]): RiskLine[] {
  return risks.flatMap(({ customerId, customer, risk, signals, targets }): RiskLine[] => {
    const shared = { customer, risk, targets: targets.map(targetWords).join('; ') };
    if (signals.length === 0)
      return [{ ...shared, key: `${customerId}/`, signal: null, signalName: 'None', weight: 0, evidence: 'Nothing to see to.' }];
    return signals.map(({ signal, weight, evidence }) => ({
      ...shared,
      key: `${customerId}/${signal}`,
      signal,
      signalName: signalNames[signal],
      weight,
      evidence,
    }));
  });
}

/** The report behind a signal, narrowed to the customer by its name. */
function evidenceAt({ signal, customer }: RiskLine): string | null {
  const q = encodeURIComponent(customer);
  if (signal === 'noCollection' || signal === 'alarms') return `/report_dcerrors?q=${q}`;
  if (signal === 'nobodySignedIn') return `/report_customercontacts?q=${q}`;
  return signal === 'pastDue' ? `/report_customersubscription?q=${q}` : null;
}

const ofProvider = { group: 'People and customers', audience: 'admin', answeredBy: 'service', offline: 'never' } as const;

/** `/report_customersubscription`: what customers have bought, and what they use. */
export const customerSubscriptionReport: Service<SubscriptionLine> = {
  ...ofProvider,
  id: reportIds.customerSubscription,
  title: 'Customer subscriptions',
  about:
    'Plan and connections of each customer. Unpaid are active connections beyond those bought. The billing contact is the primary one.',
  path: '/report_customersubscription',
  call: 'GET /api/reports/customersubscription/:cust',
  noun: 'customer',
  columns: [
    { key: 'customer', label: 'Customer', type: 'text' },
    { key: 'plan', label: 'Plan', type: 'text', none: () => 'None' },
    { key: 'bought', label: 'Connections bought', type: 'number', sum: true },
    { key: 'active', label: 'Active', type: 'number', sum: true },
    { key: 'unpaid', label: 'Unpaid', type: 'number', sum: true },
    { key: 'changed', label: 'Changed in the past 7 days', type: 'number', sum: true },
    { key: 'isPastDue', label: 'Past due', type: 'yes-no' },
    { key: 'billingContact', label: 'Billing contact', type: 'text', none: () => 'None' },
  ],
  filters: [
    { kind: 'value', name: 'plan', label: 'Plan', key: 'plan' },
    {
      kind: 'choice',
      name: 'use',
      label: 'Use',
      choices: [
        { value: 'unpaid', label: 'With unpaid connections' },
        { value: 'changed', label: 'Changed in the past 7 days' },
        { value: 'due', label: 'Past due' },
      ],
      keeps: ({ unpaid, changed, isPastDue }, value) =>
        value === 'due' ? isPastDue : (value === 'unpaid' ? unpaid : changed) > 0,
    },
    { kind: 'value', name: 'customer', label: 'Customer name', key: 'customer' },
    whose,
  ],
  chart: {
    kind: 'bullets',
    title: 'Connections used and bought',
    about: 'Active connections of each customer against those bought, which the line marks. A bar opens its customer.',
    by: ['customer'],
    note: 'plan',
    noun: ['customer', 'customers'],
    value: { key: 'active', words: 'active' },
    mark: { key: 'bought', words: 'bought' },
    beyond: { key: 'unpaid', words: 'unpaid' },
    none: { words: 'without connections', filters: null },
  },
  sort: { key: 'customer', descending: false },
};

/** `/report_customer-risk`: which customers may have trouble or leave, and why. */
export const customerRiskReport: Service<RiskLine> = {
  ...ofProvider,
  id: reportIds.customerRisk,
  title: 'Customer risk',
  about: 'Customers by risk, each with the signals that it is made of: what each one weighs, and the figures behind it.',
  path: '/report_customer-risk',
  call: 'GET /api/reports/customer/risk',
  noun: 'signal',
  columns: [
    { key: 'customer', label: 'Customer', type: 'text' },
    { key: 'risk', label: 'Risk of 100', type: 'number' },
    { key: 'signalName', label: 'Signal', type: 'text' },
    { key: 'weight', label: 'Weight', type: 'number' },
    { key: 'evidence', label: 'Evidence', type: 'text', to: evidenceAt },
    { key: 'targets', label: 'Targets', type: 'text', none: () => 'None' },
  ],
  filters: [
    { kind: 'value', name: 'customer', label: 'Customer', key: 'customer' },
    { kind: 'value', name: 'signal', label: 'Signal', key: 'signalName' },
  ],
  chart: {
    kind: 'ranked',
    title: 'Customers by risk',
    about: 'Risk of each customer with its signals, what each one weighs, and why. A signal opens its row.',
    by: ['customer'],
    noun: ['customer', 'customers'],
    of: 100,
    total: { key: 'risk', words: 'risk' },
    part: 'signal',
    weight: 'weight',
    reason: 'evidence',
    none: { words: 'without a signal', filters: { signal: 'None' } },
  },
  sort: { key: 'risk', descending: true },
};
