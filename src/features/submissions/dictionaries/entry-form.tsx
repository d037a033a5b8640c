import * as z from 'zod';
import { saveDictionaryEntry } from '#contract/submissions/dictionaries.ts';
import { entryName, replacedDefault } from '#domain/submissions/dictionaries.ts';
import { useSave } from '#src/entities/reply/use-save.ts';
import { useBlocked } from '#src/entities/session/online-button.tsx';
import { useSession } from '#src/entities/session/session.ts';
import { FormDialog, titlesFor } from '#src/ui/dialog/form-dialog.tsx';
import type { EditorProps } from '#src/ui/dialog/use-editor.tsx';
import { SwitchField, TextField } from '#src/ui/form/fields.tsx';
import { useForm } from '#src/ui/form/use-form.ts';
import type { HeldEntry } from './held-dictionary.ts';

const { extId, name, custom1, custom2, isDefault } = saveDictionaryEntry.args.shape;
const Draft = z.object({
  extId,
  name: name.unwrap(),
  custom1: custom1.unwrap(),
  custom2: custom2.unwrap(),
  isDefault: isDefault.unwrap(),
});

type Props = EditorProps<HeldEntry> & { dictionary: { readonly name: string }; entries: readonly HeldEntry[] };

/** One entry of a dictionary. */
export function EntryForm({ row, dictionary, entries, onClose }: Props) {
  const me = useSession().customer.id;
  const { id, objectId, targetId } = row;
  const form = useForm(Draft, {
    initial: { extId: row.extId, name: row.name, custom1: row.custom1, custom2: row.custom2, isDefault: row.isDefault },
    onSubmit: useSave(saveDictionaryEntry, {
      args: (draft: z.output<typeof Draft>) => ({ me, id, objectId, targetId, ...draft }),
      said: (saved) => ({ detail: entryName(saved) }),
      onSaved: onClose,
    }),
  });
  const replaced = replacedDefault(entries, id);
  const now = replaced
    ? `“${entryName(replaced)}” is the default now. Switched on, this entry takes its place.`
    : 'A submission gets the default where nothing is mapped.';
  return (
    <FormDialog {...titlesFor('entry', id === 0 ? null : entryName(row))} form={form} blocked={useBlocked()} onClose={onClose}>
      <p className="muted">{dictionary.name}</p>
      <TextField label="External ID" required hint="As the system of the target writes it." {...form.field('extId')} />
      <TextField label="Name" {...form.field('name')} />
      <TextField label="Custom field 1" {...form.field('custom1')} />
      <TextField label="Custom field 2" {...form.field('custom2')} />
      <SwitchField label="Default" hint={now} {...form.field('isDefault')} />
    </FormDialog>
  );
}
