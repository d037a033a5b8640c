import * as z from 'zod';
import { messages } from '#contract/kit/messages.ts';
import { listAtsObjects, saveAtsObject } from '#contract/mapping/reference-lists.ts';
import type { TargetRow } from '#contract/rows/rows.ts';
import { problemsOf } from '#src/entities/session/failure-words.ts';
import { useBlocked } from '#src/entities/session/online-button.tsx';
import { useSession } from '#src/entities/session/session.ts';
import { useCached } from '#src/entities/session/use-cached.ts';
import { useCall } from '#src/entities/session/use-call.ts';
import { FormDialog } from '#src/ui/dialog/form-dialog.tsx';
import { NumberField, SelectField, TextField } from '#src/ui/form/fields.tsx';
import { useForm } from '#src/ui/form/use-form.ts';
import { toast } from '#src/ui/toast/toasts.tsx';
import type { AtsEntry, ReferenceList } from './lists.ts';

export const newEntry: AtsEntry = {
  ID: 0,
  External_ID: '',
  ObjectName: '',
  Del_Fl: false,
  Address: null,
  City: null,
  State: null,
  Zip: null,
  region: null,
  HoursPerWeek: null,
  daysPerWeek: null,
  DegreeExternal_ID: null,
  DegreeName: null,
  ClientExternal_ID: null,
  ClientName: null,
};

const text = z.string().trim();
const shape = saveAtsObject.args.shape;
const Draft = z.object({
  ObjectName: shape.ObjectName,
  External_ID: shape.External_ID,
  Address: text.max(80, 'Shorten the address to 80 characters'),
  City: text.max(100),
  State: text.max(40),
  Zip: text.max(12),
  region: text.max(100),
  HoursPerWeek: z.number().min(0).max(168, 'A week has 168 hours').nullable(),
  daysPerWeek: z.number().min(0).max(7, 'A week has 7 days').nullable(),
  DegreeExternal_ID: text.max(100),
  ClientExternal_ID: text.max(100),
});
type Draft = z.output<typeof Draft>;
type DraftForm = ReturnType<typeof useForm<typeof Draft>>;

const draftOf = (entry: AtsEntry): Draft => ({
  ...entry,
  Address: entry.Address ?? '',
  City: entry.City ?? '',
  State: entry.State ?? '',
  Zip: entry.Zip ?? '',
  region: entry.region ?? '',
  DegreeExternal_ID: entry.DegreeExternal_ID ?? '',
  ClientExternal_ID: entry.ClientExternal_ID ?? '',
});

/** Blank is not known, which the service keeps as null. */
const knownOf = (draft: Draft) =>
  Object.fromEntries(Object.entries(draft).map(([key, value]) => [key, value === '' ? null : value]));

type Props = { of: ReferenceList; target: TargetRow; entry: AtsEntry; onSaved: () => void; onClose: () => void };

/** One entry of a reference list. */
export function ReferenceForm({ of, target, entry, onSaved, onClose }: Props) {
  const call = useCall();
  const { customer } = useSession();
  const place = { type: of.type, target: target.id, cust: customer.id };
  const form = useForm(Draft, {
    initial: draftOf(entry),
    async onSubmit(draft) {
      const { ObjectName, External_ID } = draft;
      const answer = await call(saveAtsObject, { ...knownOf(draft), ...place, ID: entry.ID, ObjectName, External_ID });
      if (!answer.ok) return problemsOf(answer.error);
      toast.success({ title: of.type === '4' ? messages.shiftSaved : messages.saved, detail: ObjectName });
      onSaved();
      onClose();
      return undefined;
    },
  });
  const isNew = entry.ID === 0;
  return (
    <FormDialog
      title={isNew ? `Add ${of.noun}` : `Edit ${entry.ObjectName}`}
      form={form}
      saveWords={isNew ? `Add ${of.noun}` : 'Save'}
      blocked={useBlocked()}
      onClose={onClose}
    >
      <TextField label="Name" required {...form.field('ObjectName')} />
      <TextField label={`${target.name} ID`} required mono {...form.field('External_ID')} />
      {of.fields.includes('place') && <Place form={form} />}
      {of.fields.includes('region') && <TextField label="Region" {...form.field('region')} />}
      {of.fields.includes('degree') && <Degree form={form} target={target} />}
      {of.fields.includes('times') && <Times form={form} />}
      {of.fields.includes('client') && (
        <TextField
          label={of.type === '1' ? `Parent client ID in ${target.name}` : `Client ID in ${target.name}`}
          mono
          {...form.field('ClientExternal_ID')}
        />
      )}
    </FormDialog>
  );
}

const Place = ({ form }: { form: DraftForm }) => (
  <>
    <TextField label="Address" hint="Up to 80 characters" {...form.field('Address')} />
    <div className="form-pair">
      <TextField label="City" {...form.field('City')} />
      <TextField label="State" {...form.field('State')} />
      <TextField label="Zip" {...form.field('Zip')} />
    </div>
  </>
);

/** A shift's times stand where a client's city and state do: so the documents have it. */
const Times = ({ form }: { form: DraftForm }) => (
  <>
    <div className="form-pair">
      <TextField label="Starts" {...form.field('City')} />
      <TextField label="Ends" {...form.field('State')} />
    </div>
    <div className="form-pair">
      <NumberField label="Hours per week" {...form.field('HoursPerWeek')} />
      <NumberField label="Days per week" {...form.field('daysPerWeek')} />
    </div>
  </>
);

function Degree({ form, target }: { form: DraftForm; target: TargetRow }) {
  const { customer } = useSession();
  const asked = { type: '2', target: target.id, cust: customer.id, pageSize: 1000, page: 1 } as const;
  const { reply } = useCached(listAtsObjects, asked);
  const choices = reply?.rows.map(({ External_ID, ObjectName }) => ({ value: External_ID, label: ObjectName })) ?? [];
  return <SelectField label="Degree" choices={choices} {...form.field('DegreeExternal_ID')} />;
}
