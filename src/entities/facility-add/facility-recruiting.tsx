import { Button, TextInput } from '@mantine/core';
import { useState } from 'react';
import type { ReplyOf } from '#contract/kit/endpoint.ts';
import { findParentClient, searchParentClients } from '#contract/mapping/facility-add.ts';
import type { TargetRow } from '#contract/rows/rows.ts';
import { errorMessage } from '#src/entities/session/error-message.ts';
import { useSession } from '#src/entities/session/session.ts';
import { useCall } from '#src/entities/session/use-call.ts';
import { SelectField, TextField } from '#src/ui/form/fields.tsx';
import type { FacilityDraftForm } from './facility-draft.ts';
import { lastCustomFields } from './last-custom-fields.ts';
import type { FacilityChoices } from './use-facility-choices.ts';
import './facility-add.css';

type Props = { readonly form: FacilityDraftForm; readonly choices: FacilityChoices; readonly target: TargetRow };

/** Fields of the `recruiting` style beyond name and place: a contact, a parent client, custom fields. */
export function RecruitingFields({ form, choices, target }: Props) {
  const required = ['a contact', ...choices.fields.filter((field) => field.required).map(({ label }) => label)];
  return (
    <>
      <p className="facility-why muted">
        {target.name} accepts no client without {listOf.format(required)}.
      </p>
      <div className="form-pair">
        <TextField label="Contact first name" required {...form.field('contactFirstName')} />
        <TextField label="Contact last name" {...form.field('contactLastName')} />
      </div>
      <ParentClient form={form} />
      {choices.fields.map((field) => (
        <CustomField key={field.name} field={field} form={form} last={lastCustomFields.of(target.id)[field.name]} />
      ))}
    </>
  );
}

type CustomProps = {
  readonly field: FacilityChoices['fields'][number];
  readonly form: FacilityDraftForm;
  /** The field's value at the facility that was added last. */
  readonly last: string | undefined;
};

function CustomField({ field: { name, label, required, type, options }, form, last }: CustomProps) {
  const { customFields } = form.values;
  const isLast = last !== undefined && last !== '' && customFields[name] === last;
  const bound = {
    hint: isLast ? 'As in the facility you added last' : undefined,
    name: `customFields.${name}`,
    'data-path': `customFields.${name}`,
    value: customFields[name] ?? '',
    onChange: (value: string) => form.set('customFields', { ...customFields, [name]: value }),
    onBlur: () => undefined,
    error: form.problems.find(({ field }) => field === `customFields.${name}`)?.words,
  };
  if (type !== 'choice') return <TextField label={label} required={required} {...bound} />;
  const choices = options.map(({ id, name }) => ({ value: id, label: name }));
  return <SelectField label={label} required={required} choices={choices} {...bound} />;
}

type Found = ReplyOf<typeof searchParentClients>['data'][number];
const listOf = new Intl.ListFormat('en-US');
/** Clients per search page (documented). */
const perPage = 10;

/** Finds the parent client of the new facility, by id or by part of its name. */
function ParentClient({ form }: { form: FacilityDraftForm }) {
  const search = useParentSearch();
  const [typed, setTyped] = useState('');
  const [taken, setTaken] = useState<Found | null>(null);
  const chosen = form.values.parentClientId;
  const take = (client: Found) => {
    setTaken(client);
    form.set('parentClientId', client.id);
    setTyped('');
    search.clear();
  };
  return (
    <div className="facility-parent">
      <TextInput
        label="Parent client"
        description={chosen ? `Belongs to ${taken?.name ?? 'client'} (${chosen})` : 'Client ID or part of the name'}
        value={typed}
        onChange={(event) => setTyped(event.currentTarget.value)}
        onKeyDown={(event) => {
          if (event.key !== 'Enter') return;
          event.preventDefault();
          search.find(typed);
        }}
      />
      <Button variant="default" loading={search.busy} disabled={typed.trim() === ''} onClick={() => search.find(typed)}>
        Find
      </Button>
      {chosen && (
        <Button variant="default" onClick={() => form.set('parentClientId', '')}>
          None
        </Button>
      )}
      <p role="status" className="facility-parent-words">
        {search.words}
      </p>
      <ul>
        {search.found.map((client) => (
          <li key={client.id}>
            <button type="button" className="link-button" onClick={() => take(client)}>
              {client.name}
            </button>{' '}
            <span className="muted">{[client.id, client.city, client.state].filter(Boolean).join(' · ')}</span>
          </li>
        ))}
      </ul>
      {search.more && (
        <Button size="xs" variant="default" loading={search.busy} onClick={search.next}>
          {`${perPage} more`}
        </Button>
      )}
    </div>
  );
}

function useParentSearch() {
  const call = useCall();
  const cust = useSession().customer.id;
  const [busy, setBusy] = useState(false);
  const [state, setState] = useState<{ term: string; found: readonly Found[]; total: number; words: string }>(nothing);
  const page = async (term: string, before: readonly Found[]) => {
    const answer = await call(searchParentClients, { cust, term, count: perPage, start: before.length });
    if (!answer.ok) return setState({ ...nothing, words: errorMessage(answer.error) });
    const found = [...before, ...answer.value.data];
    setState({ term, found, total: answer.value.total, words: found.length === 0 ? `No clients match “${term}”.` : '' });
  };
  const byId = async (id: string) => {
    const answer = await call(findParentClient, { cust, id });
    if (!answer.ok) return setState({ ...nothing, words: errorMessage(answer.error) });
    const { client, message } = answer.value;
    setState({ ...nothing, found: client ? [client] : [], total: client ? 1 : 0, words: message });
  };
  const working = async (work: Promise<void>) => {
    setBusy(true);
    await work.finally(() => setBusy(false));
  };
  return {
    ...state,
    busy,
    more: state.found.length < state.total,
    clear: () => setState(nothing),
    find: (typed: string) => void working(/^\d+$/.test(typed.trim()) ? byId(typed.trim()) : page(typed.trim(), [])),
    next: () => void working(page(state.term, state.found)),
  };
}

const nothing = { term: '', found: [], total: 0, words: '' };
