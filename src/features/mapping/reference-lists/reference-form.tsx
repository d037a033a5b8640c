import * as z from 'zod';
import { messages } from '#contract/kit/messages.ts';
import { listAtsObjects, saveAtsObject } from '#contract/mapping/reference-lists.ts';
import type { TargetRow } from '#contract/rows/rows.ts';
import { useReply } from '#src/entities/reply/use-reply.ts';
import { useSave } from '#src/entities/reply/use-save.ts';
import { useBlocked } from '#src/entities/session/online-button.tsx';
import { useSession } from '#src/entities/session/session.ts';
import { FormDialog, titlesFor } from '#src/ui/dialog/form-dialog.tsx';
import type { EditorProps } from '#src/ui/dialog/use-editor.tsx';
import { SelectField, TextField } from '#src/ui/form/fields.tsx';
import { NumberField } from '#src/ui/form/number-fields.tsx';
import { optionalText } from '#src/ui/form/optional.ts';
import { useForm } from '#src/ui/form/use-form.ts';
import type { AtsEntry, ReferenceList } from './lists.ts';

const { ObjectName, External_ID, HoursPerWeek, daysPerWeek } = saveAtsObject.args.shape;
const Draft = z.object({
  ObjectName,
  External_ID,
  Address: optionalText(80, 'Shorten the address to 80 characters'),
  City: optionalText(100),
  State: optionalText(40),
  Zip: optionalText(12),
  region: optionalText(100),
  HoursPerWeek: HoursPerWeek.unwrap(),
  daysPerWeek: daysPerWeek.unwrap(),
  DegreeExternal_ID: optionalText(100),
  ClientExternal_ID: optionalText(100),
});
type DraftForm = ReturnType<typeof useForm<typeof Draft>>;

type Props = EditorProps<AtsEntry> & { of: ReferenceList; target: TargetRow };

/** One entry of a reference list. */
export function ReferenceForm({ of, target, row: entry, onClose }: Props) {
  const { customer } = useSession();
  const { ID } = entry;
  const form = useForm(Draft, {
    initial: entry,
    onSubmit: useSave(saveAtsObject, {
      args: (draft: z.output<typeof Draft>) => ({ ...draft, type: of.type, target: target.id, cust: customer.id, ID }),
      said: (saved) => ({ title: of.type === '4' ? messages.shiftSaved : messages.saved, detail: saved.ObjectName }),
      refreshes: [listAtsObjects],
      onSaved: onClose,
    }),
  });
  return (
    <FormDialog {...titlesFor(of.noun, ID === 0 ? null : entry.ObjectName)} form={form} blocked={useBlocked()} onClose={onClose}>
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
  const { reply } = useReply(listAtsObjects, asked);
  const choices = reply?.rows.map(({ External_ID, ObjectName }) => ({ value: External_ID, label: ObjectName })) ?? [];
  return <SelectField label="Degree" choices={choices} {...form.field('DegreeExternal_ID')} />;
}
