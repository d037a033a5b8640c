import { messages } from '#contract/kit/messages.ts';
import { no } from '#contract/kit/result.ts';
import { sendFeedback } from '#contract/system/feedback.ts';
import type { Tx } from '#server/kit/db/connection.ts';
import { done } from '#server/kit/http/audited.ts';
import { type Handler, handle } from '#server/kit/http/handle.ts';
import { addDescription, addOwnText } from './add-description.ts';
import { insertFeedback, optOutOf } from './store-feedback.ts';

/** Whether a description joined the dataset: the job's, or else the text that was sent. */
async function joined(tx: Tx, cust: number, { jobId, text }: { jobId: number | null; text: string | null }): Promise<boolean> {
  if (jobId !== null) return addDescription(tx, cust, jobId);
  return text !== null && addOwnText(tx, cust, text);
}

export const feedbackRoutes: Handler[] = [
  handle(sendFeedback, { audit: 'ai.feedback' }, async (args, { services, actor, tx }) => {
    const { cust, success, msg: message, optOut, jobId, text } = args;
    if (text !== null && !actor.administrator) return no({ kind: 'forbidden', needs: 'admin' });
    if (success === null && !optOut) return no({ kind: 'invalid', fields: { success: messages.feedbackAnswer } });
    const feedback = { ...args, message };
    const { rows } = await insertFeedback(actor, cust, services.now(), feedback).execute(tx);
    for (const statement of optOutOf(actor, feedback)) await statement.execute(tx);
    const added = success === false && args.toDataset && (await joined(tx, cust, { jobId, text }));
    const facts = { success, optedOut: optOut, ...(added && { toDataset: true }) };
    return done({ kept: true, added }, { object: ['aiFeedback', rows[0]?.id ?? 0], facts });
  }),
];
