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
import './system-settings.css';

/** What the provider sets for all customers: the AI that answers prompts, drafts rules and suggests mappings. */
export function SystemSettingsScreen() {
  const { reply, failure, refresh } = useCached(readSystemSettings, {});
  return (
    <section className="page page-form" aria-labelledby="page-title">
      <PageHeader title="System settings" />
      {!reply && !failure && <Waiting rows={6} />}
      {!reply && failure && (
        <EmptyState kind="no-data" title="The settings are not on this device">
          <p>{wordsOf(failure)}</p>
        </EmptyState>
      )}
      {reply && <AiForm key={JSON.stringify(reply.ai)} ai={reply.ai} onSaved={refresh} />}
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
      toast.success({ title: messages.saved, detail: 'Questions that waited are asked now.' });
      onSaved();
      return undefined;
    },
  });
  return (
    <section className="card settings-part" aria-labelledby="ai-title">
      <h2 id="ai-title">AI</h2>
      <p className="muted">
        {ai
          ? 'Asked for AI prompts of rules, drafts of rules and mapping suggestions. What it is sent is told as data, never as instructions.'
          : 'No AI is set. Rules are drafted and texts are matched by the built-in engine; AI prompts of rules wait, and nothing is lost.'}
      </p>
      <FormPage bare title="The AI" form={form} saveWords="Save AI settings" blocked={blocked}>
        <TextField
          label="Address"
          required
          type="url"
          mono
          hint="Of any OpenAI-compatible endpoint, up to /v1."
          {...form.field('url')}
        />
        <TextField label="Model" required mono {...form.field('model')} />
        <PasswordField
          label="Key"
          fresh
          hint={ai?.hasKey ? 'A key is kept, sealed. Blank leaves it.' : 'Kept sealed and never shown again.'}
          {...form.field('key')}
        />
        <TagsField
          label="Allowed private addresses"
          hint="host:port of an endpoint inside your own network. No other there is called, and no other by plain http."
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
        Test the connection
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
    if (!answer.ok) return void toast.error({ title: 'Not removed', detail: wordsOf(answer.error) });
    toast.success({ title: 'No AI is asked any more', detail: 'The built-in drafter and matcher answer.' });
    onRemoved();
  };
  return (
    <OnlineButton variant="subtle" color="red" size="compact-sm" onClick={() => void remove()}>
      Stop asking an AI…
    </OnlineButton>
  );
}

async function wantsRemoved(): Promise<boolean> {
  const choice = await ask({
    title: 'Stop asking an AI?',
    body: 'Its address and its key are removed. Prompts of rules wait until another one is set; answers that jobs have stay.',
    choices: { remove: { words: 'Remove the AI', tone: 'danger' }, keep: { words: 'Keep it' } },
    safe: 'keep',
  });
  return choice === 'remove';
}
