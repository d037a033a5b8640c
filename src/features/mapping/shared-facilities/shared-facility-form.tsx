import * as z from 'zod';
import { messages } from '#contract/kit/messages.ts';
import { saveSharedFacility } from '#contract/mapping/reference-lists.ts';
import { listStates } from '#contract/system/lookups.ts';
import { problemsOf } from '#src/entities/session/failure-words.ts';
import { useBlocked } from '#src/entities/session/online-button.tsx';
import { useCached } from '#src/entities/session/use-cached.ts';
import { useCall } from '#src/entities/session/use-call.ts';
import { FormDialog } from '#src/ui/dialog/form-dialog.tsx';
import { SelectField, SwitchField, TextField } from '#src/ui/form/fields.tsx';
import { useForm } from '#src/ui/form/use-form.ts';
import { toast } from '#src/ui/toast/toasts.tsx';
import type { SharedFacility } from './shared-facilities.tsx';

export const newSharedFacility: SharedFacility = {
  ID: 0,
  Name: '',
  Address: null,
  City: null,
  State: null,
  Coutry: 'US',
  Zip: null,
  IsHealthcare: true,
};

const text = z.string().trim();
const Draft = z.object({
  Name: saveSharedFacility.args.shape.Name,
  Address: text.max(80, 'Shorten the address to 80 characters'),
  City: text.max(100),
  State: text,
  Coutry: text.max(2, 'Enter the two-letter country code'),
  Zip: text.max(12),
  IsHealthcare: z.boolean(),
});

type Props = { facility: SharedFacility; onSaved: () => void; onClose: () => void };

/** One facility that all customers share. */
export function SharedFacilityForm({ facility, onSaved, onClose }: Props) {
  const call = useCall();
  const { reply: states } = useCached(listStates, {});
  const { ID, Name, IsHealthcare } = facility;
  const known = (value: string | null) => value ?? '';
  const form = useForm(Draft, {
    initial: {
      Name,
      IsHealthcare,
      Address: known(facility.Address),
      City: known(facility.City),
      State: known(facility.State),
      Coutry: known(facility.Coutry),
      Zip: known(facility.Zip),
    },
    async onSubmit(draft) {
      const { Address, City, State, Coutry, Zip, ...rest } = draft;
      const blank = (value: string) => (value === '' ? null : value);
      const place = { Address: blank(Address), City: blank(City), State: blank(State), Coutry: blank(Coutry), Zip: blank(Zip) };
      const answer = await call(saveSharedFacility, { id: ID, ...rest, ...place });
      if (!answer.ok) return problemsOf(answer.error);
      toast.success({ title: messages.saved, detail: draft.Name });
      onSaved();
      onClose();
      return undefined;
    },
  });
  return (
    <FormDialog
      title={ID === 0 ? 'Add shared facility' : `Edit ${Name}`}
      form={form}
      saveWords={ID === 0 ? 'Add facility' : 'Save facility'}
      blocked={useBlocked()}
      onClose={onClose}
    >
      <TextField label="Name" required {...form.field('Name')} />
      <TextField label="Address" hint="Up to 80 characters" {...form.field('Address')} />
      <div className="form-pair">
        <TextField label="City" {...form.field('City')} />
        <SelectField
          label="State"
          choices={states?.map(({ ID: value, NAME }) => ({ value, label: NAME })) ?? []}
          {...form.field('State')}
        />
      </div>
      <div className="form-pair">
        <TextField label="Zip" {...form.field('Zip')} />
        <TextField label="Country" hint="Two-letter code" {...form.field('Coutry')} />
      </div>
      <SwitchField label="Healthcare" hint="When off, not offered for healthcare jobs" {...form.field('IsHealthcare')} />
    </FormDialog>
  );
}
