import { useState } from 'react';
import * as z from 'zod';
import { messages } from '#contract/kit/messages.ts';
import { type ConfigurationBody, mostNameLength, stagingReportId } from '#contract/rows/report-rows.ts';
import { localIdOf } from '#domain/commands/local-id.ts';
import { viewNameProblem } from '#domain/commands/report-configuration/view-name.ts';
import { useSaveChange } from '#src/entities/change/use-save-change.ts';
import { useSession } from '#src/entities/session/session.ts';
import { FormDialog } from '#src/ui/dialog/form-dialog.tsx';
import type { EditorProps } from '#src/ui/dialog/use-editor.tsx';
import { SwitchField, TextField } from '#src/ui/form/fields.tsx';
import { useForm } from '#src/ui/form/use-form.ts';
import type { SavedView } from './saved-views.ts';

type Props = EditorProps<SavedView | null> & {
  readonly views: readonly SavedView[];
  /** How the grid looks now, for a new view. */
  readonly body: ConfigurationBody;
  readonly onAdded: (id: number) => void;
};

/** The name of a view and who sees it: of a new one (`row` null), or of an existing one, whose content stays. */
export function ViewForm({ row, views, body, onAdded, onClose }: Props) {
  const { role, customer } = useSession();
  const [newRef] = useState(() => crypto.randomUUID());
  const [id, ref] = row ? [row.id, row.ref] : [localIdOf(newRef), newRef];
  const ownerId = row?.ownerId ?? role.userId;
  const isOwner = ownerId === role.userId;
  const own = views.filter((view) => view.ownerId === ownerId);
  const Draft = z
    .object({
      name: z.string().trim().min(1, 'Name the view').max(mostNameLength, `Shorten the name to ${mostNameLength} characters`),
      isShared: z.boolean(),
    })
    .check(({ value, issues }) => {
      const problem = viewNameProblem({ id, name: value.name }, own);
      if (problem) issues.push({ code: 'custom', path: ['name'], message: problem, input: value });
    });
  const form = useForm(Draft, {
    initial: { name: row?.name ?? '', isShared: row ? !row.isPrivate : false },
    onSubmit: useSaveChange('reportConfiguration.save.v1', {
      args: ({ name, isShared }: z.output<typeof Draft>) => ({
        id,
        ref,
        reportId: row?.reportId ?? stagingReportId,
        ownerId,
        name,
        body: row?.body ?? body,
        isPrivate: !isShared,
      }),
      done: ({ name }) => `View “${name}” saved`,
      failed: messages.configurationNotSaved,
      onSaved: () => {
        if (!row) onAdded(id);
        onClose();
      },
    }),
  });
  return (
    <FormDialog title={row ? `Edit ${row.name}` : 'Save as a view'} saveLabel="Save view" form={form} onClose={onClose}>
      <TextField label="Name" required hint="Columns, order, groups and query are saved with it." {...form.field('name')} />
      <SwitchField
        label={`Share with everyone at ${customer.name}`}
        hint={isOwner ? 'Otherwise only you see it, on all your devices.' : `Only ${row?.owner} can stop sharing this view.`}
        disabled={!isOwner}
        {...form.field('isShared')}
      />
    </FormDialog>
  );
}
