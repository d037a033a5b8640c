import type { TargetRow } from '#contract/rows/rows.ts';
import type { FlexMapping } from '#domain/posting/flex-mapping/flex-line.ts';
import { flexSources } from '#domain/posting/flex-mapping/flex-problems.ts';
import { useSaveChange } from '#src/entities/change/use-save-change.ts';
import { FormDialog } from '#src/ui/dialog/form-dialog.tsx';
import type { EditorProps } from '#src/ui/dialog/use-editor.tsx';
import { SelectField, SwitchField, TextField } from '#src/ui/form/fields.tsx';
import { useForm } from '#src/ui/form/use-form.ts';
import { fieldTypeChoices } from '../field-mapping/field-mapping.ts';
import { type Around, atsPlaces, type FieldsDraft, fieldsDraft, fieldsOf, jobPlaces, withFields } from './flex-mapping.ts';

const sources = flexSources.map(({ key, label }) => ({ value: key, label }));

type Props = EditorProps<FlexMapping> & { readonly target: TargetRow; readonly around: Around };

/** The columns of a flex mapping: up to four fields of the job, and up to six of the ATS. */
export function FlexFieldsForm({ row: flex, target, around, onClose }: Props) {
  const form = useForm(fieldsDraft(flex, around), {
    initial: fieldsOf(flex),
    onSubmit: useSaveChange('flexMapping.save.v1', {
      args: (draft: FieldsDraft) => ({ id: target.id, ...withFields(flex, draft) }),
      done: () => 'Fields of the flex mapping saved',
      onSaved: onClose,
    }),
  });
  const used = atsPlaces.filter((at) => at === 0 || form.values[`ats${(at - 1) as 0}`] !== '' || form.values[`ats${at}`] !== '');
  return (
    <FormDialog title="Fields of the flex mapping" saveLabel="Save fields" form={form} onClose={onClose}>
      {jobPlaces.map((at) => (
        <SelectField
          key={at}
          label={`Job field ${at + 1}`}
          required={at === 0}
          choices={at === 0 ? sources : [{ value: '', label: 'None' }, ...sources]}
          {...form.field(`job${at}`)}
        />
      ))}
      {used.map((at) => (
        <div key={at} className="flex-field">
          <TextField
            label={`ATS field ${at + 1}`}
            required={at === 0}
            hint={at === 0 ? 'Dots lead into a field, as in address.city.' : undefined}
            {...form.field(`ats${at}`)}
          />
          <SelectField label={`Type of ATS field ${at + 1}`} required choices={fieldTypeChoices} {...form.field(`type${at}`)} />
          <SwitchField label={`ATS field ${at + 1} is required`} {...form.field(`required${at}`)} />
        </div>
      ))}
      <p className="muted">A job without a line is not posted if a field is required.</p>
    </FormDialog>
  );
}
