import type * as z from 'zod';
import type { FieldNames } from '#domain/job-list/field-names.ts';
import { SelectField } from '#src/ui/form/fields.tsx';
import { TextAreaField } from '#src/ui/form/text-area-field.tsx';
import type { useForm } from '#src/ui/form/use-form.ts';
import { counted } from '#src/ui/format/format.ts';
import { type mappingDraft, sourceChoices, takesText } from './field-mapping.ts';

type Draft = ReturnType<typeof mappingDraft>;
type Props = {
  readonly form: Pick<ReturnType<typeof useForm<Draft>>, 'field' | 'values'>;
  readonly names: FieldNames;
};

/** Where the value of a line comes from: a text, or a field of the job. Only what the option uses is shown. */
export function LineSource({ form, names }: Props) {
  const option = Number(form.values.option) as z.output<Draft>['option'];
  if (!takesText(option))
    return <SelectField label="Job field" required choices={sourceChoices(names)} {...form.field('jobField')} />;
  return (
    <TextAreaField
      label="Value"
      mono
      hint="Text with fields in brackets, or a calculation such as =[Duration] / 7."
      {...form.field('value')}
    />
  );
}

/** When a line counts for job orders that are in the target already. */
export const PostedNote = ({ posted }: { readonly posted: number }) => (
  <p className="muted">
    Counts for job orders posted from now on.
    {posted > 0 && ` ${counted(posted, 'posted job')} ${posted === 1 ? 'changes' : 'change'} with the next change of the job.`}
  </p>
);
