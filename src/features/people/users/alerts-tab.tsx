import { SelectField, SwitchField } from '#src/ui/form/fields.tsx';
import { alertLabels, dateChoices, durationChoices, timeChoices, type UserForm, zoneChoices } from './user-draft.ts';

const hints: Readonly<Record<(typeof alertLabels)[number][0], string>> = {
  getsCollectionNotices: 'When a data collection task fails or needs a look.',
  getsBillingAlerts: 'When there is a problem with the account or the payment method.',
  getsSystemAlerts: 'Maintenance and other news of the service.',
  getsTickets:
    'New tickets of the customer name this user, unless somebody else is chosen. An administrator of Jobdock gets an email for each ticket and answer without an assignee.',
};

/** The notices and emails that a person gets. */
export function AlertsTab({ form, readOnly }: { form: UserForm; readOnly: boolean }) {
  return (
    <>
      {alertLabels.map(([key, label]) => (
        <SwitchField key={key} label={label} hint={hints[key]} disabled={readOnly} {...form.field(key)} />
      ))}
      <SwitchField
        label="Do not ask for feedback"
        hint="When on, Jobdock does not ask whether AI suggestions were right."
        disabled={readOnly}
        {...form.field('noFeedback')}
      />
    </>
  );
}

/** How a person sees times and lengths. They can change it themselves. */
export function PreferencesTab({ form, readOnly }: { form: UserForm; readOnly: boolean }) {
  const { dateFormat, timeFormat } = form.values;
  const duration = form.field('duration');
  return (
    <>
      <SelectField label="Time zone" required disabled={readOnly} choices={zoneChoices} {...form.field('timezone')} />
      <SelectField
        label="Date format"
        required
        disabled={readOnly}
        choices={dateChoices(dateFormat)}
        {...form.field('dateFormat')}
      />
      <SelectField
        label="Time format"
        required
        disabled={readOnly}
        choices={timeChoices(timeFormat)}
        {...form.field('timeFormat')}
      />
      <SelectField
        label="Show assignment length in"
        required
        disabled={readOnly}
        choices={durationChoices}
        {...duration}
        onChange={(next) => duration.onChange(next === 'days' ? 'days' : 'weeks')}
      />
    </>
  );
}
