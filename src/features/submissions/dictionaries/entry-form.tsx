import * as z from 'zod';
import { type DictionaryEntry, listDictionary, saveDictionaryEntry } from '#contract/submissions/dictionaries.ts';
import { useSave } from '#src/entities/reply/use-save.ts';
import { useBlocked } from '#src/entities/session/online-button.tsx';
import { useSession } from '#src/entities/session/session.ts';
import { FormDialog, titlesFor } from '#src/ui/dialog/form-dialog.tsx';
import type { EditorProps } from '#src/ui/dialog/use-editor.tsx';
import { SwitchField, TextField } from '#src/ui/form/fields.tsx';
import { useForm } from '#src/ui/form/use-form.ts';

const { extId, name, custom1, custom2, isDefault } = saveDictionaryEntry.args.shape;
const Draft = z.object({
  extId,
  name: name.unwrap(),
  custom1: custom1.unwrap(),
  custom2: custom2.unwrap(),
  isDefault: isDefault.unwrap(),
});

type Props = EditorProps<DictionaryEntry> & { dictionary: { readonly name: string } };

/** One entry of a dictionary. */
export function EntryForm({ row, dictionary, onClose }: Props) {
  const me = useSession().customer.id;
  const { id, objectId, targetId } = row;
  const form = useForm(Draft, {
    initial: { extId: row.extId, name: row.name, custom1: row.custom1, custom2: row.custom2, isDefault: row.isDefault },
    onSubmit: useSave(saveDictionaryEntry, {
      args: (draft: z.output<typeof Draft>) => ({ me, id, objectId, targetId, ...draft }),
      said: (saved) => ({ detail: saved.name || saved.extId }),
      refreshes: [listDictionary],
      onSaved: onClose,
    }),
  });
  return (
    <FormDialog
      {...titlesFor('entry', id === 0 ? null : row.name || row.extId)}
      form={form}
      blocked={useBlocked()}
      onClose={onClose}
    >
      <p className="muted">{dictionary.name}</p>
      <TextField label="External ID" required hint="As the system of the target writes it." {...form.field('extId')} />
      <TextField label="Name" {...form.field('name')} />
      <TextField label="Custom field 1" {...form.field('custom1')} />
      <TextField label="Custom field 2" {...form.field('custom2')} />
      <SwitchField label="Default" hint="One entry is the default: this one takes its place." {...form.field('isDefault')} />
    </FormDialog>
  );
}
