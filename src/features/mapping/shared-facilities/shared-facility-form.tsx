import * as z from 'zod';
import { listSharedFacilities, saveSharedFacility } from '#contract/mapping/reference-lists.ts';
import { useSave } from '#src/entities/reply/use-save.ts';
import { useBlocked } from '#src/entities/session/online-button.tsx';
import { FormDialog, titlesFor } from '#src/ui/dialog/form-dialog.tsx';
import type { EditorProps } from '#src/ui/dialog/use-editor.tsx';
import { SelectField, SwitchField, TextField } from '#src/ui/form/fields.tsx';
import { optionalText } from '#src/ui/form/optional.ts';
import { useForm } from '#src/ui/form/use-form.ts';
import { type SharedFacility, useStateChoices } from './shared-facility.ts';

const Draft = z.object({
  Name: saveSharedFacility.args.shape.Name,
  Address: optionalText(80, 'Shorten the address to 80 characters'),
  City: optionalText(100),
  State: optionalText(2),
  Coutry: optionalText(2, 'Enter the two-letter country code'),
  Zip: optionalText(12),
  IsHealthcare: z.boolean(),
});

/** One facility that all customers share. */
export function SharedFacilityForm({ row: facility, onClose }: EditorProps<SharedFacility>) {
  const { ID: id, Name } = facility;
  const form = useForm(Draft, {
    initial: facility,
    onSubmit: useSave(saveSharedFacility, {
      args: (draft: z.output<typeof Draft>) => ({ ...draft, id }),
      said: (saved) => ({ detail: saved.Name }),
      refreshes: [listSharedFacilities],
      onSaved: onClose,
    }),
  });
  return (
    <FormDialog {...titlesFor('facility', id === 0 ? null : Name)} form={form} blocked={useBlocked()} onClose={onClose}>
      <TextField label="Name" required {...form.field('Name')} />
      <TextField label="Address" hint="Up to 80 characters" {...form.field('Address')} />
      <div className="form-pair">
        <TextField label="City" {...form.field('City')} />
        <SelectField label="State" choices={useStateChoices()} {...form.field('State')} />
      </div>
      <div className="form-pair">
        <TextField label="Zip" {...form.field('Zip')} />
        <TextField label="Country" hint="Two-letter code" {...form.field('Coutry')} />
      </div>
      <SwitchField label="Healthcare" hint="When off, not offered for healthcare jobs" {...form.field('IsHealthcare')} />
    </FormDialog>
  );
}
