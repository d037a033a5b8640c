import { messages } from '#contract/kit/messages.ts';
import { type Label, listLabels, removeLabel, saveLabel } from '#contract/system/labels.ts';
import type { LabelSet } from '#domain/fields/label-sets.ts';
import { useSend } from '#src/entities/reply/use-save.ts';
import { errorMessage, problemsOf } from '#src/entities/session/error-message.ts';
import { toast } from '#src/ui/toast/toasts.tsx';

/** Changes of labels in a set. `save` returns why the text was refused, null once it is saved. */
export type LabelChanges = {
  readonly save: (label: Label, value: string, plural: string | null) => Promise<string | null>;
  readonly undo: (label: Label) => Promise<void>;
};

/** Saves labels of a set that this device does not have, and takes them back: the service makes these changes at once. */
export function useLabelChanges(set: LabelSet): LabelChanges {
  const sendLabel = useSend(saveLabel, [listLabels]);
  const remove = useSend(removeLabel, [listLabels]);

  const save: LabelChanges['save'] = async ({ key }, value, plural) => {
    const answer = await sendLabel({ ...set, key, value, plural });
    if (answer.ok) {
      toast.success({ title: messages.labelsSaved, detail: answer.value.label.value });
      return null;
    }
    return Object.values(problemsOf(answer.error)).join(' ') || errorMessage(answer.error);
  };

  const undo: LabelChanges['undo'] = async (label) => {
    const answer = await remove({ id: label.removableId });
    if (!answer.ok) {
      const detail = Object.values(problemsOf(answer.error)).join(' ') || errorMessage(answer.error);
      return void toast.error({ title: messages.labelNotDeleted, detail });
    }
    toast.undo(messages.labelDeleted, () => void save(label, label.value, label.plural), {
      detail: `${label.value} is ${label.defaultValue} again`,
    });
  };

  return { save, undo };
}
