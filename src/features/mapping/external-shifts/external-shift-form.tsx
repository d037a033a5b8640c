import { Button } from '@mantine/core';
import { useState } from 'react';
import * as z from 'zod';
import { listExternalShifts, saveExternalShift } from '#contract/mapping/external-shifts.ts';
import { findAtsClient } from '#contract/mapping/reference-lists.ts';
import { useSave } from '#src/entities/reply/use-save.ts';
import { errorMessage } from '#src/entities/session/error-message.ts';
import { useBlocked } from '#src/entities/session/online-button.tsx';
import { useCall } from '#src/entities/session/use-call.ts';
import { FormDialog, titlesFor } from '#src/ui/dialog/form-dialog.tsx';
import type { EditorProps } from '#src/ui/dialog/use-editor.tsx';
import { TextField } from '#src/ui/form/fields.tsx';
import { NumberField } from '#src/ui/form/number-fields.tsx';
import { optionalText, optionalTime } from '#src/ui/form/optional.ts';
import { useForm } from '#src/ui/form/use-form.ts';
import type { ExternalShift, Place } from './external-shift.ts';

const { name, externalId, hoursPerWeek, daysPerWeek } = saveExternalShift.args.shape;
const Draft = z.object({
  name,
  externalId,
  starts: optionalTime(),
  ends: optionalTime(),
  hoursPerWeek: hoursPerWeek.unwrap(),
  daysPerWeek: daysPerWeek.unwrap(),
  clientExternalId: optionalText(100),
});

/** One shift of the ATS. */
export function ExternalShiftForm({ row: shift, place, onClose }: EditorProps<ExternalShift> & { place: Place }) {
  const { id } = shift;
  const form = useForm(Draft, {
    initial: shift,
    onSubmit: useSave(saveExternalShift, {
      args: (draft: z.output<typeof Draft>) => ({ ...draft, ...place, id }),
      said: ({ message }, draft) => ({ title: message, detail: draft.name }),
      refreshes: [listExternalShifts],
      onSaved: onClose,
    }),
  });
  return (
    <FormDialog {...titlesFor('shift', id === 0 ? null : shift.name)} form={form} blocked={useBlocked()} onClose={onClose}>
      <TextField label="Name" required {...form.field('name')} />
      <TextField label="ATS ID" required mono {...form.field('externalId')} />
      <div className="form-pair">
        <TextField label="Starts" hint="19:00" {...form.field('starts')} />
        <TextField label="Ends" hint="07:00" {...form.field('ends')} />
        <NumberField label="Hours per week" {...form.field('hoursPerWeek')} />
        <NumberField label="Days per week" {...form.field('daysPerWeek')} />
      </div>
      <TextField label="Client ID" mono hint="Leave blank for all clients." {...form.field('clientExternalId')} />
      <ClientName place={place} id={form.values.clientExternalId ?? ''} known={shift.clientName} />
    </FormDialog>
  );
}

/** Looks up a client's name in the ATS by its id. */
function ClientName({ place, id, known }: { place: Place; id: string; known: string | null }) {
  const call = useCall();
  const [found, setFound] = useState<{ id: string; text: string } | null>(null);
  const [busy, setBusy] = useState(false);
  const lookUp = async () => {
    setBusy(true);
    const answer = await call(findAtsClient, { cust: place.cust, customerTargetId: place.target, clientId: id });
    setBusy(false);
    if (!answer.ok) return setFound({ id, text: errorMessage(answer.error) });
    const { name, city, state } = answer.value;
    setFound({ id, text: [name, city, state].filter(Boolean).join(', ') });
  };
  return (
    <div className="form-lookup">
      <Button size="xs" variant="default" disabled={id === ''} loading={busy} onClick={() => void lookUp()}>
        Look up
      </Button>
      <span role="status">{found?.id === id ? found.text : known}</span>
    </div>
  );
}
