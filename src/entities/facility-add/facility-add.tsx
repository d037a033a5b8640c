import { Button } from '@mantine/core';
import { useQueryClient } from '@tanstack/react-query';
import { useRef, useState } from 'react';
import type { ReplyOf } from '#contract/kit/endpoint.ts';
import { messages } from '#contract/kit/messages.ts';
import { AddConflict, addFacility, type FacilityStyle } from '#contract/mapping/facility-add.ts';
import { listAtsObjects } from '#contract/mapping/reference-lists.ts';
import type { MapValueRow, TargetRow } from '#contract/rows/rows.ts';
import { listStates } from '#contract/system/lookups.ts';
import { useFieldNames } from '#src/entities/label/use-field-names.ts';
import { refreshReplies, useReply } from '#src/entities/reply/use-reply.ts';
import { problemsOf } from '#src/entities/session/error-message.ts';
import { useBlocked } from '#src/entities/session/online-button.tsx';
import { useSession } from '#src/entities/session/session.ts';
import { useCall } from '#src/entities/session/use-call.ts';
import { FormDialog } from '#src/ui/dialog/form-dialog.tsx';
import { SelectField, TextField } from '#src/ui/form/fields.tsx';
import { useForm } from '#src/ui/form/use-form.ts';
import { toast } from '#src/ui/toast/toasts.tsx';
import { FacilityDraft, type FacilityDraftForm } from './facility-draft.ts';
import { OfferingFields } from './facility-offerings.tsx';
import { RecruitingFields } from './facility-recruiting.tsx';
import { lastCustomFields } from './last-custom-fields.ts';
import { type FacilityChoices, useFacilityChoices } from './use-facility-choices.ts';

/** Longer than the ATS takes to add a client. */
const addMs = 60_000;
const required: Record<FacilityStyle, readonly string[]> = {
  recruiting: ['name', 'city', 'state', 'contactFirstName'],
  offering: ['name', 'address', 'city', 'state', 'zip', 'status'],
  plain: ['name', 'city', 'state'],
};

/** Initial values of a new facility. With the `id` of a vendor text, saving also maps that text to the facility. */
type Beginning = Pick<MapValueRow, 'text' | 'address' | 'city' | 'state' | 'zip'> & { readonly id?: number };

/** The client that the target has now. */
type AddedFacility = Pick<ReplyOf<typeof addFacility>, 'externalId' | 'name'>;

type Props = {
  readonly target: TargetRow;
  readonly value: Beginning | null;
  readonly onAdded: (facility: AddedFacility) => void;
  readonly onClose: () => void;
};

/** Adds a facility to the target by the rules of the target's style, and maps the vendor text to it. */
export function FacilityAdd({ target, value, onAdded, onClose }: Props) {
  const add = useAdd(target, value);
  const [twins, setTwins] = useState<readonly Twin[]>([]);
  /** The existing client that the next save uses instead of a new one. */
  const chosen = useRef<Twin | null>(null);
  const form = useForm(FacilityDraft, {
    initial: { ...draftFor(value), customFields: lastCustomFields.of(target.id) },
    async onSubmit(draft) {
      const answer = await add(
        draft,
        chosen.current ? { existingId: chosen.current.externalId } : { override: twins.length > 0 },
      );
      chosen.current = null;
      setTwins('twins' in answer ? answer.twins : []);
      if ('problems' in answer) return answer.problems;
      if ('twins' in answer) return { '': `${messages.duplicateClient}. Use it, or create another one anyway.` };
      lastCustomFields.keep(target.id, draft.customFields);
      onAdded(answer.added);
      onClose();
      return undefined;
    },
  });
  const take = (twin: Twin) => {
    chosen.current = twin;
    void form.submit();
  };
  const choices = useFacilityChoices(target, form.values.state, form.values.city);
  const offline = useBlocked();
  return (
    <FormDialog
      title={`Add facility to ${target.name}`}
      form={form}
      saveLabel={twins.length > 0 ? 'Create anyway' : 'Add facility'}
      blocked={offline ?? choices.blocked}
      onClose={onClose}
    >
      {twins.length > 0 && <Duplicates target={target.name} twins={twins} onUse={take} onEdit={() => setTwins([])} />}
      <PlaceFields form={form} choices={choices} />
      {choices.style === 'recruiting' && <RecruitingFields form={form} choices={choices} target={target} />}
      {choices.style === 'offering' && <OfferingFields form={form} choices={choices} />}
    </FormDialog>
  );
}

