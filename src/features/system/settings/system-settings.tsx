import { useState } from 'react';
import * as z from 'zod';
import { messages } from '#contract/kit/messages.ts';
import {
  AiDraft,
  checkAi,
  readSystemSettings,
  type SystemSettings,
  saveSystemSettings,
} from '#contract/system/system-settings.ts';
import { problemsOf, wordsOf } from '#src/entities/session/failure-words.ts';
import { OnlineButton, useBlocked } from '#src/entities/session/online-button.tsx';
import { useCached } from '#src/entities/session/use-cached.ts';
import { useCall } from '#src/entities/session/use-call.ts';
import { ask } from '#src/ui/dialog/ask.tsx';
import { PasswordField, TagsField, TextField } from '#src/ui/form/fields.tsx';
import { type Problems, useForm } from '#src/ui/form/use-form.ts';
import { EmptyState } from '#src/ui/page/empty-state.tsx';
import { FormPage } from '#src/ui/page/form-page.tsx';
import { PageHeader } from '#src/ui/page/page-header.tsx';
import { Waiting } from '#src/ui/page/waiting.tsx';
import { toast } from '#src/ui/toast/toasts.tsx';
import { FailedWork } from './failed-work.tsx';
import './system-settings.css';

/** What the provider sets for all customers: the AI that answers prompts, drafts rules and suggests mappings. */
export function SystemSettingsScreen() {
  const { reply, failure, refresh } = useCached(readSystemSettings, {});
  return (
    <section className="page page-form" aria-labelledby="page-title">
      <PageHeader title="System settings" />
      {!reply && !failure && <Waiting rows={6} />}
      {!reply && failure && (
        <EmptyState kind="no-data" title="Settings aren’t on this device">
          <p>{wordsOf(failure)}</p>
        </EmptyState>
      )}
      {reply && <AiForm key={JSON.stringify(reply.ai)} ai={reply.ai} onSaved={refresh} />}
      <FailedWork />
    </section>
  );
}

const Draft = AiDraft.extend({ key: z.string().max(1000), allow: AiDraft.shape.allow.unwrap() });
/** An empty key leaves the kept one as it is. */
const sentOf = ({ key, ...draft }: z.input<typeof Draft>) => ({ ...draft, ...(key.trim() !== '' && { key }) });

function AiForm({ ai, onSaved }: { ai: SystemSettings['ai']; onSaved: () => void }) {
  const call = useCall();
  const blocked = useBlocked();
  const form = useForm(Draft, {
    initial: { url: ai?.url ?? '', model: ai?.model ?? '', allow: ai?.allow ?? [], key: '' },
    async onSubmit(draft): Promise<Problems | undefined> {
      const answer = await call(saveSystemSettings, { ai: sentOf(draft) });
      if (!answer.ok) return problemsOf(answer.error);
      toast.success({ title: messages.saved, detail: 'Waiting AI prompts are sent now.' });
      onSaved();
      return undefined;
    },
  });
  return (
    <section className="card settings-part" aria-labelledby="ai-title">
      <h2 id="ai-title">AI</h2>
      <p className="muted">
        {ai
          ? 'Used for rules’ AI prompts, rule drafts and mapping suggestions. Content is always passed to the model as data, never as instructions.'
          : 'No AI is connected. The built-in engine drafts rules and matches values. Rules’ AI prompts wait until an AI is connected.'}
      </p>
      <FormPage bare title="AI" form={form} saveWords="Save AI settings" blocked={blocked}>
        <TextField
          label="Endpoint URL"
          required
          type="url"
          mono
          hint="Any OpenAI-compatible endpoint, up to /v1."
          {...form.field('url')}
        />
        <TextField label="Model" required mono {...form.field('model')} />
        <PasswordField
          label="API key"
          fresh
          hint={ai?.hasKey ? 'A key is stored, encrypted. Leave blank to keep it.' : 'Stored encrypted and never shown again.'}
          {...form.field('key')}
        />
        <TagsField
          label="Allowed private addresses"
          hint="host:port of an endpoint inside your own network. No other private address is called, and no other address over plain HTTP."
          {...form.field('allow')}
        />
        <Test draft={() => sentOf(form.values)} />
      </FormPage>
      {ai && <Removal onRemoved={onSaved} />}
    </section>
  );
}

type Tested = { readonly ok: boolean; readonly words: string };

/** Asks the endpoint as it stands in the form, saved or not. */
function Test({ draft }: { draft: () => ReturnType<typeof sentOf> }) {
  const call = useCall();
  const [asking, setAsking] = useState(false);
  const [tested, setTested] = useState<Tested | null>(null);
  const run = async () => {
    setAsking(true);
    setTested(null);
    const answer = await call(checkAi, draft()).finally(() => setAsking(false));
    setTested(
      answer.ok
        ? { ok: true, words: `${answer.value.model} answered in ${answer.value.milliseconds.toLocaleString('en-US')} ms.` }
        : { ok: false, words: Object.values(problemsOf(answer.error))[0] ?? wordsOf(answer.error) },
    );
  };
  return (
    <div className="settings-test">
      <OnlineButton variant="default" loading={asking} onClick={() => void run()}>
        Test connection
      </OnlineButton>
      <span role="status" className={tested?.ok === false ? 'settings-problem' : 'muted'}>
        {tested?.words}
      </span>
    </div>
  );
}

function Removal({ onRemoved }: { onRemoved: () => void }) {
  const call = useCall();
  const remove = async () => {
    if (!(await wantsRemoved())) return;
    const answer = await call(saveSystemSettings, { ai: null });
    if (!answer.ok) return void toast.error({ title: 'AI not disconnected', detail: wordsOf(answer.error) });
    toast.success({ title: 'AI disconnected', detail: 'The built-in drafter and matcher are used.' });
    onRemoved();
  };
  return (
    <OnlineButton variant="subtle" color="red" size="compact-sm" onClick={() => void remove()}>
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
