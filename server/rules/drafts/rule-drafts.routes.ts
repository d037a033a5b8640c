import { messages } from '#contract/kit/messages.ts';
import { no, ok } from '#contract/kit/result.ts';
import { draftRule, listPrompts } from '#contract/rules/rule-drafts.ts';
import { done } from '#server/kit/http/audited.ts';
import { type Handler, handle } from '#server/kit/http/handle.ts';
import { noteError } from '#server/kit/lib/error-events.ts';
import { aiEndpoint } from '#server/system/ai.ts';
import { draftFor } from './ai-draft.ts';

/** The documented operation number of prompts about rules. */
const operation = 100;
const hints = [
  'Cancel jobs of Mercy Hospital',
  'Hold travel jobs when bill rate is less than 60',
  'If specialty is ICU, set bill rate to 95',
];

export const ruleDraftRoutes: Handler[] = [
  handle(listPrompts, async (_args, { services }) => {
    const EngineType = (await aiEndpoint(services)) ? ('ai' as const) : ('built-in' as const);
    return ok(hints.map((Hint, i) => ({ id: i + 1, operationType: operation, hint: Hint, output: 'rule', engine: EngineType })));
  }),
  handle(
    draftRule,
    { audit: 'rule.draft', ownTransactions: true },
    async ({ cust, description }, { services, actor, record }) => {
      const draft = await draftFor(services, description);
      if (!draft.ok) return no({ kind: 'invalid', fields: { description: `${messages.draftFailed}. ${draft.error}` } });
      const { rule, engine, assumed, notice } = draft.value;
      const { id, receipt } = await services.db.transaction().execute(async (tx) => {
        const { id } = await tx
          .insertInto('rule_draft')
          .values({
            customer_id: cust,
            user_id: actor.userId,
            description,
            engine,
            draft: JSON.stringify(rule),
            at: services.now(),
          })
          .returning('id')
          .executeTakeFirstOrThrow();
        if (notice !== null)
          await noteError(tx, {
            customerId: cust,
            kind: 'ai_failed',
            at: services.now(),
            about: 'Draft of a rule',
            words: notice,
          });
        return { id, receipt: await record(tx, { object: ['ruleDraft', id], facts: { engine } }) };
      });
      return done({ draftId: id, rule, engine, assumed: [...assumed], notice }, receipt);
    },
  ),
];
