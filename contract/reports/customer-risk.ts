import * as z from 'zod';
import { endpoint } from '../kit/endpoint.ts';
import { ofCustomer } from './report-lists.ts';

/** What can say that a customer is about to have trouble, or to leave. */
export const RiskSignalName = z.enum(['noCollection', 'alarms', 'refusedPosts', 'unmapped', 'pastDue', 'nobodySignedIn']);
export type RiskSignalName = z.infer<typeof RiskSignalName>;

/** One reason: how much it weighs, and the figures that it comes from as a sentence. */
export const RiskSignal = z.object({ signal: RiskSignalName, weight: z.number(), evidence: z.string() });
export type RiskSignal = z.infer<typeof RiskSignal>;

/** A customer with the reasons why it is at risk, the heaviest first. `risk` is the sum of their weights, from 0 to 100. */
export const CustomerRisk = z.object({
  ...ofCustomer,
  risk: z.number(),
  signals: z.array(RiskSignal),
  /** The customer's targets, and whether jobs are posted to them. */
  targets: z.array(
    z.object({
      id: z.number(),
      name: z.string(),
      kind: z.string(),
      /** Whether it is switched on and takes posts for real. */
      isLive: z.boolean(),
      /** Jobs whose post failed or waits for a person. */
      refused: z.number(),
    }),
  ),
});
export type CustomerRisk = z.infer<typeof CustomerRisk>;

export const listCustomerRisk = endpoint('GET /api/reports/customer/risk', {
  about:
    'Customers by risk, the highest first: each with its signals, their weights and the evidence. Those without a signal come last.',
  args: z.object({}),
  reply: z.array(CustomerRisk),
  fails: ['forbidden'],
  needs: 'admin',
  offline: 'online',
  example: [
    {
      customerId: 2,
      customer: 'Harborview Staffing',
      risk: 35,
      signals: [
        { signal: 'noCollection', weight: 20, evidence: 'No task has collected for 4 days.' },
        { signal: 'pastDue', weight: 15, evidence: 'The account is past due.' },
      ],
      targets: [{ id: 1, name: 'Bullhorn', kind: 'Bullhorn', isLive: true, refused: 2 }],
    },
  ],
});

export const customerRiskEndpoints = [listCustomerRisk];
