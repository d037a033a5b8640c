import type { SentArgsOf } from '#contract/kit/endpoint.ts';
import { messages } from '#contract/kit/messages.ts';
import { listActivity } from '#contract/people/activity.ts';
import { listTargets, readTarget, saveTarget } from '#contract/posting/posting.ts';
import { useSend } from '#src/entities/reply/use-save.ts';
import { problemsOf } from '#src/entities/session/error-message.ts';
import type { Problems } from '#src/ui/form/use-form.ts';
import { toast } from '#src/ui/toast/toasts.tsx';

/** Saves a target. Returns the service's problems by field, under the names that the forms use; `onSaved` runs after a save. */
export function useSaveTarget(): (args: SentArgsOf<typeof saveTarget>, onSaved?: () => void) => Promise<Problems | undefined> {
  const send = useSend(saveTarget, [readTarget, listTargets, listActivity]);
  return async (args, onSaved) => {
    const answer = await send(args);
    if (!answer.ok) return problemsOf(answer.error);
    toast.success({ title: messages.saved, detail: `Target ${answer.value.name}.` });
    onSaved?.();
    return undefined;
  };
}
