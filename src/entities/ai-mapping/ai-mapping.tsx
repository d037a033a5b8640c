import { Button } from '@mantine/core';
import { useEffect, useEffectEvent, useState } from 'react';
import type { ReplyOf } from '#contract/kit/endpoint.ts';
import { messages } from '#contract/kit/messages.ts';
import { aiMapping } from '#contract/mapping/mapping-runs.ts';
import { standInWords } from '#domain/ai/call-words.ts';
import { useChanges } from '#src/entities/change/use-changes.ts';
import { useFeedbackOptOut } from '#src/entities/feedback/feedback-opt-out.ts';
import { MappingFeedbackBox } from '#src/entities/feedback/mapping-feedback.tsx';
import { longWorkNews } from '#src/entities/long-work/long-work-news.ts';
import { errorMessage } from '#src/entities/session/error-message.ts';
import { useSession } from '#src/entities/session/session.ts';
import { useCall } from '#src/entities/session/use-call.ts';
import { Dialog } from '#src/ui/dialog/dialog.tsx';
import { CertaintyPill } from '#src/ui/mark/certainty-pill.tsx';
import { StateBadge } from '#src/ui/mark/state-badge.tsx';
import { Waiting } from '#src/ui/page/waiting.tsx';
import './ai-mapping.css';

type Reply = ReplyOf<typeof aiMapping>;
type Suggested = Reply['results'][number];
type Asked = { readonly targetId: number; readonly texts: readonly number[]; readonly jobIds: readonly number[] };

/** AI suggestions for texts, requested through jobs that use them. Certain ones are already mapped; users decide the rest. */
export function AiMapping({ asked, onClose }: { asked: Asked; onClose: () => void }) {
  const { reply, failure } = useAiMapping(asked);
  return (
    <Dialog title="AI mapping" size={720} onClose={onClose}>
      {() => (
        <>
          {failure && <p role="alert">{failure}</p>}
          {!reply && !failure && <Waiting />}
          {reply && <Suggestions reply={reply} texts={asked.texts} />}
        </>
      )}
    </Dialog>
  );
}

/** Sends the request only once, because the call can map values. */
function useAiMapping({ targetId, jobIds }: Asked) {
  const call = useCall();
  const { customer } = useSession();
  const [state, setState] = useState<{ reply: Reply | null; failure: string | null }>({ reply: null, failure: null });
  const askOnce = useEffectEvent(async () => {
    const answer = await call(aiMapping, { cust: customer.id, targetId, ids: [...jobIds] });
    if (!answer.ok) return setState({ reply: null, failure: errorMessage(answer.error) });
    if (answer.value.run) longWorkNews.begun();
    setState({ reply: answer.value, failure: null });
  });
  useEffect(() => {
    // A second mount of the same dialog must not send the request again.
    const timer = setTimeout(() => void askOnce());
    return () => clearTimeout(timer);
  }, []);
  return state;
}

const engines: Record<Reply['engine'], string> = {
  ai: 'Answered by the AI endpoint. AI answers are suggestions only; the matcher mapped only values it is certain of.',
  'built-in': 'Answered by the built-in matcher: no AI endpoint is set up, or it did not respond.',
};

function Suggestions({
  reply: { engine, standIn, notice, message, results },
  texts,
}: {
  reply: Reply;
  texts: readonly number[];
}) {
  // The jobs use other texts, too.
  const found = results.filter(({ id }) => texts.includes(id));
  if (found.length === 0) return <p role="status">{messages.aiMappingEmpty}.</p>;
  return (
    <>
      <p className="muted">
        {engines[engine]}
        {standIn && ` It was a ${standInWords}.`}
      </p>
      {notice && <p role="status">{notice}</p>}
      <p role="status">{message}</p>
      <ul className="ai-results" aria-label="Suggestions">
        {found.map((one) => (
          <Suggestion key={one.id} of={one} />
        ))}
      </ul>
    </>
  );
}

/** One suggestion. Accepting saves it as the user's mapping; rejecting asks what was wrong. */
function Suggestion({ of }: { of: Suggested }) {
  const changes = useChanges();
  // A user who opts out with this answer still sees that it was sent.
  const [asks] = useState(!useFeedbackOptOut().optedOut);
  const [state, setState] = useState<'open' | 'accepted' | 'rejected'>(of.mapped ? 'accepted' : 'open');
  const accept = async () => {
    const args = { ids: [of.id], mappedId: of.externalId, certainty: of.certainty };
    const { step } = await changes.make('value.map.v1', args, () => `${of.name} → ${of.mappedName}`);
    if (step) setState('accepted');
  };
  return (
    <li>
      <div className="ai-result">
        <span>
          <span className="muted">{of.name}</span>
          <br />
          {of.mappedName}
        </span>
        <CertaintyPill value={of.certainty} />
        {state === 'accepted' && <StateBadge tone="good">Mapped</StateBadge>}
        {state === 'rejected' && <StateBadge tone="neutral">Rejected</StateBadge>}
        {state === 'open' && (
          <span className="ai-actions">
            <Button size="xs" onClick={() => void accept()}>
              Accept
            </Button>
            <Button size="xs" variant="default" onClick={() => setState('rejected')}>
              Reject
            </Button>
          </span>
        )}
      </div>
      {state !== 'open' && asks && (
        <MappingFeedbackBox key={state} rejected={state === 'rejected'} of={{ valueId: of.id, jobId: of.jobs[0] ?? null }} />
      )}
    </li>
  );
}
