import type { TargetRow } from '#contract/rows/rows.ts';
import type { FlexLine, FlexMapping } from '#domain/posting/flex-mapping/flex-line.ts';
import { useSaveChange } from '#src/entities/change/use-save-change.ts';
import { useFieldNames } from '#src/entities/label/use-field-names.ts';
import { labelOfJob } from '#src/entities/posting/flex/label-of-job.ts';

import { FormDialog, titlesFor } from '#src/ui/dialog/form-dialog.tsx';
import type { EditorProps } from '#src/ui/dialog/use-editor.tsx';
import { TextField } from '#src/ui/form/fields.tsx';
import { useForm } from '#src/ui/form/use-form.ts';
import { type Around, atsPlaces, jobPlaces, type LineDraft, lineDraft, lineOf, withLine } from './flex-mapping.ts';

/** `at`: the place of the line, from 0; null for a new one. */
export type EditedLine = FlexLine & { readonly at: number | null };

type Props = EditorProps<EditedLine> & {
  readonly target: TargetRow;
  readonly flex: FlexMapping;
  readonly around: Around;
};

/** One line of a flex mapping. Saving works offline; the list of the ATS's fields is checked where the device has it. */
export function FlexLineForm({ row, target, flex, around, onClose }: Props) {
  const form = useForm(lineDraft(flex, row.at, around), {
    initial: lineOf(row),
    onSubmit: useSaveChange('flexMapping.save.v1', {
      args: (draft: LineDraft) => ({ id: target.id, ...withLine(flex, row.at, draft) }),
      done: () => 'Line of the flex mapping saved',
      onSaved: onClose,
    }),
  });
  const names = useFieldNames();
  const labelOf = (name: string) => around.atsFields?.find((field) => field.name === name)?.label ?? name;
  return (
    <FormDialog {...titlesFor('line', row.at === null ? null : `line ${row.at + 1}`)} form={form} onClose={onClose}>
      {jobPlaces.slice(0, flex.jobFields.length).map((at) => (
        <TextField
          key={at}
          label={labelOfJob(flex.jobFields[at] ?? '', names)}
          hint={at === 0 ? 'A star (*) fits any value; blank fits jobs without one.' : undefined}
          {...form.field(`when${at}`)}
        />
      ))}
      {atsPlaces.slice(0, flex.atsFields.length).map((at) => (
        <TextField
          key={at}
          label={labelOf(flex.atsFields[at]?.name ?? '')}
          required={flex.atsFields[at]?.required}
          hint={flex.atsFields[at]?.required ? undefined : 'Blank: the field mapping decides.'}
          {...form.field(`give${at}`)}
        />
      ))}
    </FormDialog>
  );
}
