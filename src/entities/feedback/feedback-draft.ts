import * as z from 'zod';
import { messages } from '#contract/kit/messages.ts';
import { mostFeedbackLength } from '#contract/rows/feedback.ts';
import { type Problems, useForm } from '#src/ui/form/use-form.ts';

const FeedbackDraft = z.object({
  /** Whether the result met the user's expectation; null as long as there is no answer. */
  success: z.boolean().nullable(),
  /** The sum of the chosen reasons. */
  mask: z.number(),
  message: z
    .string()
    .trim()
    .max(mostFeedbackLength, `Shorten this to ${mostFeedbackLength.toLocaleString('en-US')} characters`),
  optOut: z.boolean(),
});
export type FeedbackAnswer = z.output<typeof FeedbackDraft>;

/** Sends an answer. Returns the problems, or nothing if it was sent or queued. */
export type SendFeedback = (answer: FeedbackAnswer) => Promise<Problems | undefined>;

/** The form of feedback on an AI result. A user who rejected the result begins with No. It needs an answer or an opt-out. */
export function useFeedbackForm(rejected: boolean, send: SendFeedback, onSent: () => void) {
  return useForm(FeedbackDraft, {
    initial: { success: rejected ? false : null, mask: 0, message: '', optOut: false },
    async onSubmit(answer) {
      if (answer.success === null && !answer.optOut) return { success: messages.feedbackAnswer };
      const problems = await send(answer);
      if (!problems) onSent();
      return problems;
    },
  });
}
export type FeedbackForm = ReturnType<typeof useFeedbackForm>;
