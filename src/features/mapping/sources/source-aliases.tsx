import * as z from 'zod';
import { commandArgs } from '#contract/commands/commands.ts';
import { messages } from '#contract/kit/messages.ts';
import { useSaveChange } from '#src/entities/change/use-save-change.ts';
import { FormDialog } from '#src/ui/dialog/form-dialog.tsx';
import type { EditorProps } from '#src/ui/dialog/use-editor.tsx';
import { TagsField } from '#src/ui/form/fields.tsx';
import { useForm } from '#src/ui/form/use-form.ts';
import type { SourceLine } from './source.ts';

const Draft = z.object({ aliases: commandArgs['source.alias.v1'].shape.aliases });

/** Other names that feeds and files use for a source. Saving works offline, too. */
export function SourceAliases({ row: { id, name, aliases }, onClose }: EditorProps<SourceLine>) {
  const form = useForm(Draft, {
    initial: { aliases },
    onSubmit: useSaveChange('source.alias.v1', {
      args: (draft: z.output<typeof Draft>) => ({ id, ...draft }),
      done: () => `${messages.aliasSaved}: ${name}`,
      failed: messages.aliasesNotSaved({ what: 'source' }),
      onSaved: onClose,
    }),
  });
  return (
    <FormDialog title={`Feed aliases of ${name}`} form={form} saveLabel="Save aliases" onClose={onClose}>
      <TagsField
        label="Aliases"
        hint="Press Enter after each. Jobs under an alias are this source’s."
        {...form.field('aliases')}
      />
    </FormDialog>
  );
}
