import { messages } from '#contract/kit/messages.ts';
import { type Label, listLabels, removeLabel, saveLabel } from '#contract/system/labels.ts';
import type { LabelSet } from '#domain/fields/label-sets.ts';
import { useSend } from '#src/entities/reply/use-save.ts';
import { errorMessage, problemsOf } from '#src/entities/session/error-message.ts';
import { toast } from '#src/ui/toast/toasts.tsx';

/** Saves a label of a set, and takes it back. */
export function useLabelChanges(set: LabelSet) {
  const save = useSend(saveLabel, [listLabels]);
  const remove = useSend(removeLabel, [listLabels]);

  /** Returns why the text was refused. */
  const saveOne = async ({ key }: Label, value: string, plural: string | null): Promise<string | null> => {
    const answer = await save({ ...set, key, value, plural });
    if (answer.ok) {
      toast.success({ title: messages.labelsSaved, detail: answer.value.label.value });
      return null;
    }
    return Object.values(problemsOf(answer.error)).join(' ') || errorMessage(answer.error);
  };

  const undo = async (label: Label): Promise<void> => {
    const answer = await remove({ id: label.removableId });
    if (!answer.ok) return void toast.error({ title: messages.labelNotDeleted, detail: errorMessage(answer.error) });
    toast.undo(messages.labelDeleted, () => void saveOne(label, label.value, label.plural), {
      detail: `${label.value} is ${label.defaultValue} again`,
    });
  };

  return { save: saveOne, undo };
}
