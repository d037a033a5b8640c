import * as z from 'zod';
import { type SubmissionTarget, saveSubmissionTarget } from '#contract/submissions/targets.ts';
import { settingExplanations } from '#domain/submissions/words.ts';
import { useBlocked } from '#src/entities/session/online-button.tsx';
import { useSession } from '#src/entities/session/session.ts';
import { SwitchField, TextField } from '#src/ui/form/fields.tsx';
import { useForm } from '#src/ui/form/use-form.ts';
import { FormPage } from '#src/ui/page/form-page.tsx';
import { SettingsPart } from '#src/ui/page/settings-page.tsx';
import { contentOf } from './target.ts';
import { useSaveSubmissionTarget } from './use-save-target.ts';

const { shape } = saveSubmissionTarget.args.shape.settings;
const Draft = z.object({
  specialtyTextBlock: shape.specialtyTextBlock.unwrap(),
  subscriptionName: shape.subscriptionName.unwrap(),
  sessionInfo: shape.sessionInfo.unwrap(),
  errorStatus: shape.errorStatus.unwrap(),
  errorField: shape.errorField.unwrap(),
  sharesDocuments: z.boolean(),
});

const fields = [
  ['specialtyTextBlock', 'Text block of specialties'],
  ['subscriptionName', 'Name of the subscription'],
  ['sessionInfo', 'Session note'],
  ['errorStatus', 'Status of a failed submission'],
  ['errorField', 'Field for the reason of a failure'],
] as const;

/** Texts that submissions of the target use in its system, and whose document mapping it takes. */
export function SettingsTab({ target }: { target: SubmissionTarget }) {
  const me = useSession().customer.id;
  const save = useSaveSubmissionTarget();
  const form = useForm(Draft, {
    initial: { ...target.settings, sharesDocuments: target.sharesDocuments },
    onSubmit: ({ sharesDocuments, ...settings }) => save({ me, ...contentOf(target), sharesDocuments, settings }),
  });
  return (
    <SettingsPart title="Settings" about="Leave a field blank where the system does not need it.">
      <FormPage bare title="Settings" form={form} saveLabel="Save settings" blocked={useBlocked()}>
        {fields.map(([key, label]) => (
          <TextField key={key} label={label} hint={settingExplanations[key]} {...form.field(key)} />
        ))}
        <SwitchField
          label="Use the shared document mapping"
          hint="Its documents are mapped once for every customer of the system. Only administrators change that mapping."
          {...form.field('sharesDocuments')}
        />
      </FormPage>
    </SettingsPart>
  );
}
