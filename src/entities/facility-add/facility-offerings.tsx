import { Button, Checkbox } from '@mantine/core';
import { SelectField, SwitchField } from '#src/ui/form/fields.tsx';
import type { FacilityDraftForm } from './facility-draft.ts';
import type { FacilityChoices } from './use-facility-choices.ts';

type Props = { readonly form: FacilityDraftForm; readonly choices: FacilityChoices };
type Offering = FacilityDraftForm['values']['offerings'][number];
const blank: Offering = { offering: '', clientType: '', vendorSystem: '', subOffering: '' };

const listed = (values: readonly { id: string; name: string }[] | undefined) =>
  (values ?? []).map(({ id, name }) => ({ value: id, label: name }));

/** Fields of the `offering` style: job types, and the facility's offerings. */
export function OfferingFields({ form, choices: { offering } }: Props) {
  const { jobTypes, offerings, allOfferings } = form.values;
  const set = (next: readonly Offering[]) => form.set('offerings', [...next]);
  return (
    <>
      <Checkbox.Group
        label="Job types (at least one)"
        value={jobTypes}
        onChange={(next) => form.set('jobTypes', next)}
        error={form.problems.find(({ field }) => field === 'JobTypes')?.words}
      >
        <div className="facility-types">
          {offering?.jobTypes.map(({ id, name }) => (
            <Checkbox key={id} value={id} label={name} />
          ))}
        </div>
      </Checkbox.Group>
      <SwitchField label="All offerings" {...form.field('allOfferings')} />
      {!allOfferings &&
        offerings.map((one, at) => (
          <OneOffering
            key={at}
            at={at}
            offering={one}
            data={offering}
            form={form}
            onChange={(next) => set(offerings.with(at, next))}
            onRemove={() => set(offerings.toSpliced(at, 1))}
          />
        ))}
      {!allOfferings && (
        <Button variant="default" size="xs" onClick={() => set([...offerings, blank])}>
          Add offering
        </Button>
      )}
    </>
  );
}

type OneProps = {
  readonly at: number;
  readonly offering: Offering;
  readonly data: FacilityChoices['offering'];
  readonly form: FacilityDraftForm;
  readonly onChange: (next: Offering) => void;
  readonly onRemove: () => void;
};

function OneOffering({ at, offering, data, form, onChange, onRemove }: OneProps) {
  const bound = (key: keyof Offering) => ({
    name: `offerings.${at}.${key}`,
    'data-path': `offerings.${at}.${key}`,
    value: offering[key],
    onChange: (value: string) => onChange({ ...offering, [key]: value }),
    onBlur: () => undefined,
    error: form.problems.find(({ field }) => field === `offerings.${at}.${key}`)?.words,
  });
  const named = data?.offerings.find(({ id }) => id === offering.offering)?.name ?? offering.offering;
  return (
    <fieldset className="facility-offering">
      <legend>Offering {at + 1}</legend>
      <div className="form-pair">
        <SelectField label="Offering" required choices={listed(data?.offerings)} {...bound('offering')} />
        <SelectField label="Client type" required choices={listed(data?.clientTypes)} {...bound('clientType')} />
        <SelectField label="Vendor system" required choices={listed(data?.vendorSystems)} {...bound('vendorSystem')} />
        {named.toUpperCase() === 'ALLIED' && (
          <SelectField label="Sub-offering" required choices={listed(data?.subOfferings)} {...bound('subOffering')} />
        )}
      </div>
      <Button variant="subtle" size="xs" onClick={onRemove}>
        Remove offering {at + 1}
      </Button>
    </fieldset>
  );
}
