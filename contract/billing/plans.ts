import * as z from 'zod';
import { endpoint } from '../kit/endpoint.ts';
import { Count, Id } from '../kit/ids.ts';
import { messages } from '../kit/messages.ts';
import { Amount, SentPrice } from './amounts.ts';

/** A plan with what it includes and its list prices for a month. */
const PricedPlan = z.object({
  id: z.number(),
  name: z.string(),
  connections: Count,
  users: Count,
  monthPrice: Amount,
  connectionPrice: Amount,
  userPrice: Amount,
  /** Customers that have it. */
  customers: Count,
});
export type PricedPlan = z.infer<typeof PricedPlan>;

const staff = { needs: 'admin', offline: 'online' } as const;

export const listPlanPrices = endpoint('GET /api/billing/plans', {
  about: 'The plans with what they include, their list prices for a month, and how many customers have each.',
  args: z.object({}),
  reply: z.array(PricedPlan),
  fails: ['forbidden'],
  ...staff,
  example: [
    {
      id: 2,
      name: 'Team',
      connections: 15,
      users: 25,
      monthPrice: '600.00',
      connectionPrice: '45.00',
      userPrice: '12.00',
      customers: 14,
    },
  ],
});

export const savePlanPrices = endpoint('PUT /api/billing/plans/:id', {
  about:
    'Sets the list prices of a plan, for customers that get it from now on. What customers have agreed, and every invoice, stays as it is.',
  args: z.object({ id: Id, monthPrice: SentPrice, connectionPrice: SentPrice, userPrice: SentPrice }),
  reply: z.object({ message: z.string() }),
  fails: ['invalid', 'forbidden', 'not_found'],
  ...staff,
  example: { message: messages.saved },
});

export const planEndpoints = [listPlanPrices, savePlanPrices] as const;