type DuplicatesProps = {
  readonly target: string;
  readonly twins: readonly Twin[];
  readonly onUse: (twin: Twin) => void;
  readonly onEdit: () => void;
};

/** The clients that the target has already. Using one maps the vendor text to it. */
function Duplicates({ target, twins, onUse, onEdit }: DuplicatesProps) {
  return (
    <div className="form-leaving">
      <p>{target} has a client of this name and place already.</p>
      {twins.map((twin) => (
        <Button key={twin.externalId} size="xs" onClick={() => onUse(twin)}>
          Use {twin.name} ({twin.externalId})
        </Button>
      ))}
      <Button size="xs" variant="default" onClick={onEdit}>
        Edit details
      </Button>
    </div>
  );
}

function draftFor(value: Beginning | null): Omit<FacilityDraft, 'customFields'> {
  return {
    name: value?.text ?? '',
    address: value?.address ?? '',
    city: value?.city ?? '',
    state: value?.state ?? '',
    zip: value?.zip ?? '',
    region: '',
    contactFirstName: '',
    contactLastName: '',
    status: '',
    jobTypes: [],
    allOfferings: false,
    offerings: [],
    parentClientId: '',
  };
}

const lostReply =
  'The service did not answer, so it is not known whether the facility was added. Try again: Jobdock looks for it first and adds no second one.';

type Twin = { readonly externalId: string; readonly name: string };
type AddAnswer =
  | { readonly added: AddedFacility }
  | { readonly twins: readonly Twin[] }
  | { readonly problems: Record<string, string> };

function useAdd(target: TargetRow, value: Beginning | null) {
  const call = useCall();
  const client = useQueryClient();
  const { customer } = useSession();
  return async (draft: FacilityDraft, how: { override: boolean } | { existingId: string }): Promise<AddAnswer> => {
    const args = { ...draft, ...how, cust: customer.id, targetId: target.id, valueId: value?.id };
    const answer = await call(addFacility, args, { timeoutMs: addMs });
    if (answer.ok) {
      void refreshReplies(client, listAtsObjects);
      const { externalId, name, message, mapped } = answer.value;
      const to = mapped && value ? `${value.text} is mapped to ${name}.` : name;
      toast.success({ title: message || messages.saved, detail: to });
      return { added: { externalId, name } };
    }
    const { error } = answer;
    if (error.kind === 'timeout' || error.kind === 'offline') return { problems: { '': lostReply } };
    if (error.kind !== 'conflict') return { problems: problemsOf(error) };
    const { message, clients } = AddConflict.parse(error.current);
    return clients ? { twins: clients } : { problems: { '': message } };
  };
}

type FieldsProps = { readonly form: FacilityDraftForm; readonly choices: FacilityChoices };

function PlaceFields({ form, choices }: FieldsProps) {
  const { reply: states } = useReply(listStates, {});
  const names = useFieldNames();
  const needs = (field: string) => required[choices.style].includes(field);
  const stateChoices = states?.map(({ id, name }) => ({ value: id, label: name })) ?? [];
  return (
    <>
      <TextField label={names.of('facility')} required {...form.field('name')} />
      <TextField label={names.of('address')} required={needs('address')} hint="Up to 80 characters" {...form.field('address')} />
      <div className="form-pair">
        <TextField label={names.of('city')} required {...form.field('city')} />
        <SelectField label={names.of('state')} required choices={stateChoices} {...form.field('state')} />
        <TextField label={names.of('zip')} required={needs('zip')} {...form.field('zip')} />
      </div>
      {choices.warning && <p className="facility-warning">{choices.warning}</p>}
      {choices.regions.length > 0 && <SelectField label="Region" required choices={choices.regions} {...form.field('region')} />}
      {choices.statuses.length > 0 && (
        <SelectField label="Status" required={needs('status')} choices={choices.statuses} {...form.field('status')} />
      )}
    </>
  );
}
