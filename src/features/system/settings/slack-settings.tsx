import * as z from 'zod';
import { ok } from '#contract/kit/result.ts';
import { checkSlack, readSlackSettings, type SlackSettings, saveSlackSettings } from '#contract/system/slack-settings.ts';
import { useReply } from '#src/entities/reply/use-reply.ts';
import { useDo, useSave } from '#src/entities/reply/use-save.ts';
import { useBlocked } from '#src/entities/session/online-button.tsx';
import { useCall } from '#src/entities/session/use-call.ts';
import { SecretField } from '#src/ui/form/fields.tsx';
import { useForm } from '#src/ui/form/use-form.ts';
import { FormPage } from '#src/ui/page/form-page.tsx';
import { SettingsPart } from '#src/ui/page/settings-page.tsx';
import { ConnectionTest } from './connection-test.tsx';
import { Disconnect } from './disconnect.tsx';
import './system-settings.css';

const Draft = z.object({ webhook: z.string().trim().min(1, 'Enter the address of the webhook').max(500) });

/** The incoming webhook of Slack that alerts about errors go to. */
export function SlackPart() {
  const { reply } = useReply(readSlackSettings, {});
  return reply && <SlackForm key={JSON.stringify(reply)} slack={reply} />;
}

function SlackForm({ slack }: { slack: SlackSettings }) {
  const form = useForm(Draft, {
    initial: { webhook: '' },
    onSubmit: useSave(saveSlackSettings, {
      args: ({ webhook }: z.output<typeof Draft>) => ({ webhook }),
      said: () => ({ detail: 'Alerts about errors go to this webhook.' }),
      refreshes: [readSlackSettings],
    }),
  });
  return (
    <SettingsPart
      title="Slack"
      about={
        slack.isSet
          ? `Alerts about errors go to an incoming webhook on ${slack.host}.`
          : 'Slack is not connected. Add an incoming webhook to your workspace, and enter its address here.'
      }
    >
      <FormPage bare title="Slack" form={form} saveLabel="Save webhook" blocked={useBlocked()}>
        <SecretField label="Webhook address" isKept={slack.isSet} {...form.field('webhook')} />
        <TestMessage webhook={form.values.webhook.trim()} />
      </FormPage>
      {slack.isSet && <Removal />}
    </SettingsPart>
  );
}

/** Sends a test message to the webhook that is typed, or to the saved one. */
function TestMessage({ webhook }: { webhook: string }) {
  const call = useCall();
  const run = async () => {
    const answer = await call(checkSlack, webhook === '' ? {} : { webhook });
    if (!answer.ok) return answer;
    return ok(`Slack took the test message in ${answer.value.milliseconds.toLocaleString('en-US')} ms.`);
  };
  return <ConnectionTest label="Send a test message" run={run} />;
}

function Removal() {
  const remove = useDo(saveSlackSettings, {
    args: () => ({ webhook: null }),
    said: () => ({ title: 'Slack disconnected' }),
    failed: 'Slack not disconnected',
    refreshes: [readSlackSettings],
  });
  return (
    <Disconnect
      name="Slack"
      effect="The webhook is removed. Messages to Slack that wait fail; emails are still sent."
      remove={() => remove(null)}
    />
  );
}
