import { listAiCalls, readAiCallTexts } from '#contract/ai/calls.ts';
import { no, ok } from '#contract/kit/result.ts';
import { done } from '#server/kit/http/audited.ts';
import { type Handler, handle } from '#server/kit/http/handle.ts';
import { budgetOf, usedInDay } from '../ask/budget.ts';
import { callTexts, newestCalls } from '../rows/call-rows.ts';

export const aiCallRoutes: Handler[] = [
  handle(listAiCalls, { allCustomers: true }, async ({ cust, limit }, { services: { db, now } }) => {
    const customerId = cust === -1 ? null : cust;
    const [calls, day] = await Promise.all([newestCalls(db, customerId, limit), usedInDay(db, customerId, now())]);
    const budget = customerId === null ? { mostTokens: null, mostSeconds: null } : await budgetOf(db, customerId);
    return ok({ ...calls, day: { ...day, ...budget } });
  }),
  handle(
    readAiCallTexts,
    { audit: 'ai.call.read', stepUp: true, ownTransactions: true },
    async ({ cust, id }, { services, record }) => {
      const found = await callTexts(services, cust, id);
      if (!found) return no({ kind: 'not_found' });
      const receipt = await record(services.db, { object: ['aiCall', id], facts: { at: found.at } });
      return done(found.texts, receipt);
    },
  ),
];
