import type * as z from 'zod';
import { ok } from '#contract/kit/result.ts';
import { checkSms, readSmsSettings, SmsDraft, type SmsSettings, saveSmsSettings } from '#contract/system/sms-settings.ts';
import { useReply } from '#src/entities/reply/use-reply.ts';
import { useDo, useSave } from '#src/entities/reply/use-save.ts';
import { useBlocked } from '#src/entities/session/online-button.tsx';
import { useCall } from '#src/entities/session/use-call.ts';
import { SecretField, TextField } from '#src/ui/form/fields.tsx';
import { keptSecret } from '#src/ui/form/optional.ts';
import { useForm } from '#src/ui/form/use-form.ts';
import { FormPage } from '#src/ui/page/form-page.tsx';
import { SettingsPart } from '#src/ui/page/settings-page.tsx';
import { ConnectionTest } from './connection-test.tsx';
import { CopiedAddress } from './copied-address.tsx';
import { Disconnect } from './disconnect.tsx';
import './system-settings.css';

const Draft = SmsDraft.extend({ token: keptSecret(200) });
type Draft = z.input<typeof Draft>;
/** The request for a draft. Without a token, the service keeps the stored one. */
const sentOf = ({ token, ...draft }: z.output<typeof Draft>) => ({ ...draft, ...(token !== undefined && { token }) });

/** The Twilio account that text messages of job alerts go through. */
export function SmsPart() {
  const { reply } = useReply(readSmsSettings, {});
  return reply && <SmsForm key={JSON.stringify(reply)} sms={reply} />;
}

function SmsForm({ sms }: { sms: SmsSettings }) {
  const { api, accountSid, sender, answersUrl } = sms;
  const isSet = accountSid !== null;
  const initial: Draft = {
    api: api ?? 'https://api.twilio.com',
    accountSid: accountSid ?? '',
    sender: sender ?? '',
    token: '',
  };
  const form = useForm(Draft, {
    initial,
    onSubmit: useSave(saveSmsSettings, {
      args: (draft: z.output<typeof Draft>) => ({ sms: sentOf(draft) }),
      said: () => ({ detail: 'Job alerts can send text messages.' }),
      refreshes: [readSmsSettings],
    }),
  });
  return (
    <SettingsPart
      title="Text messages"
      about={
        isSet
          ? `Job alerts send text messages from ${sender}. Who answers STOP gets none any more.`
          : 'Text messages are not connected. Job alerts are sent by email. Connect a Twilio account to send text messages, too.'
      }
    >
      <FormPage bare title="Text messages" form={form} saveLabel="Save text message settings" blocked={useBlocked()}>
        <TextField label="Account SID" required mono hint="Begins with AC" {...form.field('accountSid')} />
        <SecretField label="Auth token" isKept={isSet} {...form.field('token')} />
        <TextField
          label="Sender"
          required
          mono
          hint="A phone number such as +17755550100, or the SID of a messaging service, which begins with MG"
          {...form.field('sender')}
        />
        <TextField label="Address of the API" required mono hint="Usually https://api.twilio.com" {...form.field('api')} />
        <CopiedAddress
          label="Webhook for incoming messages"
          hint="Enter this address in Twilio for the sender, so that STOP and START arrive here."
          address={answersUrl}
        />
        <Test draft={() => sentOf({ ...form.values, token: form.values.token.trim() || undefined })} />
      </FormPage>
      {isSet && <Removal />}
    </SettingsPart>
  );
}

/** Signs in with the settings in the form, saved or not, and looks for the sender. */
function Test({ draft }: { draft: () => ReturnType<typeof sentOf> }) {
  const call = useCall();
  const run = async () => {
    const answer = await call(checkSms, draft());
    if (!answer.ok) return answer;
    const { account, sender, milliseconds } = answer.value;
    return ok(`Signed in to ${account} and found the sender ${sender} in ${milliseconds.toLocaleString('en-US')} ms.`);
  };
  return <ConnectionTest label="Test the connection" run={run} />;
}

function Removal() {
  const remove = useDo(saveSmsSettings, {
    args: () => ({ sms: null }),
    said: () => ({ title: 'Text messages disconnected' }),
    failed: 'Text messages not disconnected',
    refreshes: [readSmsSettings],
  });
  return (
    <Disconnect
      name="text messages"
      effect="The token is removed. Text messages that wait are not sent; emails of job alerts are. Who answered STOP stays stopped."
      remove={() => remove(null)}
    />
  );
}
