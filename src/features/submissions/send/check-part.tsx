import { useState } from 'react';
import { Link } from 'react-router-dom';
import { messages } from '#contract/kit/messages.ts';
import { previewPacket } from '#contract/submissions/packet.ts';
import {
  checkBeforeSending,
  listSubmissionStatuses,
  listSubmissions,
  sendSubmission,
} from '#contract/submissions/submissions.ts';
import { stateLabels } from '#domain/submissions/words.ts';
import { usePdf } from '#src/entities/billing/use-pdf.ts';
import { useReply } from '#src/entities/reply/use-reply.ts';
import { useSend } from '#src/entities/reply/use-save.ts';
import { errorMessage } from '#src/entities/session/error-message.ts';
import { OnlineButton } from '#src/entities/session/online-button.tsx';
import { Answered } from '#src/ui/page/answered.tsx';
import { SettingsPart } from '#src/ui/page/settings-page.tsx';
import { pathTo } from '#src/ui/screen/path-to.ts';
import { toast } from '#src/ui/toast/toasts.tsx';
import { CheckFacts } from './check-facts.tsx';
import { DictionaryChoices } from './dictionary-choices.tsx';
import { type Asked, chosenAmong } from './send-request.ts';

type Props = { name: string; asked: Asked; onSent: () => void };

/** Checks a submission before anything leaves, shows what is to be solved, and sends it. */
export function CheckPart({ name, asked: request, onSent }: Props) {
  const [choices, setChoices] = useState<Asked['choices']>([]);
  const asked = { ...request, choices };
  const answer = useReply(checkBeforeSending, asked, { keepsPrevious: true });
  const sending = useSending(asked, onSent);
  return (
    <SettingsPart title={`Check of ${name}`} about="Nothing has left yet.">
      <Answered answer={answer} what="The results of the check">
        {(check) => (
          <div className="send-check" ref={reveal} tabIndex={-1}>
            {check.problems.length === 0 ? (
              <p data-tone="good">Nothing is missing.</p>
            ) : (
              <ul className="send-problems" aria-label="To solve first">
                {check.problems.map((problem) => (
                  <li key={problem}>{problem}</li>
                ))}
              </ul>
            )}
            <CheckFacts check={check} asked={asked} onAdded={answer.refresh} />
            {check.dictionaries.length > 0 && (
              <DictionaryChoices
                dictionaries={check.dictionaries}
                onChoose={(objectId, entryId) => setChoices(chosenAmong(choices, objectId, entryId))}
              />
            )}
            {sending.problem !== null && (
              <p role="alert" data-tone="bad">
                {sending.problem}
              </p>
            )}
            <div className="form-actions">
              <OnlineButton loading={sending.busy} disabled={check.problems.length > 0} onClick={() => void sending.send()}>
                {`Submit ${name}`}
              </OnlineButton>
              <OnlineButton variant="default" onClick={answer.refresh}>
                Check again
              </OnlineButton>
              {check.documents.length > 0 && <PreviewPacket asked={request} />}
              {check.problems.length > 0 && (
                <Link to={pathTo('/submissionmapping', {}, { source: check.fromId, to: check.toId })}>Mapping</Link>
              )}
            </div>
          </div>
        )}
      </Answered>
    </SettingsPart>
  );
}

/** Saves the documents that would go along, behind a cover, as one PDF. It is made for this and kept nowhere. */
function PreviewPacket({ asked }: { asked: Asked }) {
  const save = usePdf(previewPacket);
  const [busy, setBusy] = useState(false);
  const preview = async () => {
    setBusy(true);
    await save(asked);
    setBusy(false);
  };
  return (
    <OnlineButton variant="default" loading={busy} onClick={() => void preview()}>
      Preview packet
    </OnlineButton>
  );
}

/** Brings the check to the person who chose a caregiver: it is below a list that may be longer than the screen. */
function reveal(check: HTMLElement | null): void {
  check?.scrollIntoView({ block: 'center' });
  check?.focus({ preventScroll: true });
}

/** Sends the submission once. A refusal says whose it is, or why nothing was made. */
function useSending(asked: Asked, onSent: () => void) {
  const call = useSend(sendSubmission, [listSubmissions, listSubmissionStatuses, checkBeforeSending]);
  const [busy, setBusy] = useState(false);
  const [problem, setProblem] = useState<string | null>(null);
  const send = async () => {
    setBusy(true);
    setProblem(null);
    const answer = await call(asked);
    setBusy(false);
    if (!answer.ok) return setProblem(problemOf(answer.error));
    toast.success({ title: answer.value.message, detail: `Submission ${answer.value.id}` });
    onSent();
  };
  return { send, busy, problem };
}

type Refused = Parameters<typeof errorMessage>[0];

function problemOf(error: Refused): string {
  if (error.kind === 'conflict') {
    const found = sendSubmission.conflict?.safeParse(error.current);
    if (found?.success) {
      const { by, id, state } = found.data as { by: string; id: number; state: keyof typeof stateLabels };
      return `${by === '' ? 'The ATS' : by} put this caregiver forward there already: submission ${id}, ${stateLabels[state].toLowerCase()}.`;
    }
  }
  // Without an answer it may have been made. The service makes one, however often it is asked.
  const isUnknown = error.kind === 'timeout' || error.kind === 'server';
  return isUnknown
    ? `${errorMessage(error)} The submission may have been made: look at the list of submissions before you submit again.`
    : `${messages.submissionNotCreated}. ${errorMessage(error)}`;
}
