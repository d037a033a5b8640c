import { messages } from '#contract/kit/messages.ts';
import type { Label } from '#contract/system/labels.ts';
import { localIdOf } from '#domain/commands/local-id.ts';
import { labelRef } from '#domain/fields/label-ref.ts';
import { problemOf, removalProblem } from '#domain/fields/label-rules.ts';
import { useChanges } from '#src/entities/change/use-changes.ts';
import { toast } from '#src/ui/toast/toasts.tsx';
import type { LabelChanges } from './use-label-changes.ts';
import type { OwnLabels } from './use-label-lines.ts';

/** Saves labels of the customer on screen and takes them back, without a connection, too. */
export function useOwnChanges(own: OwnLabels | null): LabelChanges {
  const changes = useChanges();

  const save: LabelChanges['save'] = async ({ key }, value, plural) => {
    if (!own) return 'The labels are still loading. Try again in a moment.';
    const problem = problemOf(own.set, own.rows, { key, value, plural });
    if (problem) return Object.values(problem).join(' ');
    const args = { ...idOf(own, key), fieldKey: key, value, plural };
    const { refused, notSaved } = await changes.save('label.save.v1', args, () => messages.labelsSaved);
    return refused[0]?.message ?? notSaved;
  };

  const undo: LabelChanges['undo'] = async ({ key }) => {
    const problem = own && removalProblem(own.set, own.rows, key);
    if (!own || problem) return void toast.warning({ title: messages.labelNotDeleted, ...(problem && { detail: problem }) });
    await changes.make(
      'label.remove.v1',
      { ...idOf(own, key), fieldKey: key },
      () => messages.labelDeleted,
      messages.labelNotDeleted,
    );
  };

  return { save, undo };
}

/** The row of a field's own label: by its number, or by the UUID of the field while the service has not numbered it. */
function idOf({ rows }: OwnLabels, key: Label['key']) {
  const ref = labelRef(key);
  const row = rows.own.find(({ fieldKey }) => fieldKey === key);
  return row && row.id > 0 ? { id: row.id, ref: null } : { id: localIdOf(ref), ref };
}
