import { Button } from '@mantine/core';
import * as z from 'zod';
import { type Question, saveQuestion } from '#contract/support/questions.ts';
import { useSave } from '#src/entities/reply/use-save.ts';
import { useBlocked } from '#src/entities/session/online-button.tsx';
import { FormDialog, titlesFor } from '#src/ui/dialog/form-dialog.tsx';
import type { EditorProps } from '#src/ui/dialog/use-editor.tsx';
import { SelectField, TextField } from '#src/ui/form/fields.tsx';
import { NumberField } from '#src/ui/form/number-fields.tsx';
import { useForm } from '#src/ui/form/use-form.ts';
import { type Field, FieldLine } from './field-line.tsx';
import { levels } from './question.ts';
import './questions.css';

const args = saveQuestion.args.shape;
const Draft = z.object({ name: args.name, level: z.string(), position: z.number().nullable(), fields: args.fields });

/** One support question: its words, its place in the list, who gets its tickets, and its fields. */
export function QuestionForm({ row: question, onClose }: EditorProps<Question>) {
  const { name, level, position, fields } = question;
  const form = useForm(Draft, {
    initial: { name, level, position, fields },
    onSubmit: useSave(saveQuestion, {
      args: (draft: z.output<typeof Draft>) => ({
        ...draft,
        id: question.id,
        level: draft.level === 'support' ? ('support' as const) : ('helpDesk' as const),
        position: draft.position ?? 1,
      }),
      said: (saved) => ({ detail: saved.name }),
      onSaved: onClose,
    }),
  });
  const now = form.values.fields;
  const set = (id: number, change: Partial<Field>) =>
    form.set(
      'fields',
      now.map((field) => (field.id === id ? { ...field, ...change } : field)),
    );
  const nextId = Math.max(0, ...now.map(({ id }) => id)) + 1;
  return (
    <FormDialog {...titlesFor('question', question.id === 0 ? null : name)} form={form} blocked={useBlocked()} onClose={onClose}>
      <TextField label="Question" required {...form.field('name')} />
      <SelectField label="Tickets go to" required choices={[...levels]} {...form.field('level')} />
      <NumberField label="Place in the list" required {...form.field('position')} />
      <fieldset className="question-fields">
        <legend>Fields</legend>
        {now.map((field) => (
          <FieldLine
            key={field.id}
            field={field}
            onChange={(change) => set(field.id, change)}
            onRemove={() =>
              form.set(
                'fields',
                now.filter(({ id }) => id !== field.id),
              )
            }
          />
        ))}
        <Button
          variant="default"
          size="xs"
          onClick={() => form.set('fields', [...now, { id: nextId, name: '', group: null, required: 0 }])}
        >
          Add field
        </Button>
      </fieldset>
    </FormDialog>
  );
}
