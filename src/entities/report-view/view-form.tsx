import { useState } from 'react';
import * as z from 'zod';
import { messages } from '#contract/kit/messages.ts';
import { type ConfigurationBody, mostNameLength } from '#contract/rows/report-rows.ts';
import { localIdOf } from '#domain/commands/local-id.ts';
import { viewNameProblem } from '#domain/commands/report-configuration/view-name.ts';
import { useSaveChange } from '#src/entities/change/use-save-change.ts';
import { useSession } from '#src/entities/session/session.ts';
import { ask } from '#src/ui/ask/ask.tsx';
import { FormDialog } from '#src/ui/dialog/form-dialog.tsx';
import type { EditorProps } from '#src/ui/dialog/use-editor.tsx';
import { SwitchField, TextField } from '#src/ui/form/fields.tsx';
import { keepsEditing, useForm } from '#src/ui/form/use-form.ts';
import type { SavedView } from './saved-views.ts';
import type { ViewScreen } from './use-view-actions.tsx';

type Props = EditorProps<SavedView | null> & {
  readonly screen: Pick<ViewScreen, 'reportId' | 'keeps' | 'views' | 'open'>;
  /** How the screen looks now, for a new view. */
  readonly body: ConfigurationBody;
};
/** What the form says, and the view that it changes; null for a new one. */
type Content = { readonly name: string; readonly isShared: boolean; readonly changes: SavedView | null };

/** The name of a view and who sees it: of a new one (`row` null), or of an existing one, whose content stays. */
export function ViewForm({ row, screen: { reportId, keeps, views, open }, body, onClose }: Props) {
  const { role, customer } = useSession();
  const [newRef] = useState(() => crypto.randomUUID());
  const newId = localIdOf(newRef);
  const ownerId = row?.ownerId ?? role.userId;
  const isOwner = ownerId === role.userId;
  const Draft = z
    .object({
      name: z.string().trim().min(1, 'Name the view').max(mostNameLength, `Shorten the name to ${mostNameLength} characters`),
      isShared: z.boolean(),
    })
    .check(({ value, issues }) => {
      const own = views.filter((view) => view.ownerId === ownerId);
      const problem = viewNameProblem({ id: row?.id ?? newId, name: value.name }, own);
      if (problem) issues.push({ code: 'custom', path: ['name'], message: problem, input: value });
    });
  const save = useSaveChange('reportConfiguration.save.v1', {
    args: ({ name, isShared, changes }: Content) => ({
      id: changes?.id ?? newId,
      ref: changes ? changes.ref : newRef,
      reportId: row?.reportId ?? reportId,
      ownerId: changes?.ownerId ?? role.userId,
      name,
      body: changes?.body ?? body,
      isPrivate: !isShared,
    }),
    done: ({ name }) => `View “${name}” saved`,
    failed: messages.configurationNotSaved,
    onSaved: onClose,
  });
  const form = useForm(Draft, {
    initial: { name: row?.name ?? '', isShared: row ? !row.isPrivate : false },
    onSubmit: async (draft) => {
      const chosen = row === null || row.name === draft.name ? 'rename' : await newOrRename(row.name, draft.name);
      if (chosen === 'back') return keepsEditing;
      const changes = chosen === 'new' ? null : row;
      const problems = await save({ ...draft, changes });
      if (problems === undefined && changes === null) open(newId);
      return problems;
    },
  });
  return (
    <FormDialog title={row ? `Edit ${row.name}` : 'Save as a view'} saveLabel="Save view" form={form} onClose={onClose}>
      <TextField label="Name" required hint={keeps} {...form.field('name')} />
      <SwitchField
        label={`Share with everyone at ${customer.name}`}
        hint={isOwner ? 'Otherwise only you see it, on all your devices.' : `Only ${row?.owner} can stop sharing this view.`}
        disabled={!isOwner}
        {...form.field('isShared')}
      />
    </FormDialog>
  );
}

/** A changed name can mean another view. */
const newOrRename = (before: string, name: string) =>
  ask({
    title: `Rename “${before}” or save a new view?`,
    body: <p>{`A new view “${name}” is saved as the screen looks now, and “${before}” stays.`}</p>,
    choices: {
      rename: { words: `Rename it to “${name}”`, tone: 'primary' },
      new: { words: 'Save a new view' },
      back: { words: 'Go back' },
    },
    safe: 'back',
  });
