import { Button, Checkbox } from '@mantine/core';
import { useState } from 'react';
import type { ReplyOf } from '#contract/kit/endpoint.ts';
import { listSchedules, previewSchedule, type Schedule, saveSchedule, testSchedule } from '#contract/reports/schedules.ts';
import { thresholdPresets, timingWords, weekdays } from '#domain/reports/schedules/timing.ts';
import { useDo, useSave, useSend } from '#src/entities/reply/use-save.ts';
import { problemsOf } from '#src/entities/session/error-message.ts';
import { OnlineButton, useBlocked } from '#src/entities/session/online-button.tsx';
import { FormDialog } from '#src/ui/dialog/form-dialog.tsx';
import { SelectField, SwitchField, TagsField, TextField } from '#src/ui/form/fields.tsx';
import { NumberField } from '#src/ui/form/number-fields.tsx';
import { type Bound, useForm } from '#src/ui/form/use-form.ts';
import { contentOf, draftOf, otherNumber, ScheduleDraft } from './schedule-draft.ts';
import { SchedulePreview } from './schedule-preview.tsx';
import './schedules.css';

/** The saved view that a schedule sends. */
export type ScheduledView = { readonly id: number; readonly name: string };

type Props = { view: ScheduledView; schedule: Schedule | null; onClose: () => void };

/** When a saved view is sent to whom. Before saving, its mail can be seen and sent to oneself. */
export function ScheduleForm({ view, schedule, onClose }: Props) {
  const blocked = useBlocked();
  const form = useForm(ScheduleDraft, {
    initial: draftOf(schedule),
    onSubmit: useSave(saveSchedule, {
      args: (draft) => ({ ...contentOf(view.id, draft), id: schedule?.id ?? 0 }),
      said: (saved) => ({
        title: `“${view.name}” is sent ${timingWords(saved).replace(/^./, (first) => first.toLowerCase())}`,
        ...(saved.unconfirmed.length > 0 && { detail: `Asked by email first: ${saved.unconfirmed.join(', ')}` }),
      }),
      refreshes: [listSchedules],
      onSaved: onClose,
    }),
  });
  return (
    <FormDialog
      title={schedule ? `Edit schedule of ${view.name}` : `Schedule ${view.name}`}
      saveLabel="Save schedule"
      blocked={blocked}
      form={form}
      onClose={onClose}
    >
      <TimingFields form={form} />
      <SwitchField label="Send it to me" {...form.field('sendMe')} />
      <TagsField
        label="Further addresses"
        hint="Enter or a comma ends each one. Colleagues get it at once; others are asked by email first and can stop it."
        {...form.field('addresses')}
      />
      <SelectField label="File" required choices={files} {...form.field('file')} />
      <SelectField label="Send only if it has" required choices={presets} {...form.field('preset')} />
      {form.values.preset === otherNumber && <NumberField label="Rows at least" required min={0} {...form.field('threshold')} />}
      <Trials form={form} view={view} />
    </FormDialog>
  );
}

const frequencies = [
  { value: 'daily', label: 'Daily' },
  { value: 'weekly', label: 'Weekly' },
  { value: 'monthly', label: 'Monthly' },
];
const files = [
  { value: 'xlsx', label: 'Excel' },
  { value: 'csv', label: 'CSV' },
];
const presets = [
  ...thresholdPresets.map((rows) => ({
    value: String(rows),
    label: rows === 0 ? 'Any number of rows, also none' : `${rows} ${rows === 1 ? 'row' : 'rows'} or more`,
  })),
  { value: otherNumber, label: 'Another number of rows' },
];

type ScheduleFormState = ReturnType<typeof useForm<typeof ScheduleDraft>>;

function TimingFields({ form }: { form: ScheduleFormState }) {
  const { frequency } = form.values;
  return (
    <>
      <SelectField label="How often" required choices={frequencies} {...form.field('frequency')} />
      {frequency === 'weekly' && <DaysField {...form.field('days')} />}
      {frequency === 'monthly' && (
        <NumberField
          label="Day of the month"
          required
          min={1}
          max={31}
          hint="31 is the last day of every month."
          {...form.field('day')}
        />
      )}
      <TextField label="Time" required hint="On your company’s clock, such as 8:00 AM." {...form.field('time')} />
    </>
  );
}

function DaysField({ value, onChange, error }: Bound<number[]>) {
  return (
    <Checkbox.Group
      label="Days (required)"
      error={error}
      value={value.map(String)}
      onChange={(chosen) => onChange(chosen.map(Number))}
    >
      <div className="schedule-days">
        {weekdays.map((day, i) => (
          <Checkbox key={day} value={String(i + 1)} label={day} />
        ))}
      </div>
    </Checkbox.Group>
  );
}

/** Shows what would be sent now, and sends it to oneself. */
function Trials({ form, view }: { form: ScheduleFormState; view: ScheduledView }) {
  const [preview, setPreview] = useState<ReplyOf<typeof previewSchedule> | null>(null);
  const [busy, setBusy] = useState(false);
  const ask = useSend(previewSchedule);
  const test = useDo(testSchedule, {
    args: (draft: Parameters<typeof contentOf>[1]) => contentOf(view.id, draft),
    said: ({ message }) => ({ title: message }),
    failed: 'The test email was not sent',
  });
  const tried = async (work: (draft: Parameters<typeof contentOf>[1]) => Promise<unknown>) => {
    const draft = ScheduleDraft.safeParse(form.values);
    if (!draft.success) return void form.check(Object.keys(form.values) as Parameters<typeof form.check>[0]);
    setBusy(true);
    await work(draft.data).finally(() => setBusy(false));
  };
  const show = () =>
    tried(async (draft) => {
      const answer = await ask(contentOf(view.id, draft));
      if (answer.ok) setPreview(answer.value);
      else form.refuse(problemsOf(answer.error));
    });
  return (
    <>
      <div className="form-actions">
        <OnlineButton variant="default" size="xs" loading={busy} onClick={() => void show()}>
          Preview
        </OnlineButton>
        <OnlineButton variant="default" size="xs" disabled={busy} onClick={() => void tried(test)}>
          Send me a test
        </OnlineButton>
      </div>
      {preview && (
        <SchedulePreview preview={preview}>
          <Button variant="subtle" size="compact-xs" onClick={() => setPreview(null)}>
            Close preview
          </Button>
        </SchedulePreview>
      )}
    </>
  );
}
