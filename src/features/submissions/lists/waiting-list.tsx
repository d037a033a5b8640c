import { useState } from 'react';
import { listTargetDocuments } from '#contract/submissions/documents.ts';
import {
  decideSubmissionList,
  listSubmissionDegrees,
  listSubmissionSpecialties,
  type SubmissionWaitingList,
} from '#contract/submissions/lists.ts';
import type { SubmissionTarget } from '#contract/submissions/targets.ts';
import { listLabels } from '#domain/submissions/words.ts';
import { useSend } from '#src/entities/reply/use-save.ts';
import { errorMessage } from '#src/entities/session/error-message.ts';
import { OnlineButton } from '#src/entities/session/online-button.tsx';
import { useSession } from '#src/entities/session/session.ts';
import { ask } from '#src/ui/ask/ask.tsx';
import { Ago } from '#src/ui/format/use-format.tsx';
import { toast } from '#src/ui/toast/toasts.tsx';

const shown = 5;
const entries = [listSubmissionDegrees, listSubmissionSpecialties, listTargetDocuments];
const number = (count: number) => count.toLocaleString('en-US');

type Props = { target: SubmissionTarget; list: SubmissionWaitingList; onDecided: () => void };

/** A list that lost more than a third of its entries in a sync, with its two choices. */
export function WaitingList({ target, list, onDecided }: Props) {
  const me = useSession().customer.id;
  const send = useSend(decideSubmissionList, entries);
  const [busy, setBusy] = useState(false);
  const [all, setAll] = useState(false);
  const { kind, objectId, readAt, held, listed, removed, removedMapped, examples } = list;
  const decide = async (choice: 'apply' | 'keep') => {
    if (choice === 'apply' && (await ask(questionOf(list))) !== 'apply') return;
    setBusy(true);
    const answer = await send({ targetId: target.id, me, kind, objectId, readAt, choice });
    setBusy(false);
    onDecided();
    if (!answer.ok) return toast.error({ title: 'Nothing was decided', detail: errorMessage(answer.error) });
    toast.success({ title: choice === 'keep' ? 'Our list stays' : `${number(answer.value.removed)} entries removed` });
  };
  return (
    <div className="submission-waits">
      <div>
        <h3>{`${target.name} lists far fewer ${listLabels[kind]}`}</h3>
        <p>
          {`${number(listed)} instead of ${number(held)}, read `}
          <Ago at={readAt} />
          {`. Applying it removes ${number(removed)}, of which ${number(removedMapped)} are mapped. Until you decide, our list stays.`}
        </p>
      </div>
      <div>
        <ul>
          {examples.slice(0, all ? undefined : shown).map(({ name, isMapped }, at) => (
            <li key={`${at} ${name}`}>{isMapped ? `${name} (mapped)` : name}</li>
          ))}
        </ul>
        {examples.length > shown && !all && (
          <button type="button" className="link-button" onClick={() => setAll(true)}>
            Show more
          </button>
        )}
      </div>
      <div className="form-actions">
        <OnlineButton variant="default" loading={busy} onClick={() => void decide('keep')}>
          Keep ours
        </OnlineButton>
        <OnlineButton variant="default" loading={busy} onClick={() => void decide('apply')}>
          Apply
        </OnlineButton>
      </div>
    </div>
  );
}

const questionOf = ({ removed, removedMapped }: SubmissionWaitingList) => ({
  title: 'Apply the shorter list?',
  body: `${number(removed)} entries are removed, and the mappings of ${number(removedMapped)} with them.`,
  choices: { apply: { words: 'Apply', tone: 'danger' as const }, keep: { words: 'Cancel' } },
  safe: 'keep' as const,
});
