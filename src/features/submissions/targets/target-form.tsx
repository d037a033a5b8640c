import { useState } from 'react';
import { useNavigate } from 'react-router-dom';
import * as z from 'zod';
import { listSubmissionChoices, saveSubmissionTarget } from '#contract/submissions/targets.ts';
import { useReply } from '#src/entities/reply/use-reply.ts';
import { useBlocked } from '#src/entities/session/online-button.tsx';
import { useSession } from '#src/entities/session/session.ts';
import { typeLabels } from '#src/entities/submission/submission-labels.ts';
import { unread } from '#src/entities/submission/unread.ts';
import { FormDialog } from '#src/ui/dialog/form-dialog.tsx';
import type { EditorProps } from '#src/ui/dialog/use-editor.tsx';
import { SelectField } from '#src/ui/form/fields.tsx';
import { useForm } from '#src/ui/form/use-form.ts';
import { useWhenClean } from '#src/ui/form/use-when-clean.ts';
import { pathTo } from '#src/ui/screen/path-to.ts';
import { ConnectionFields, connectionShape } from './connection-fields.tsx';
import { useSaveSubmissionTarget } from './use-save-target.ts';

const Draft = z.object({
  systemId: z.string().min(1, 'Choose a system').transform(Number),
  ...connectionShape,
});

const { settings } = saveSubmissionTarget.args.shape;

export const newTarget = { systemId: '', name: '', orgKey: '', site: '', secret: '', isActive: true };

/** Adds a submission target: its system first, then the fields of its connection. */
export function TargetForm({ row, onClose }: EditorProps<typeof newTarget>) {
  const me = useSession().customer.id;
  const navigate = useNavigate();
  const choices = useReply(listSubmissionChoices, { me });
  const save = useSaveSubmissionTarget();
  const [made, setMade] = useState<number | null>(null);
  const form = useForm(Draft, {
    initial: row,
    onSubmit: (draft) => save({ me, ...draft, settings: settings.parse({}) }, ({ id }) => setMade(id)),
  });
  useWhenClean(made, form, (id) => {
    onClose();
    void navigate(pathTo('/submissionTarget/:id/:short?', { id }));
  });
  const systems = choices.reply?.systems ?? [];
  const system = systems.find(({ id }) => String(id) === form.values.systemId);
  return (
    <FormDialog title="Add submission target" saveLabel="Add target" form={form} blocked={useBlocked()} onClose={onClose}>
      {choices.reply === null && choices.problem !== null && <p role="alert">{unread('lists', choices.problem)}</p>}
      <SelectField
        label="System"
        required
        hint="The system of a target stays."
        choices={systems.map(({ id, name, type }) => ({ value: String(id), label: `${name} (${typeLabels[type]})` }))}
        {...form.field('systemId')}
      />
      {system && <ConnectionFields form={form} system={system} hasSecret={false} />}
    </FormDialog>
  );
}
