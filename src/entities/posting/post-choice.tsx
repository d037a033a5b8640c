import './post-choice.css';
import { TextInput } from '@mantine/core';
import { useState } from 'react';
import { decidePost } from '#contract/posting/posting.ts';
import type { JobRow } from '#contract/rows/jobs.ts';
import type { TargetRow } from '#contract/rows/rows.ts';
import { errorMessage } from '#src/entities/session/error-message.ts';
import { OnlineButton } from '#src/entities/session/online-button.tsx';
import { useSession } from '#src/entities/session/session.ts';
import { useCall } from '#src/entities/session/use-call.ts';
import { ask } from '#src/ui/ask/ask.tsx';
import { toast } from '#src/ui/toast/toasts.tsx';
import { useUnsavedWork } from '#src/ui/unsaved/unsaved-work.ts';

type PostChoiceProps = {
  readonly job: JobRow;
  readonly target: TargetRow;
  readonly onDecided?: () => void;
};

/** Lets the user resolve a doubtful or refused post: enter its ATS id, or send it again. */
export function PostChoice({ job, target, onDecided }: PostChoiceProps) {
  const cust = useSession().customer.id;
  const call = useCall();
  const [externalId, setExternalId] = useState('');
  const [problem, setProblem] = useState<string | null>(null);
  const [busy, setBusy] = useState(false);
  useUnsavedWork(externalId.trim() !== '', { what: `the ${target.name} ID of ${job.providerJobId}` });
  const decide = async (choice: 'there' | 'again') => {
    setBusy(true);
    const id = choice === 'there' ? { externalId: externalId.trim() } : {};
    const answer = await call(decidePost, { cust, target: target.id, job: job.id, choice, ...id });
    setBusy(false);
    if (!answer.ok) return setProblem(errorMessage(answer.error));
    setExternalId('');
    onDecided?.();
    toast.success({
      title: choice === 'there' ? `${job.providerJobId} confirmed in ${target.name}` : `${job.providerJobId} queued to resend`,
    });
  };
  const again = async () => {
    const choice = await ask({
      title: `Resend ${job.providerJobId}?`,
      body: `If the job is already in ${target.name}, this creates a duplicate.`,
      choices: { again: { words: 'Resend', tone: 'danger' }, no: { words: 'Cancel' } },
      safe: 'no',
    });
    if (choice === 'again') await decide('again');
  };
  return (
    <div className="post-choice">
      <TextInput
        size="xs"
        aria-label={`${target.name} ID of ${job.providerJobId}`}
        placeholder={`${target.name} ID`}
        value={externalId}
        error={problem}
        onChange={(event) => {
          setExternalId(event.currentTarget.value);
          setProblem(null);
        }}
      />
      <OnlineButton
        size="xs"
        variant="default"
        loading={busy}
        disabled={externalId.trim() === ''}
        onClick={() => void decide('there')}
      >
        Confirm posted
      </OnlineButton>
      <OnlineButton size="xs" variant="default" color="red" onClick={() => void again()}>
        Resend
      </OnlineButton>
    </div>
  );
}
