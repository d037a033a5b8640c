import * as z from 'zod';
import { type DictionaryEntry, listDictionary, saveDictionaryMapping } from '#contract/submissions/dictionaries.ts';
import { listSubmissionTargets, type SubmissionTarget } from '#contract/submissions/targets.ts';
import { useReply } from '#src/entities/reply/use-reply.ts';
import { useSave } from '#src/entities/reply/use-save.ts';
import { useBlocked } from '#src/entities/session/online-button.tsx';
import { useSession } from '#src/entities/session/session.ts';
import { targetChoices } from '#src/entities/submission/submission-labels.ts';
import { FormDialog } from '#src/ui/dialog/form-dialog.tsx';
import type { EditorProps } from '#src/ui/dialog/use-editor.tsx';
import { SelectField } from '#src/ui/form/fields.tsx';
import { ReferenceField } from '#src/ui/form/reference-field.tsx';
import { useForm } from '#src/ui/form/use-form.ts';
import { mappingOf } from './mapping-of.ts';

const Draft = z.object({ otherTarget: z.string().min(1, 'Choose a target'), otherId: z.string().min(1, 'Choose an entry') });

type Props = EditorProps<DictionaryEntry> & {
  target: SubmissionTarget;
  dictionary: { readonly id: number; readonly name: string };
};

/** Maps an entry to one of the same dictionary of another target. */
export function EntryMappingForm({ row, target, dictionary, onClose }: Props) {
  const me = useSession().customer.id;
  const targets = useReply(listSubmissionTargets, { me });
  const others = (targets.reply ?? []).filter(({ id, type }) => id !== target.id && (type === 2) !== (target.type === 2));
  const form = useForm(Draft, {
    initial: { otherTarget: '', otherId: '' },
    onSubmit: useSave(saveDictionaryMapping, {
      args: ({ otherId }: z.output<typeof Draft>) => ({ me, ...mappingOf(target.type, row.id, Number(otherId)) }),
      said: () => ({ detail: row.name || row.extId }),
      refreshes: [listDictionary],
      onSaved: onClose,
    }),
  });
  const { otherTarget } = form.values;
  const entries = useReply(
    listDictionary,
    { me, targetId: otherTarget === '' ? 1 : Number(otherTarget), objectId: dictionary.id },
    { wanted: otherTarget !== '' },
  );
  const problem = targets.problem ?? (otherTarget === '' ? null : entries.problem);
  const change = (chosen: string) => form.setAll({ otherTarget: chosen, otherId: '' });
  return (
    <FormDialog
      title={`Map ${row.name || row.extId}`}
      saveLabel="Save mapping"
      form={form}
      blocked={useBlocked()}
      onClose={onClose}
    >
      {problem !== null && <p role="alert">{problem}</p>}
      {targets.reply && others.length === 0 && (
        <p>{`There is no ${target.type === 2 ? 'destination' : 'source'} to map to yet. Add one under Submission targets.`}</p>
      )}
      <SelectField
        label={target.type === 2 ? 'Destination' : 'Source'}
        required
        choices={targetChoices(others)}
        {...form.field('otherTarget')}
        onChange={change}
      />
      <ReferenceField
        label={`${dictionary.name} there`}
        required
        disabled={otherTarget === '' || entries.reply === null}
        choices={(entries.reply ?? []).map(({ id, name, extId }) => ({ id: String(id), name: name || extId, detail: extId }))}
        {...form.field('otherId')}
      />
    </FormDialog>
  );
}
