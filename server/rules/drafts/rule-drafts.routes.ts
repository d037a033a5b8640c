import { messages } from '#contract/kit/messages.ts';
import { no, ok } from '#contract/kit/result.ts';
import { draftRule, listPrompts } from '#contract/rules/rule-drafts.ts';
import { operationOf } from '#domain/ai/operations.ts';
import { routeOf } from '#server/ai/ask/ask-prompt.ts';
import { promptsFor } from '#server/ai/rows/prompt-rows.ts';
import { done } from '#server/kit/http/audited.ts';
import { type Handler, handle } from '#server/kit/http/handle.ts';
import { noteError } from '#server/kit/lib/error-events.ts';
import { draftFor } from './ai-draft.ts';

export const ruleDraftRoutes: Handler[] = [
  handle(listPrompts, async ({ cust }, { services: { db } }) => {
    const prompts = await promptsFor(db, cust, null);
    const asked = await Promise.all(prompts.map((prompt) => routeOf({ db }, prompt, {})));
    return ok(
      prompts.map(({ promptId, operation, description }, i) => ({
        id: promptId,
        operationType: operation,
        hint: description,
        output: operationOf(operation)?.output ?? '',
        engine: asked[i] ? ('ai' as const) : ('built-in' as const),
      })),
    );
  }),
  handle(
    draftRule,
    { audit: 'rule.draft', ownTransactions: true },
    async ({ cust, description }, { services, actor, record }) => {
      const draft = await draftFor(services, cust, description);
      if (!draft.ok) return no({ kind: 'invalid', fields: { description: `${messages.draftFailed}. ${draft.error}` } });
      const { rule, engine, assumed, notice, standIn } = draft.value;
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
      return done({ draftId: id, rule, engine, standIn, assumed: [...assumed], notice }, receipt);
    },
  ),
];
