import * as z from 'zod';
import { commandArgs } from '#contract/commands/commands.ts';
import { messages } from '#contract/kit/messages.ts';
import { useChanges } from '#src/entities/change/use-changes.ts';
import { FormDialog } from '#src/ui/dialog/form-dialog.tsx';
import { TagsField } from '#src/ui/form/fields.tsx';
import { useForm } from '#src/ui/form/use-form.ts';
import type { SourceLine } from './source-list.tsx';

const Draft = z.object({ aliases: commandArgs['source.alias.v1'].shape.aliases });

/** The other names under which feeds and files name a source; saved without a connection, too. */
export function SourceAliases({ source, onClose }: { source: SourceLine; onClose: () => void }) {
  const changes = useChanges();
  const form = useForm(Draft, {
    initial: { aliases: source.aliases },
    async onSubmit({ aliases }) {
      const done = `${messages.aliasSaved}: ${source.name}`;
      const { refused } = await changes.make('source.alias.v1', { id: source.id, aliases }, () => done);
      const [first] = refused;
      if (first) return { aliases: `${messages.aliasesNotSaved({ what: 'source' })}: ${first.message}` };
      onClose();
      return undefined;
    },
  });
  return (
    <FormDialog title={`Feed aliases of ${source.name}`} form={form} saveWords="Save aliases" onClose={onClose}>
      <TagsField
        label="Aliases"
        hint="Press Enter after each. Jobs collected under an alias belong to this source."
        {...form.field('aliases')}
      />
    </FormDialog>
  );
}
