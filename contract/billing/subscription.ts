import * as z from 'zod';
import { endpoint } from '../kit/endpoint.ts';
import { Count, CustomerRef, LocalDate } from '../kit/ids.ts';
import { messages } from '../kit/messages.ts';
import { wire } from '../kit/wire-names.ts';
import { Amount } from './amounts.ts';
import { Invoice } from './invoices.ts';

/** The documented subscription, with what a month costs. `null` counts and prices are those of a customer without a limit or plan. */
export const Subscription = z.object({
  planName: z.string(),
  planSubscribed: z.number().nullable(),
  /** Tasks that are switched on. */
  currentlyUsing: Count,
  connectionsLeft: wire('totalConnectionLicensesRemaining', Count),
  usersLeft: wire('userLicensesRemaining', Count),
  connections: wire('totalNumberOfAgentsLicensed', Count),
  users: Count,
  /** Connections that the plan includes and the customer does not have yet: the first that are added cost nothing. */
  includedLeft: Count,
  /** The price of a further connection for a month. */
  connectionPrice: wire('vmsConnectionRate', Amount),
  /** What the next larger plan costs for a month; null if there is none. */
  upgradePrice: wire('planUpgradePrice', Amount.nullable()),
  upgradeName: z.string(),
  /** What the subscription costs for a month as it is now. */
  monthPrice: Amount,
  /** The period of today: from the first day to before the last. */
  fromOn: LocalDate,
  untilOn: LocalDate,
  /** What one more connection costs for the days that are left of the period. */
  restPrice: Amount,
  off: z.boolean(),
  /** Licenses that the customer’s own people added, at most 10. */
  added: wire('customerAddedSubscriptions', Count),
  invoices: z.array(Invoice),
});
export type Subscription = z.infer<typeof Subscription>;

export const readSubscription = endpoint('GET /api/subscriptioninfo/:cust', {
  about: 'The plan of a customer, what it uses, what it costs, and its invoices of the last year.',
  args: z.object({ cust: CustomerRef }),
  reply: Subscription,
  fails: ['forbidden', 'not_found'],
  needs: 'billing.read',
  offline: 'online',
  example: {
    planName: 'Team',
    planSubscribed: 2,
    currentlyUsing: 4,
    connectionsLeft: 13,
    usersLeft: 19,
    connections: 17,
    users: 25,
    includedLeft: 0,
    connectionPrice: '45.00',
    upgradePrice: '1500.00',
    upgradeName: 'Agency',
    monthPrice: '690.00',
    fromOn: '2026-11-01',
    untilOn: '2026-12-01',
    restPrice: '15.00',
    off: false,
    added: 2,
    invoices: [],
  },
});

const problem = messages.licenseNumber;
const numberOfLicenses = z.coerce.number(problem).int(problem).min(1, problem).max(5, problem);

export const addLicenses = endpoint('POST /api/subscriptionlicense/:cust/add/:n', {
  about:
    'Adds 1 to 5 VMS connections to the subscription from today on, 10 in all. With the same `key`, a request that arrives twice adds them once. `monthPrice` is the price that the person saw; another one is refused.',
  args: z.object({
    cust: CustomerRef,
    n: numberOfLicenses,
    key: z.uuid('Send a UUID').optional(),
    monthPrice: Amount.optional(),
  }),
  reply: z.object({ message: z.string(), connections: Count, added: Count }),
  fails: ['invalid', 'forbidden', 'not_found'],
  needs: 'subscription.write',
  offline: 'online',
  example: { message: messages.licensesAdded, connections: 17, added: 2 },
});

export const subscriptionEndpoints = [readSubscription, addLicenses] as const;
