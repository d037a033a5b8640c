import { Button } from '@mantine/core';
import { useState } from 'react';
import type { ReplyOf } from '#contract/kit/endpoint.ts';
import { messages } from '#contract/kit/messages.ts';
import type { RuleDraft } from '#contract/rows/rule-rows.ts';
import { draftRule } from '#contract/rules/rule-drafts.ts';
import { ruleReasons, sendFeedback } from '#contract/system/feedback.ts';
import { standInWords } from '#domain/ai/call-words.ts';
import { labelOfField } from '#domain/fields/label-words.ts';
import { ruleSentence, sentenceText } from '#domain/rules/rule-sentence.ts';
import { FeedbackBox } from '#src/entities/feedback/feedback-box.tsx';
import type { FeedbackAnswer } from '#src/entities/feedback/feedback-draft.ts';
import { useFeedbackOptOut } from '#src/entities/feedback/feedback-opt-out.ts';
import { useFieldNames } from '#src/entities/label/use-field-names.ts';
import { errorMessage } from '#src/entities/session/error-message.ts';
import { useBlocked } from '#src/entities/session/online-button.tsx';
import { useSession } from '#src/entities/session/session.ts';
import { useCall } from '#src/entities/session/use-call.ts';
import { Dialog } from '#src/ui/dialog/dialog.tsx';
import { TextAreaField } from '#src/ui/form/text-area-field.tsx';
import { AskActions } from './ask-actions.tsx';

type Draft = ReplyOf<typeof draftRule>;
type DialogProps = { readonly onTake: (rule: RuleDraft) => void; readonly onClose: () => void };

/** Turns a description into a draft, shown as a sentence with its assumptions. Saves nothing. */
export function DraftDialog({ onTake, onClose }: DialogProps) {
  const { customer } = useSession();
  const call = useCall();
  const [words, setWords] = useState('');
  const [problem, setProblem] = useState<string | null>(null);
  const [draft, setDraft] = useState<Draft | null>(null);
  const [busy, setBusy] = useState(false);
  const ask = async () => {
    if (words.trim() === '') return setProblem(messages.ruleDescription);
    setBusy(true);
    setProblem(null);
    const answer = await call(draftRule, { cust: customer.id, description: words });
    setBusy(false);
    if (answer.ok) return setDraft(answer.value);
    return setProblem(`${messages.draftFailed}. ${errorMessage(answer.error)}`);
  };
  const take = ({ rule }: Draft) => {
    onTake(rule);
    onClose();
  };
  return (
    <Dialog title="Draft a rule from a description" dirty={words.trim() !== ''} size="lg" onClose={onClose}>
      {(close) => (
        <div className="rule-import">
          <TextAreaField
            label="What should the rule do?"
            required
            hint="For example: put travel jobs in Texas with a bill rate below 60 on hold"
            rows={3}
            autoFocus
            name="description"
            data-path="description"
            value={words}
            error={problem}
            onChange={setWords}
          />
          {draft && <Drafted draft={draft} />}
          <AskActions
            words={draft ? 'Draft again' : 'Draft rule'}
            busy={busy}
            first={draft && <Button onClick={() => take(draft)}>Take the draft into the form</Button>}
            onAsk={ask}
            onClose={close}
          />
        </div>
      )}
    </Dialog>
  );
}

function Drafted({ draft }: { draft: Draft }) {
  const { labels } = useFieldNames();
  return (
    <>
      <p className="rule-said">{sentenceText(ruleSentence(draft.rule, labelOfField(labels)))}</p>
      <p className="muted">
        {draft.engine === 'ai'
          ? `Drafted by the AI endpoint${draft.standIn ? ` (${standInWords})` : ''}.`
          : 'Drafted by the built-in drafter, which understands common sentences.'}
        {draft.notice ? ` ${draft.notice}` : ''} It is inactive and not saved.
      </p>
      {draft.assumed.length > 0 && (
        <div>
          <h3>Assumptions</h3>
          <ul className="rule-assumed">
            {draft.assumed.map((sentence) => (
              <li key={sentence}>{sentence}</li>
            ))}
          </ul>
        </div>
      )}
      <Feedback key={draft.draftId} id={draft.draftId} />
    </>
  );
}

/** Asks whether the draft was right, unless the user wants no such questions. */
function Feedback({ id }: { id: number }) {
  const { customer } = useSession();
  const call = useCall();
  const { optedOut, optOut } = useFeedbackOptOut();
  const [asks] = useState(!optedOut);
  const blocked = useBlocked();
  const send = async ({ message, ...answer }: FeedbackAnswer) => {
    const sent = await call(sendFeedback, { cust: customer.id, ...answer, msg: message, objectId: id });
    if (!sent.ok) return { '': `Feedback not sent. ${errorMessage(sent.error)}` };
    if (answer.optOut) await optOut();
    return undefined;
  };
  return asks && <FeedbackBox rejected={false} reasons={ruleReasons} tell="What should it be?" send={send} blocked={blocked} />;
}
