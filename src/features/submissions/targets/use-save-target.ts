import type { SentArgsOf } from '#contract/kit/endpoint.ts';
import { messages } from '#contract/kit/messages.ts';
import { type SubmissionTarget, saveSubmissionTarget } from '#contract/submissions/targets.ts';
import { useSend } from '#src/entities/reply/use-save.ts';
import { problemsOf } from '#src/entities/session/error-message.ts';
import type { Problems } from '#src/ui/form/use-form.ts';
import { toast } from '#src/ui/toast/toasts.tsx';
import { flatProblems, targetReplies } from './target.ts';

/** Saves a submission target. Returns the problems by field; one about the whole begins with the documented sentence. */
export function useSaveSubmissionTarget() {
  const send = useSend(saveSubmissionTarget, targetReplies);
  return async (
    args: SentArgsOf<typeof saveSubmissionTarget>,
    onSaved?: (saved: SubmissionTarget) => void,
  ): Promise<Problems | undefined> => {
    const answer = await send(args);
    if (answer.ok) {
      toast.success({ title: messages.saved, detail: answer.value.name });
      onSaved?.(answer.value);
      return undefined;
    }
    const { '': problem, ...problems } = flatProblems(problemsOf(answer.error));
    return problem === undefined ? problems : { ...problems, '': `${messages.submissionTargetNotSaved} ${problem}` };
  };
}
