import { messages } from '#contract/kit/messages.ts';
import { no } from '#contract/kit/result.ts';
import { sendFeedback } from '#contract/system/feedback.ts';
import { done } from '#server/kit/http/audited.ts';
import { type Handler, handle } from '#server/kit/http/handle.ts';
import { addDescription } from './add-description.ts';
import { insertFeedback, optOutOf } from './store-feedback.ts';

export const feedbackRoutes: Handler[] = [
  handle(sendFeedback, { audit: 'ai.feedback' }, async (args, { services, actor, tx }) => {
    const { cust, success, msg: message, optOut, toDataset, jobId } = args;
    if (success === null && !optOut) return no({ kind: 'invalid', fields: { success: messages.feedbackAnswer } });
    const feedback = { ...args, message };
    const { rows } = await insertFeedback(actor, cust, services.now(), feedback).execute(tx);
    for (const statement of optOutOf(actor, feedback)) await statement.execute(tx);
    const added = success === false && toDataset && jobId !== null && (await addDescription(tx, cust, jobId));
    const facts = { success, optedOut: optOut, ...(added && { toDataset: true }) };
    return done({ kept: true, added }, { object: ['aiFeedback', rows[0]?.id ?? 0], facts });
  }),
];
