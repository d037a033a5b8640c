import * as z from 'zod';
import { listSharedFacilities, saveSharedFacility } from '#contract/mapping/shared-facilities.ts';
import { useFieldNames } from '#src/entities/label/use-field-names.ts';
import { useSave } from '#src/entities/reply/use-save.ts';
import { useBlocked } from '#src/entities/session/online-button.tsx';
import { FormDialog, titlesFor } from '#src/ui/dialog/form-dialog.tsx';
import type { EditorProps } from '#src/ui/dialog/use-editor.tsx';
import { SelectField, SwitchField, TextField } from '#src/ui/form/fields.tsx';
import { optionalText } from '#src/ui/form/optional.ts';
import { useForm } from '#src/ui/form/use-form.ts';
import { type SharedFacility, useStateChoices } from './shared-facility.ts';

const Draft = z.object({
  name: saveSharedFacility.args.shape.name,
  address: optionalText(80, 'Shorten the address to 80 characters'),
  city: optionalText(100),
  state: optionalText(2),
  country: optionalText(2, 'Enter the two-letter country code'),
  zip: optionalText(12),
  isHealthcare: z.boolean(),
});

/** One facility that all customers share. */
export function SharedFacilityForm({ row: facility, onClose }: EditorProps<SharedFacility>) {
  const { id, name } = facility;
  const names = useFieldNames();
  const form = useForm(Draft, {
    initial: facility,
    onSubmit: useSave(saveSharedFacility, {
      args: (draft: z.output<typeof Draft>) => ({ ...draft, id }),
      said: (saved) => ({ detail: saved.name }),
      refreshes: [listSharedFacilities],
      onSaved: onClose,
    }),
  });
  return (
    <FormDialog {...titlesFor('facility', id === 0 ? null : name)} form={form} blocked={useBlocked()} onClose={onClose}>
      <TextField label="Name" required {...form.field('name')} />
      <TextField label={names.of('address')} hint="Up to 80 characters" {...form.field('address')} />
      <div className="form-pair">
        <TextField label={names.of('city')} {...form.field('city')} />
        <SelectField label={names.of('state')} choices={useStateChoices()} {...form.field('state')} />
      </div>
      <div className="form-pair">
        <TextField label={names.of('zip')} {...form.field('zip')} />
        <TextField label="Country" hint="Two-letter code" {...form.field('country')} />
      </div>
      <SwitchField label="Healthcare" hint="When off, not offered for healthcare jobs" {...form.field('isHealthcare')} />
    </FormDialog>
  );
}
