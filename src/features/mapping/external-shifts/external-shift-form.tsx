import { Button } from '@mantine/core';
import { useState } from 'react';
import * as z from 'zod';
import { findAtsClient, saveExternalShift } from '#contract/mapping/reference-lists.ts';
import { problemsOf, wordsOf } from '#src/entities/session/failure-words.ts';
import { useBlocked } from '#src/entities/session/online-button.tsx';
import { useCall } from '#src/entities/session/use-call.ts';
import { FormDialog } from '#src/ui/dialog/form-dialog.tsx';
import { NumberField, TextField } from '#src/ui/form/fields.tsx';
import { useForm } from '#src/ui/form/use-form.ts';
import { toast } from '#src/ui/toast/toasts.tsx';
import { newEntry } from '../reference-lists/reference-form.tsx';
import type { ExternalShift } from './external-shifts.tsx';

export const newShift: ExternalShift = { ...newEntry, TotalPages: 0, recCount: 0 };

const time = z
  .string()
  .trim()
  .regex(/^$|^([01]?\d|2[0-3]):[0-5]\d$/, 'Enter the time as 19:00');
const { ObjectName, External_ID } = saveExternalShift.args.shape;
const Draft = z.object({
  ObjectName,
  External_ID,
  City: time,
  State: time,
  HoursPerWeek: z.number().min(0).max(168, 'A week has 168 hours').nullable(),
  daysPerWeek: z.number().min(0).max(7, 'A week has 7 days').nullable(),
  ClientExternal_ID: z.string().trim().max(100),
});

type Place = { cust: number; target: number };
type Props = { place: Place; shift: ExternalShift; onSaved: () => void; onClose: () => void };

/** One shift of the ATS; times stand where the documents have them, in a client's city and state. */
export function ExternalShiftForm({ place, shift, onSaved, onClose }: Props) {
  const call = useCall();
  const { ID } = shift;
  const form = useForm(Draft, {
    initial: {
      ...shift,
      City: shift.City ?? '',
      State: shift.State ?? '',
      ClientExternal_ID: shift.ClientExternal_ID ?? '',
    },
    async onSubmit(draft) {
      const answer = await call(saveExternalShift, {
        ...draft,
        ...place,
        ID,
        ClientExternal_ID: draft.ClientExternal_ID || null,
      });
      if (!answer.ok) return problemsOf(answer.error);
      toast.success({ title: answer.value.message, detail: draft.ObjectName });
      onSaved();
      onClose();
      return undefined;
    },
  });
  return (
    <FormDialog
      title={ID === 0 ? 'Add shift' : `Edit ${shift.ObjectName}`}
      form={form}
      saveWords={ID === 0 ? 'Add shift' : 'Save shift'}
      blocked={useBlocked()}
      onClose={onClose}
    >
      <TextField label="Name" required {...form.field('ObjectName')} />
      <TextField label="ATS ID" required mono {...form.field('External_ID')} />
      <div className="form-pair">
        <TextField label="Starts" hint="19:00" {...form.field('City')} />
        <TextField label="Ends" hint="07:00" {...form.field('State')} />
        <NumberField label="Hours per week" {...form.field('HoursPerWeek')} />
        <NumberField label="Days per week" {...form.field('daysPerWeek')} />
      </div>
      <TextField label="Client ID" mono hint="Leave blank for all clients" {...form.field('ClientExternal_ID')} />
      <ClientName place={place} id={form.values.ClientExternal_ID} known={shift.ClientName} />
    </FormDialog>
  );
}

/** Which client an id means: asked of the ATS. */
function ClientName({ place, id, known }: { place: Place; id: string; known: string | null }) {
  const call = useCall();
  const [found, setFound] = useState<{ id: string; words: string } | null>(null);
  const [busy, setBusy] = useState(false);
  const look = async () => {
    setBusy(true);
    const answer = await call(findAtsClient, { cust: place.cust, customerTargetId: place.target, clientId: id });
    setBusy(false);
    const { ObjectName: name, City, State } = answer.ok ? answer.value : { ObjectName: '', City: null, State: null };
    setFound({ id, words: answer.ok ? [name, City, State].filter(Boolean).join(', ') : wordsOf(answer.error) });
  };
  return (
    <div className="reference-client">
      <Button size="xs" variant="default" disabled={id === ''} loading={busy} onClick={() => void look()}>
        Look up
      </Button>
      <span role="status">{found?.id === id ? found.words : known}</span>
    </div>
  );
}
