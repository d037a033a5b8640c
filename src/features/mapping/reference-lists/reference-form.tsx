import * as z from 'zod';
import { messages } from '#contract/kit/messages.ts';
import { listAtsObjects, saveAtsObject } from '#contract/mapping/reference-lists.ts';
import type { TargetRow } from '#contract/rows/rows.ts';
import { useFieldNames } from '#src/entities/label/use-field-names.ts';
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

const { name, externalId, hoursPerWeek, daysPerWeek } = saveAtsObject.args.shape;
const Draft = z.object({
  name,
  externalId,
  address: optionalText(80, 'Shorten the address to 80 characters'),
  cityOrStart: optionalText(100),
  stateOrEnd: optionalText(40),
  zip: optionalText(12),
  region: optionalText(100),
  hoursPerWeek: hoursPerWeek.unwrap(),
  daysPerWeek: daysPerWeek.unwrap(),
  degreeExternalId: optionalText(100),
  clientExternalId: optionalText(100),
});
type DraftForm = ReturnType<typeof useForm<typeof Draft>>;

type Props = EditorProps<AtsEntry> & { of: ReferenceList; target: TargetRow };

/** One entry of a reference list. */
export function ReferenceForm({ of, target, row: entry, onClose }: Props) {
  const { customer } = useSession();
  const { id } = entry;
  const form = useForm(Draft, {
    initial: entry,
    onSubmit: useSave(saveAtsObject, {
      args: (draft: z.output<typeof Draft>) => ({ ...draft, type: of.type, target: target.id, cust: customer.id, id }),
      said: (saved) => ({ title: of.type === '4' ? messages.shiftSaved : messages.saved, detail: saved.name }),
      refreshes: [listAtsObjects],
      onSaved: onClose,
    }),
  });
  return (
    <FormDialog {...titlesFor(of.noun, id === 0 ? null : entry.name)} form={form} blocked={useBlocked()} onClose={onClose}>
      <TextField label="Name" required {...form.field('name')} />
      <TextField label={`${target.name} ID`} required mono {...form.field('externalId')} />
      {of.fields.includes('place') && <Place form={form} />}
      {of.fields.includes('region') && <TextField label="Region" {...form.field('region')} />}
      {of.fields.includes('degree') && <Degree form={form} target={target} />}
      {of.fields.includes('times') && <Times form={form} />}
      {of.fields.includes('client') && (
        <TextField
          label={of.type === '1' ? `Parent client ID in ${target.name}` : `Client ID in ${target.name}`}
          mono
          {...form.field('clientExternalId')}
        />
      )}
    </FormDialog>
  );
}

function Place({ form }: { form: DraftForm }) {
  const names = useFieldNames();
  return (
    <>
      <TextField label={names.of('address')} hint="Up to 80 characters" {...form.field('address')} />
      <div className="form-pair">
        <TextField label={names.of('city')} {...form.field('cityOrStart')} />
        <TextField label={names.of('state')} {...form.field('stateOrEnd')} />
        <TextField label={names.of('zip')} {...form.field('zip')} />
      </div>
    </>
  );
}

/** As documented, a shift's times use the fields of a client's city and state. */
const Times = ({ form }: { form: DraftForm }) => (
  <>
    <div className="form-pair">
      <TextField label="Starts" {...form.field('cityOrStart')} />
      <TextField label="Ends" {...form.field('stateOrEnd')} />
    </div>
    <div className="form-pair">
      <NumberField label="Hours per week" {...form.field('hoursPerWeek')} />
      <NumberField label="Days per week" {...form.field('daysPerWeek')} />
    </div>
  </>
);

function Degree({ form, target }: { form: DraftForm; target: TargetRow }) {
  const names = useFieldNames();
  const { customer } = useSession();
  const asked = { type: '2', target: target.id, cust: customer.id, pageSize: 1000, page: 1 } as const;
  const { reply } = useReply(listAtsObjects, asked);
  const choices = reply?.rows.map(({ externalId, name }) => ({ value: externalId, label: name })) ?? [];
  return <SelectField label={names.of('degree')} choices={choices} {...form.field('degreeExternalId')} />;
}
