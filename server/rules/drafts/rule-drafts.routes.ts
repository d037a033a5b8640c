import { messages } from '#contract/kit/messages.ts';
import { no, ok } from '#contract/kit/result.ts';
import { draftRule, listPrompts, sendFeedback } from '#contract/rules/rule-drafts.ts';
import { type Handler, handle } from '#server/kit/http/handle.ts';
import { aiEndpoint } from '#server/system/ai.ts';
import { draftFor } from './ai-draft.ts';

const oneCustomer = { kind: 'invalid', fields: { cust: 'Name one customer' } } as const;
/** The documented operation of feedback about rules. */
const operation = 100;
const hints = [
  'Cancel jobs of Mercy Hospital',
  'Hold travel jobs when bill rate is less than 60',
  'If specialty is ICU, set bill rate to 95',
];

export const ruleDraftRoutes: Handler[] = [
  handle(listPrompts, async (_args, { services }) => {
    const EngineType = (await aiEndpoint(services)) ? ('ai' as const) : ('built-in' as const);
    return ok(hints.map((Hint, i) => ({ ID: i + 1, OpType: operation, Hint, Output: 'rule', EngineType })));
  }),
  handle(draftRule, async ({ cust, description }, { services, actor }) => {
    if (cust < 1) return no(oneCustomer);
    const draft = await draftFor(services, description);
    if (!draft.ok) return no({ kind: 'invalid', fields: { description: `${messages.draftFailed}. ${draft.error}` } });
    const { rule, engine, assumed, notice } = draft.value;
    const { id } = await services.db
      .insertInto('rule_draft')
      .values({ customer_id: cust, user_id: actor.userId, description, engine, draft: JSON.stringify(rule), at: services.now() })
      .returning('id')
      .executeTakeFirstOrThrow();
    return ok({ objID: id, rule, engine, assumed: [...assumed], notice });
  }),
  handle(sendFeedback, async ({ cust, success, msg, optout, mask, jobid, opid, obtype, obid }, { services, actor }) => {
    if (cust < 1) return no(oneCustomer);
    if (success === null && !optout)
      return no({ kind: 'invalid', fields: { success: 'Please indicate if the result met your expectation.' } });
    await services.db
      .insertInto('ai_feedback')
      .values({
        customer_id: cust,
        user_id: actor.userId,
        success,
        // A good result has no reasons against it.
        mask: success === true ? 0 : mask,
        message: msg,
        opted_out: optout,
        job_id: jobid,
        operation: opid,
        object_type: obtype,
        object_id: obid,
        at: services.now(),
      })
      .execute();
    return ok({ kept: true });
  }),
];
