import { useState } from 'react';
import type * as z from 'zod';
import type { AtsField } from '#contract/posting/ats-fields.ts';
import type { TargetRow } from '#contract/rows/rows.ts';
import { localIdOf } from '#domain/commands/local-id.ts';
import { useSaveChange } from '#src/entities/change/use-save-change.ts';
import { useFieldNames } from '#src/entities/label/use-field-names.ts';
import { FormDialog, titlesFor } from '#src/ui/dialog/form-dialog.tsx';
import type { EditorProps } from '#src/ui/dialog/use-editor.tsx';
import { SelectField, SwitchField, TextField } from '#src/ui/form/fields.tsx';
import { NumberField } from '#src/ui/form/number-fields.tsx';
import { ReferenceField } from '#src/ui/form/reference-field.tsx';
import { TextAreaField } from '#src/ui/form/text-area-field.tsx';
import { useForm } from '#src/ui/form/use-form.ts';
import {
  draftOf,
  fieldTypeChoices,
  type MappingLine,
  mappingDraft,
  optionChoices,
  referenceOf,
  usedParts,
  valueTypeChoices,
  workTypeChoices,
} from './field-mapping.ts';
import { LineSource, PostedNote } from './line-source.tsx';

type Props = EditorProps<MappingLine | null> & {
  readonly target: TargetRow;
  readonly atsFields: readonly AtsField[] | null;
  readonly last: number;
  /** How many job orders the target has, which change only when their job does. */
  readonly posted: number;
};

/** One line of a field mapping. Saving works offline; the list of the ATS's fields is checked where the device has it. */
export function FieldMappingForm({ row, target, atsFields, last, posted, onClose }: Props) {
  const [newRef] = useState(() => crypto.randomUUID());
  const [ref, id] = row ? [row.ref, row.id] : [newRef, localIdOf(newRef)];
  const Draft = mappingDraft(target.typeId, atsFields);
  const form = useForm(Draft, {
    initial: draftOf(row),
    onSubmit: useSaveChange('fieldMapping.save.v1', {
      args: (draft: z.output<typeof Draft>) => ({
        id,
        ref,
        targetId: target.id,
        position: row?.position ?? last + 1,
        ...usedParts(draft),
      }),
      done: ({ atsField }) => `Mapping of ${atsField} saved`,
      onSaved: onClose,
    }),
  });
  const choices = (atsFields ?? []).map(referenceOf);
  const isListed = choices.some(({ id: name }) => name === form.values.atsField) || form.values.atsField === '';
  const names = useFieldNames();
  return (
    <FormDialog {...titlesFor('line', row?.label ?? null)} form={form} onClose={onClose}>
      {choices.length > 0 && isListed ? (
        <ReferenceField label="ATS field" required choices={choices} {...form.field('atsField')} />
      ) : (
        <TextField
          label="ATS field"
          required
          hint={
            atsFields
              ? 'Dots lead into a field, as in address.city.'
              : 'The fields of the ATS could not be read, so its name is not checked.'
          }
          {...form.field('atsField')}
        />
      )}
      <SelectField label="Option" required choices={optionChoices} {...form.field('option')} />
      <LineSource form={form} names={names} />
      <TextAreaField
        label="Condition"
        mono
        hint='As in rules, such as [Work Type] equal "Travel". Blank: always.'
        {...form.field('condition')}
      />
      <div className="form-pair">
        <SelectField label="Field type" required choices={fieldTypeChoices} {...form.field('fieldType')} />
        <SelectField label="Value type" required choices={valueTypeChoices} {...form.field('valueType')} />
      </div>
      <div className="form-pair">
        <SelectField label={names.of('workType')} required choices={workTypeChoices(names)} {...form.field('workType')} />
        <NumberField label="Max length" min={1} {...form.field('maxLength')} />
      </div>
      <SwitchField label="Send on update" {...form.field('onUpdate')} />
      <SwitchField label="Send on cancel" {...form.field('onCancel')} />
      <PostedNote posted={posted} />
    </FormDialog>
  );
}
