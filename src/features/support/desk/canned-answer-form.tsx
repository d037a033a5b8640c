import * as z from 'zod';
import { type CannedAnswer, listCannedAnswers, saveCannedAnswer } from '#contract/support/desk.ts';
import { useSave } from '#src/entities/reply/use-save.ts';
import { useBlocked } from '#src/entities/session/online-button.tsx';
import { FormDialog, titlesFor } from '#src/ui/dialog/form-dialog.tsx';
import type { EditorProps } from '#src/ui/dialog/use-editor.tsx';
import { TextField } from '#src/ui/form/fields.tsx';
import { TextAreaField } from '#src/ui/form/text-area-field.tsx';
import { useForm } from '#src/ui/form/use-form.ts';

const Draft = z.object({ name: saveCannedAnswer.args.shape.name, text: saveCannedAnswer.args.shape.text });

/** One canned answer: its name in the menu, and its text. */
export function CannedAnswerForm({ row: answer, onClose }: EditorProps<CannedAnswer>) {
  const form = useForm(Draft, {
    initial: { name: answer.name, text: answer.text },
    onSubmit: useSave(saveCannedAnswer, {
      args: (draft: z.output<typeof Draft>) => ({ ...draft, id: answer.id }),
      said: ({ name }) => ({ detail: name }),
      refreshes: [listCannedAnswers],
      onSaved: onClose,
    }),
  });
  return (
    <FormDialog
      {...titlesFor('canned answer', answer.id === 0 ? null : answer.name)}
      form={form}
      blocked={useBlocked()}
      onClose={onClose}
    >
      <TextField label="Name" required {...form.field('name')} />
      <TextAreaField label="Answer" required rows={6} {...form.field('text')} />
    </FormDialog>
  );
}
