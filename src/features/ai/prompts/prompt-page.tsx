import { useEffect, useEffectEvent, useState } from 'react';
import { Link, useNavigate, useParams } from 'react-router-dom';
import { type AiPrompt, type AiPromptVersion, newAiPrompt, readAiPrompt } from '#contract/ai/prompts.ts';
import type { ReplyOf } from '#contract/kit/endpoint.ts';
import { messages } from '#contract/kit/messages.ts';
import { standInWords } from '#domain/ai/call-words.ts';
import { useReply } from '#src/entities/reply/use-reply.ts';
import { StateBadge } from '#src/ui/mark/state-badge.tsx';
import { Answered } from '#src/ui/page/answered.tsx';
import { EmptyState } from '#src/ui/page/empty-state.tsx';
import { PageHeader } from '#src/ui/page/page-header.tsx';
import { pathTo } from '#src/ui/screen/path-to.ts';
import { MeasurePanel } from './measure-panel.tsx';
import { stateWords } from './prompt.ts';
import { PromptForm } from './prompt-form.tsx';
import { PromptTestPanel } from './prompt-test.tsx';
import { PromptVersions } from './prompt-versions.tsx';
import { draftOf, usePromptForm } from './use-prompt-form.ts';
import './prompts.css';

/** Shift and bill rate: the operation that the dataset has labels for. */
const measuredOperation = 1;

/** `/aiprompts/new` and `/aiprompts/:id`: one prompt, its versions, and a test of them. */
export function PromptPage() {
  const { id } = useParams();
  return id === undefined ? <NewPrompt /> : <StoredPrompt key={id} id={Number(id) || 0} />;
}

function NewPrompt() {
  const navigate = useNavigate();
  const form = usePromptForm(newAiPrompt, ({ id }) => void navigate(pathTo('/aiprompts/:id', { id }), { replace: true }));
  return (
    <section className="page" aria-labelledby="page-title">
      <PageHeader title="New AI prompt" />
      <div className="card prompt-part prompt-note">
        <PromptForm of={newAiPrompt} form={form} />
      </div>
      <p className="muted prompt-note">
        Once it is saved, you can test the prompt here. Stage it first if it must not answer yet.
      </p>
    </section>
  );
}

function StoredPrompt({ id }: { id: number }) {
  const answer = useReply(readAiPrompt, { id }, { wanted: id > 0 });
  const { reply, failure } = answer;
  const isGone = id === 0 || failure?.kind === 'not_found' || failure?.kind === 'invalid';
  return (
    <section className="page" aria-labelledby="page-title">
      <PageHeader title={reply?.description ?? 'AI prompt'} note={reply && <Note of={reply} />} />
      {failure?.kind === 'forbidden' ? (
        <EmptyState kind="no-right" title={messages.aiAccessDenied}>
          <p>AI prompts are for administrators of the provider.</p>
        </EmptyState>
      ) : isGone ? (
        <EmptyState kind="no-data" title={messages.aiPromptNotFound}>
          <Link to={pathTo('/aiprompts')}>Show all prompts</Link>
        </EmptyState>
      ) : (
        <Answered answer={answer} what="The prompts">
          {(of) => <Loaded of={of} />}
        </Answered>
      )}
    </section>
  );
}

const Note = ({ of }: { of: AiPrompt }) => (
  <span className="prompt-version">
    <StateBadge tone={of.production === null ? 'pending' : 'good'}>{stateWords(of)}</StateBadge>
    {of.standIn && <StateBadge tone="warn">{standInWords}</StateBadge>}
  </span>
);

type Whole = ReplyOf<typeof readAiPrompt>;

function Loaded({ of }: { of: Whole }) {
  const [saved, setSaved] = useState<AiPrompt | null>(null);
  const form = usePromptForm(of, setSaved);
  const resetTo = useEffectEvent((stored: AiPrompt) => form.reset(draftOf(stored)));
  // After a save the form shows what is stored, with corrected numbers.
  useEffect(() => {
    if (saved) resetTo(saved);
  }, [saved]);
  const take = (version: AiPromptVersion) =>
    form.setAll({ ...draftOf({ ...of, ...version }), assignedCustomerIds: form.values.assignedCustomerIds });
  return (
    <div className="prompt-columns">
      <div className="card prompt-part">
        <PromptForm of={of} form={form} />
      </div>
      <div className="prompt-side">
        <section className="card prompt-part" aria-label="Test">
          <h2>Test</h2>
          <PromptTestPanel of={of} versions={of.versions} />
        </section>
        {of.operation === measuredOperation && (
          <section className="card prompt-part" aria-label="Measure">
            <h2>Measure</h2>
            <MeasurePanel of={of} versions={of.versions} />
          </section>
        )}
        <section className="card prompt-part" aria-label="Versions">
          <h2>Versions</h2>
          <PromptVersions of={of} versions={of.versions} onTake={take} />
        </section>
      </div>
    </div>
  );
}
