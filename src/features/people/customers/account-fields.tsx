import type * as z from 'zod';
import { listCustomerNames, listPlans } from '#contract/people/customer-list.ts';
import { useReply } from '#src/entities/reply/use-reply.ts';
import { DateField } from '#src/ui/form/date-fields.tsx';
import { SelectField, SwitchField, TextField } from '#src/ui/form/fields.tsx';
import { NumberField } from '#src/ui/form/number-fields.tsx';
import { ReferenceField } from '#src/ui/form/reference-field.tsx';
import type { Bound } from '#src/ui/form/use-form.ts';
import type { ownDraft, planDraft, providedDraft } from './account-draft.ts';
import { industries, statusChoices } from './customer.ts';

type Fields<D extends z.ZodRawShape> = {
  readonly field: <K extends keyof z.input<z.ZodObject<D>> & string>(key: K) => Bound<z.input<z.ZodObject<D>>[K]>;
  readonly values: z.input<z.ZodObject<D>>;
};

/** A form as one part of its fields uses it. The form's draft contains that of the part. */
export const partOf = <D extends z.ZodRawShape>(_part: D, form: { field: unknown; values: object }) =>
  form as unknown as Fields<D>;

const zones = Intl.supportedValuesOf('timeZone').map((value) => ({ value, label: value.replaceAll('_', ' ') }));
const known = (value: string | null) =>
  value === null || industries.some((one) => one.value === value)
    ? industries
    : [...industries, { value, label: `Industry ${value}` }];

/** How the customer's words and times are. */
const Working = ({ field, values }: Fields<typeof ownDraft>) => (
  <div className="form-pair">
    <SelectField label="Industry" required choices={known(values.industry)} {...field('industry')} />
    <SelectField label="Time zone" required choices={zones} {...field('timeZone')} />
  </div>
);

/** What a device has stored of the account. */
export const BasicFields = (fields: Fields<typeof ownDraft>) => (
  <>
    <TextField label="Name" required {...fields.field('name')} />
    <Working {...fields} />
  </>
);

/** What the people of the account may change themselves. */
export const OwnFields = ({ field, values }: Fields<typeof ownDraft>) => (
  <>
    <TextField label="Name" required {...field('name')} />
    <TextField label="Email" type="email" required hint="The company’s own address." {...field('email')} />
    <TextField label="Also notify" hint="More addresses that get notices, separated by commas." {...field('notify')} />
    <Working field={field} values={values} />
    <div className="form-pair">
      <NumberField label="Degree cleanup" hint="0 to 2. A higher number becomes 0." min={0} {...field('cleanupDegree')} />
      <NumberField label="GSA method" min={0} {...field('gsaMethod')} />
    </div>
    <SwitchField
      label="Read descriptions"
      hint="If a feed gives no shift or no bill rate, both are read from the description when the job is collected."
      {...field('readsDescriptions')}
    />
  </>
);

/** Status and dates, which only the provider changes. */
export const ProvidedFields = ({ field, values }: Fields<typeof providedDraft>) => (
  <>
    <div className="form-pair">
      <SelectField
        label="Status"
        required
        hint={statusChoices.find(({ value }) => value === values.status)?.means}
        choices={statusChoices}
        {...field('status')}
      />
      <TextField label="Account manager" {...field('accountManager')} />
    </div>
    <div className="form-pair">
      <DateField label="Customer since" required {...field('since')} />
      <DateField label="Implemented since" {...field('implementedSince')} />
    </div>
    <div className="form-pair">
      <DateField
        label="Disable date"
        hint="From this day on, in the customer’s time zone, no one of it signs in. Its people get a notice a week before."
        {...field('disableDate')}
      />
      <DateField
        label="Keep active until"
        hint="The disable date waits for the day after this one."
        {...field('keepActiveTill')}
      />
    </div>
  </>
);

/** Plan, limits and parent. `own` is the customer's id, 0 for a new one: it is not its own parent. */
export function PlanFields({ field, own }: Fields<typeof planDraft> & { own: number }) {
  const plans = useReply(listPlans, {}).reply ?? [];
  const customers = useReply(listCustomerNames, {}).reply ?? [];
  const parents = customers.filter(({ id, parent }) => id !== own && parent === null);
  return (
    <>
      <SelectField
        label="Plan"
        required
        choices={plans.map(({ id, name, connections, userLimit }) => ({
          value: String(id),
          label: `${name}: ${connections} connections, ${userLimit} users`,
        }))}
        {...field('plan')}
      />
      <div className="form-pair">
        <NumberField
          label="Connections included"
          required
          hint="Data collection tasks that may be switched on."
          min={1}
          {...field('connections')}
        />
        <NumberField label="Users allowed" required min={0} {...field('userLimit')} />
      </div>
      <ReferenceField
        label="Parent customer"
        hint="Only a customer without a parent can be one."
        choices={parents.map(({ id, name }) => ({ id: String(id), name }))}
        {...field('parent')}
      />
      <TextField label="Accounting ID" hint="The customer’s id at the accounting provider." {...field('extId')} />
    </>
  );
}
