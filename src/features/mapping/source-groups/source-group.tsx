import * as z from 'zod';
import { commandArgs } from '#contract/commands/commands.ts';
import { messages } from '#contract/kit/messages.ts';
import type { SourceRow } from '#contract/rows/rows.ts';
import { useSaveChange } from '#src/entities/change/use-save-change.ts';
import { FormDialog } from '#src/ui/dialog/form-dialog.tsx';
import type { EditorProps } from '#src/ui/dialog/use-editor.tsx';
import { MultiSelectField } from '#src/ui/form/multi-select-field.tsx';
import { useForm } from '#src/ui/form/use-form.ts';

const Draft = z.object({ members: commandArgs['source.group.v1'].shape.members });

/** The sources grouped under a source: filters and reports on it include theirs. Groups do not nest. */
export function SourceGroup({
  row: { id, name, members },
  all,
  onClose,
}: EditorProps<SourceRow> & { all: readonly SourceRow[] }) {
  const form = useForm(Draft, {
    initial: { members },
    onSubmit: useSaveChange('source.group.v1', {
      args: (draft: z.output<typeof Draft>) => ({ id, ...draft }),
      done: (draft) => `${name} groups ${draft.members.length || 'no other source'}`,
      failed: messages.groupNotSaved({ what: 'sources' }),
      onSaved: onClose,
    }),
  });
  return (
    <FormDialog title={`Sources grouped under ${name}`} form={form} saveLabel="Save group" onClose={onClose}>
      <MultiSelectField label="Sources" choices={groupChoices(id, all)} {...form.field('members')} />
    </FormDialog>
  );
}

/** All other sources as choices. A source with its own group is disabled. */
const groupChoices = (source: number, all: readonly SourceRow[]) =>
  all
    .filter(({ id }) => id !== source)
    .map(({ id: value, name, members: { length } }) => ({
      value,
      label: length > 0 ? `${name} (has its own group)` : name,
      disabled: length > 0,
    }));
