import { useState } from 'react';
import { countRecipients } from '#contract/support/notice-mail.ts';
import { problemsOf } from '#src/entities/session/error-message.ts';
import { useBlocked } from '#src/entities/session/online-button.tsx';
import { useCall } from '#src/entities/session/use-call.ts';
import { SelectField, TextField } from '#src/ui/form/fields.tsx';
import { keepsEditing, useForm } from '#src/ui/form/use-form.ts';
import { FormPage } from '#src/ui/page/form-page.tsx';
import { AudienceFields } from '../audience/audience-fields.tsx';
import { ConfirmSend, type Prepared } from './confirm-send.tsx';
import { MailDraft, mailTypes, newMail, sentMail } from './mail-draft.ts';
import { MessageEditor } from './message-editor.tsx';

/** `/notificationsEmail`: an email to people of customers, by the alerts in their profile. */
export function MailScreen() {
  // Each email is a new form with a new editor.
  const [turn, setTurn] = useState(0);
  return <MailForm key={turn} onSent={() => setTurn(turn + 1)} />;
}

function MailForm({ onSent }: { onSent: () => void }) {
  const call = useCall();
  const [prepared, setPrepared] = useState<Prepared | null>(null);
  const form = useForm(MailDraft, {
    initial: newMail,
    onSubmit: async (draft) => {
      const mail = sentMail(draft);
      const answer = await call(countRecipients, mail);
      if (!answer.ok) return problemsOf(answer.error);
      if (answer.value.people === 0) return { audience: 'No one gets this email: no person of this audience has this alert.' };
      setPrepared({ mail, counted: answer.value, preview: answer.value.preview });
      return keepsEditing;
    },
  });
  const fields = {
    customers: form.field('customers'),
    crawlers: form.field('crawlers'),
    targetKinds: form.field('targetKinds'),
    everyone: form.field('everyone'),
  };
  return (
    <>
      <FormPage title="Email to people" form={form} saveLabel="Count recipients…" blocked={useBlocked()}>
        <SelectField
          label="Type"
          required
          choices={mailTypes}
          hint="People get it who have this alert in their profile"
          {...form.field('type')}
        />
        <AudienceFields form={form} fields={fields} />
        <TextField label="Subject" required {...form.field('subject')} />
        <MessageEditor label="Message (required)" hint="Pasted text loses its format" {...form.field('message')} />
      </FormPage>
      {prepared && (
        <ConfirmSend
          prepared={prepared}
          onClose={() => setPrepared(null)}
          onSent={() => {
            setPrepared(null);
            onSent();
          }}
        />
      )}
    </>
  );
}
