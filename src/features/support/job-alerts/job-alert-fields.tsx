import type { ReportConfigurationRow } from '#contract/rows/report-rows.ts';
import type { TargetRow } from '#contract/rows/rows.ts';
import { textPlaceholders } from '#domain/job-alerts/alert-mail.ts';
import { linkPlaceholders } from '#domain/job-alerts/apply-link.ts';
import { weekdays } from '#domain/reports/schedules/timing.ts';
import { plainSigns, segmentsOf } from '#domain/sms/segments.ts';
import { candidatesProblem } from '#domain/targets/candidates.ts';
import { SelectField, SwitchField, TextField } from '#src/ui/form/fields.tsx';
import { MultiSelectField } from '#src/ui/form/multi-select-field.tsx';
import { NumberField } from '#src/ui/form/number-fields.tsx';
import { ReferenceField, referencesOf } from '#src/ui/form/reference-field.tsx';
import { TextAreaField } from '#src/ui/form/text-area-field.tsx';
import type { useForm } from '#src/ui/form/use-form.ts';
import { counted } from '#src/ui/format/format.ts';
import type { AlertDraft } from './job-alert.ts';

export type AlertFormState = ReturnType<typeof useForm<typeof AlertDraft>>;

const frequencies = [
  { value: '1', label: 'Daily' },
  { value: '2', label: 'Weekly' },
  { value: '3', label: 'Monthly' },
];
const channels = [
  { value: 'email', label: 'Email' },
  { value: 'sms', label: 'Text message' },
  { value: 'both', label: 'Email and text message' },
];
const days = weekdays.map((label, i) => ({ value: i + 1, label }));
/** Saved views of Staging and of the jobs report. */
const jobViews = 1;

type Props = { form: AlertFormState; targets: readonly TargetRow[]; views: readonly ReportConfigurationRow[] };

/** What is sent when to whom. A target that cannot be asked for candidates says so as soon as it is chosen. */
export function AlertFields({ form, targets, views }: Props) {
  const target = targets.find(({ id }) => String(id) === form.values.targetId);
  const problem = form.values.targetId === '' ? null : candidatesProblem(target);
  const choices = referencesOf(views.filter(({ reportId, purged, id }) => reportId === jobViews && !purged && id > 0));
  return (
    <>
      <div className="form-pair">
        <TextField label="Name" required {...form.field('name')} />
        <SwitchField label="On" hint="Off sends nothing." {...form.field('enabled')} />
      </div>
      <ReferenceField
        label="Configuration"
        required
        hint="The saved view of Staging or of the jobs report whose new jobs are sent."
        placeholder={choices.length === 0 ? 'Save a view in Staging first' : 'Find a saved view'}
        choices={choices}
        {...form.field('configurationId')}
      />
      <ReferenceField
        label="Target"
        required
        hint={problem ?? 'Its candidates are read at the moment of sending. Their addresses are not kept.'}
        choices={referencesOf(targets)}
        {...form.field('targetId')}
      />
      <TimingFields form={form} />
      <MatchingFields form={form} />
      <NumberField
        label="Jobs in email"
        required
        min={1}
        hint="At most, the first ones of the view. A text message has those of them that fit."
        {...form.field('jobsInEmail')}
      />
      <TextField
        label="Link to apply"
        type="url"
        hint={`Your own website. ${linkPlaceholders.join(', ')} are replaced for each job; blank sends no link.`}
        {...form.field('applyLink')}
      />
      <TextFields form={form} />
    </>
  );
}

/** How it is sent, and the text of each way. A text that is not sent is kept. */
function TextFields({ form }: { form: AlertFormState }) {
  const { sendVia, smsText } = form.values;
  const placeholders = textPlaceholders.join(', ');
  const { segments, alphabet } = segmentsOf(plainSigns(smsText.trim()));
  const cost = `${counted(segments, 'segment')} before they are replaced${alphabet === 'unicode' ? ', as it has characters that take more room' : ''}.`;
  return (
    <>
      <SelectField label="Send by" required choices={channels} {...form.field('sendVia')} />
      {sendVia !== 'sms' && (
        <TextAreaField
          label="Text of the email"
          required
          rows={8}
          hint={`${placeholders} are replaced. A way to stop these emails is added at the end.`}
          {...form.field('emailText')}
        />
      )}
      {sendVia !== 'email' && (
        <TextAreaField
          label="Text of the text message"
          required
          rows={3}
          hint={`${placeholders} are replaced, and “Reply STOP to stop.” is added. ${cost} It goes to mobile numbers of candidates whose record says that they agreed to text messages.`}
          {...form.field('smsText')}
        />
      )}
    </>
  );
}

function TimingFields({ form }: { form: AlertFormState }) {
  return (
    <>
      <div className="form-pair">
        <SelectField label="How often" required choices={frequencies} {...form.field('frequency')} />
        <TextField label="Time" required hint="On your company’s clock." {...form.field('time')} />
      </div>
      {form.values.frequency === '2' && <MultiSelectField label="Days" required choices={days} {...form.field('days')} />}
      {form.values.frequency === '3' && (
        <NumberField label="Day of the month" required min={1} max={31} hint="31 is the last day." {...form.field('day')} />
      )}
    </>
  );
}

function MatchingFields({ form }: { form: AlertFormState }) {
  return (
    <fieldset className="alert-matching">
      <legend>Candidates match by</legend>
      <SwitchField label="Same degree" {...form.field('byDegree')} />
      <SwitchField label="Same specialty" {...form.field('bySpecialty')} />
      <SwitchField
        label="Same place as the job"
        hint="The state, and the city as well where both have one."
        {...form.field('byPlace')}
      />
      <p className="muted">
        Without any, every candidate gets every new job. A job whose degree or specialty is not mapped matches no one by it.
      </p>
    </fieldset>
  );
}
