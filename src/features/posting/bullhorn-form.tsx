import { useState } from 'react';
import * as z from 'zod';
import { messages } from '#contract/kit/messages.ts';
import { checkTarget, type DocumentedTarget, saveTarget } from '#contract/posting/posting.ts';
import { HierarchyLevel, type TargetRow } from '#contract/rows/rows.ts';
import { errorMessage } from '#src/entities/session/error-message.ts';
import { OnlineButton, useBlocked } from '#src/entities/session/online-button.tsx';
import { useCall } from '#src/entities/session/use-call.ts';
import { PasswordField, SwitchField, TextField } from '#src/ui/form/fields.tsx';
import { NumberField } from '#src/ui/form/number-fields.tsx';
import { useForm } from '#src/ui/form/use-form.ts';
import { FormPage } from '#src/ui/page/form-page.tsx';
import { LevelField } from './level-field.tsx';
import { useSaveTarget } from './use-save-target.ts';

/** The field names match those in the service's validation errors. */
const Draft = z.object({
  name: saveTarget.args.shape.name,
  loginInfoUrl: saveTarget.args.shape.url.unwrap(),
  username: z.string().trim().max(200),
  password: z.string().max(200),
  clientId: z.string().trim().max(200),
  clientSecret: z.string().max(200),
  ownerId: z.number().int().positive('Enter a user ID').nullable(),
  contactId: z.number().int().positive('Enter a contact ID').nullable(),
  autoMap: z.boolean(),
  resendWhenAbsent: z.boolean(),
  hierarchyLevel: HierarchyLevel,
  enabled: z.boolean(),
});
type Draft = z.output<typeof Draft>;

const texts = (value: unknown) => (typeof value === 'string' ? value : '');
const numbers = (value: unknown) => (typeof value === 'number' ? value : null);

const draftOf = (target: DocumentedTarget): Draft => ({
  name: target.name,
  loginInfoUrl: target.url,
  username: target.username,
  password: '',
  clientId: texts(target.settings['clientId']),
  clientSecret: '',
  ownerId: numbers(target.settings['ownerId']),
  contactId: numbers(target.settings['contactId']),
  autoMap: target.settings['autoMap'] === true,
  resendWhenAbsent: target.settings['resendWhenAbsent'] === true,
  hierarchyLevel: target.hierarchyLevel,
  enabled: !target.isDisabled,
});

/** A Bullhorn connection. Its two secrets are write-only: blank keeps the stored value. */
export function BullhornForm({ row, target }: { row: TargetRow; target: DocumentedTarget }) {
  const save = useSaveTarget();
  const form = useForm(Draft, {
    initial: draftOf(target),
    async onSubmit({ name, loginInfoUrl, username, password, clientSecret, hierarchyLevel, enabled, ...settings }) {
      const problems = await save({
        id: target.id,
        name,
        isDisabled: !enabled,
        hierarchyLevel,
        username,
        password,
        clientSecret,
        url: loginInfoUrl,
        settings,
      });
      // Do not keep a saved secret on the screen.
      if (!problems) form.set('password', '');
      if (!problems) form.set('clientSecret', '');
      return problems;
    },
  });
  return (
    <>
      <FormPage bare title={`${row.name} connection`} form={form} saveLabel="Save connection" blocked={useBlocked()}>
        <Fields form={form} />
      </FormPage>
      <Check row={row} dirty={form.dirty} />
    </>
  );
}

function Fields({ form }: { form: ReturnType<typeof useForm<typeof Draft>> }) {
  return (
    <>
      <TextField label="Name" required {...form.field('name')} />
      <TextField label="loginInfo URL" type="url" mono {...form.field('loginInfoUrl')} />
      <TextField label="API user" autoComplete="off" {...form.field('username')} />
      <PasswordField
        label="Password"
        fresh
        hint="Never shown again. Leave blank to keep the stored value."
        {...form.field('password')}
      />
      <TextField label="Client ID" mono autoComplete="off" {...form.field('clientId')} />
      <PasswordField
        label="Client secret"
        fresh
        hint="Never shown again. Leave blank to keep the stored value."
        {...form.field('clientSecret')}
      />
      <div className="target-pair">
        <NumberField label="Job owner ID" hint="A user ID" decimals={0} {...form.field('ownerId')} />
        <NumberField label="Job contact ID" hint="A contact ID" decimals={0} {...form.field('contactId')} />
      </div>
      <LevelField {...form.field('hierarchyLevel')} />
      <SwitchField
        label="Auto-map high-confidence matches"
        hint="Suggestions at 95% or higher are accepted automatically."
        {...form.field('autoMap')}
      />
      <SwitchField
        label="Resend posts not found in the ATS"
        hint="A post with a lost response is looked up four times. When on, a post that is not found is sent once more. When off, a person decides."
        {...form.field('resendWhenAbsent')}
      />
      <SwitchField label="Enabled" hint="When off, nothing is posted and jobs wait." {...form.field('enabled')} />
    </>
  );
}

/** Signs in to the ATS with the saved connection and shows the result. */
function Check({ row, dirty }: { row: TargetRow; dirty: boolean }) {
  const call = useCall();
  const [busy, setBusy] = useState(false);
  const [words, setLabel] = useState<string | null>(null);
  const check = async () => {
    setBusy(true);
    setLabel(null);
    const answer = await call(checkTarget, { id: row.id }, { timeoutMs: 60_000 });
    setBusy(false);
    setLabel(answer.ok ? answer.value.words : errorMessage(answer.error));
  };
  return (
    <div className="target-check">
      <OnlineButton variant="default" loading={busy} disabled={dirty} onClick={() => void check()}>
        Check connection
      </OnlineButton>
      <p role="status" data-tone={words === null ? undefined : words === '' ? 'good' : 'bad'}>
        {dirty && 'Save first. The check uses the saved connection.'}
        {!dirty && words === '' && `${row.name} answered. The connection works.`}
        {!dirty && words && `${messages.targetNotConnected({ target: row.name })} ${words}`}
      </p>
    </div>
  );
}
