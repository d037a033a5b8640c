import type * as z from 'zod';
import { ok } from '#contract/kit/result.ts';
import {
  AiDraft,
  checkAi,
  readSystemSettings,
  type SystemSettings,
  saveSystemSettings,
} from '#contract/system/system-settings.ts';
import { useReply } from '#src/entities/reply/use-reply.ts';
import { useDo, useSave } from '#src/entities/reply/use-save.ts';
import { OnlineButton, useBlocked } from '#src/entities/session/online-button.tsx';
import { useCall } from '#src/entities/session/use-call.ts';
import { ask } from '#src/ui/ask/ask.tsx';
import { SecretField, TagsField, TextField } from '#src/ui/form/fields.tsx';
import { keptSecret } from '#src/ui/form/optional.ts';
import { useForm } from '#src/ui/form/use-form.ts';
import { FormPage } from '#src/ui/page/form-page.tsx';
import { SettingsPage, SettingsPart } from '#src/ui/page/settings-page.tsx';
import { AdministratorSignIn } from './administrator-sign-in.tsx';
import { ConnectionTest } from './connection-test.tsx';
import { FailedWork } from './failed-work.tsx';
import { FreshBooksPart } from './freshbooks-settings.tsx';
import { JiraPart } from './jira-settings.tsx';
import { SlackPart } from './slack-settings.tsx';
import { SmsPart } from './sms-settings.tsx';
import './system-settings.css';

/** The provider's settings for all customers: the AI that answers prompts, drafts rules and suggests mappings. */
export function SystemSettingsScreen() {
  const answer = useReply(readSystemSettings, {});
  return (
    <SettingsPage title="System settings" answer={answer} what="The settings">
      {({ ai }) => (
        <>
          <AiForm key={JSON.stringify(ai)} ai={ai} />
          <SlackPart />
          <JiraPart />
          <SmsPart />
          <FreshBooksPart />
          <AdministratorSignIn />
          <FailedWork />
        </>
      )}
    </SettingsPage>
  );
}

const Draft = AiDraft.extend({ key: keptSecret(), allow: AiDraft.shape.allow.unwrap() });
type Draft = z.input<typeof Draft>;
/** The request for a draft. Without a key, the service keeps the stored one. */
const sentOf = ({ key, ...draft }: z.output<typeof Draft>) => ({ ...draft, ...(key !== undefined && { key }) });

function AiForm({ ai }: { ai: SystemSettings['ai'] }) {
  const initial: Draft = { url: ai?.url ?? '', model: ai?.model ?? '', allow: ai?.allow ?? [], key: '' };
  const form = useForm(Draft, {
    initial,
    onSubmit: useSave(saveSystemSettings, {
      args: (draft: z.output<typeof Draft>) => ({ ai: sentOf(draft) }),
      said: () => ({ detail: 'Waiting AI prompts are sent now.' }),
      refreshes: [readSystemSettings],
    }),
  });
  return (
    <SettingsPart
      title="AI"
      about={
        ai
          ? 'Used for rules’ AI prompts, rule drafts and mapping suggestions. Content is always passed to the model as data, never as instructions.'
          : 'No AI is connected. The built-in engine drafts rules and matches values. Rules’ AI prompts wait until an AI is connected.'
      }
    >
      <FormPage bare title="AI" form={form} saveLabel="Save AI settings" blocked={useBlocked()}>
        <TextField
          label="Endpoint URL"
          required
          type="url"
          mono
          hint="Any OpenAI-compatible endpoint, up to /v1."
          {...form.field('url')}
        />
        <TextField label="Model" required mono {...form.field('model')} />
        <SecretField label="API key" isKept={ai?.hasKey === true} {...form.field('key')} />
        <TagsField
          label="Allowed private addresses"
          hint="host:port of an endpoint inside your own network. No other private address is called, and no other address over plain HTTP."
          {...form.field('allow')}
        />
        <Test draft={() => sentOf({ ...form.values, key: form.values.key.trim() || undefined })} />
      </FormPage>
      {ai && <Removal />}
    </SettingsPart>
  );
}

/** Tests the endpoint in the form, saved or not. */
function Test({ draft }: { draft: () => ReturnType<typeof sentOf> }) {
  const call = useCall();
  const run = async () => {
    const answer = await call(checkAi, draft());
    if (!answer.ok) return answer;
    const { model, milliseconds } = answer.value;
    return ok(`${model} answered in ${milliseconds.toLocaleString('en-US')} ms.`);
  };
  return <ConnectionTest label="Test the connection" run={run} />;
}

function Removal() {
  const remove = useDo(saveSystemSettings, {
    args: () => ({ ai: null }),
    said: () => ({ title: 'AI disconnected', detail: 'The built-in drafter and matcher are used.' }),
    failed: 'AI not disconnected',
    refreshes: [readSystemSettings],
  });
  const run = async () => {
    if (await wantsRemoved()) await remove(null);
  };
  return (
    <OnlineButton variant="subtle" color="red" size="compact-sm" onClick={() => void run()}>
      Disconnect AI…
    </OnlineButton>
  );
}

async function wantsRemoved(): Promise<boolean> {
  const choice = await ask({
    title: 'Disconnect AI?',
    body: 'Its URL and API key are removed. Rules’ AI prompts wait until another AI is connected. Answers already on jobs stay.',
    choices: { remove: { words: 'Disconnect AI', tone: 'danger' }, keep: { words: 'Cancel' } },
    safe: 'keep',
  });
  return choice === 'remove';
}
