import { TextInput } from '@mantine/core';
import { useEffect, useState } from 'react';
import type { JobRow, PostReceipt } from '#contract/jobs.ts';
import { decidePost } from '#contract/posting.ts';
import type { TargetRow } from '#contract/rows.ts';
import { receiptFor } from '#domain/posting/receipts.ts';
import { useGridClient, useGridNews } from '#src/entities/job/use-job-grid.ts';
import { wordsOf } from '#src/entities/session/failure-words.ts';
import { OnlineButton } from '#src/entities/session/online-button.tsx';
import { useSession } from '#src/entities/session/session.ts';
import { useCall } from '#src/entities/session/use-call.ts';
import { ask } from '#src/ui/dialog/ask.tsx';
import { counted } from '#src/ui/format/format.ts';
import { Ago } from '#src/ui/format/use-format.tsx';
import { toast } from '#src/ui/toast/toasts.tsx';

const shownAtMost = 50;

type Doubt = { job: JobRow; receipt: PostReceipt };

/** Posts whose fate nobody but a person can tell, read from this device. */
function useDoubts(targetId: number): readonly Doubt[] {
  const client = useGridClient();
  const news = useGridNews(client);
  const version = news?.ready ? news.version : null;
  const [doubts, setDoubts] = useState<readonly Doubt[]>([]);
  useEffect(() => {
    if (version === null) return;
    let stale = false;
    client
      .jobsWhere({ kind: 'equals', column: 'postState', text: 'human' }, shownAtMost)
      .then((jobs) => {
        if (!stale) setDoubts(jobs.flatMap((job) => doubtOf(job, targetId)));
        return undefined;
      })
      // A worker that died is started anew and speaks again.
      .catch(() => undefined);
    return () => {
      stale = true;
    };
  }, [client, version, targetId]);
  return doubts;
}

function doubtOf(job: JobRow, targetId: number): Doubt[] {
  const receipt = receiptFor(job, targetId);
  return receipt?.state === 'human' ? [{ job, receipt }] : [];
}

/** Each post in doubt with the choice that settles it. Nothing is sent twice by itself. */
export function PostsInDoubt({ row, onDecided }: { row: TargetRow; onDecided: () => void }) {
  const doubts = useDoubts(row.id);
  if (doubts.length === 0) return null;
  return (
    <section className="card target-card target-doubts" aria-labelledby="target-doubts">
      <h2 id="target-doubts">{counted(doubts.length, 'post')} in doubt</h2>
      <p className="muted">
        The call to {row.name} broke off and the job was not found there. Look for the reference in {row.name}, then choose.
      </p>
      <ul>
        {doubts.map(({ job, receipt }) => (
          <DoubtLine key={job.id} job={job} receipt={receipt} target={row} onDecided={onDecided} />
        ))}
      </ul>
    </section>
  );
}

type ChoiceProps = { job: JobRow; target: TargetRow; onDecided: () => void };

function DoubtLine({ job, receipt, target, onDecided }: ChoiceProps & Doubt) {
  const { may } = useSession();
  return (
    <li className="target-doubt">
      <div>
        <strong>
          {job.providerJobId} {job.title}
        </strong>
        <p className="muted">
          {job.facility} · Reference <span className="mono">{receipt.reference}</span> · <Ago at={receipt.at} />
        </p>
      </div>
      {may('jobs.post') && <Choice job={job} target={target} onDecided={onDecided} />}
    </li>
  );
}

function Choice({ job, target, onDecided }: ChoiceProps) {
  const cust = useSession().customer.id;
  const call = useCall();
  const [externalId, setExternalId] = useState('');
  const [problem, setProblem] = useState<string | null>(null);
  const [busy, setBusy] = useState(false);
  const decide = async (choice: 'there' | 'again') => {
    setBusy(true);
    const id = choice === 'there' ? { externalId: externalId.trim() } : {};
    const answer = await call(decidePost, { cust, target: target.id, job: job.id, choice, ...id });
    setBusy(false);
    if (!answer.ok) return setProblem(wordsOf(answer.error));
    onDecided();
    toast.success({
      title: choice === 'there' ? `${job.providerJobId} stands in ${target.name}` : `${job.providerJobId} is sent again`,
    });
  };
  const again = async () => {
    const choice = await ask({
      title: `Send ${job.providerJobId} again?`,
      body: `If ${target.name} holds it after all, it will stand there twice.`,
      choices: { again: { words: 'Send again', tone: 'danger' }, no: { words: 'Keep it in doubt' } },
      safe: 'no',
    });
    if (choice === 'again') await decide('again');
  };
  return (
    <div className="target-doubt-deeds">
      <TextInput
        size="xs"
        aria-label={`Id of ${job.providerJobId} in ${target.name}`}
        placeholder={`Its id in ${target.name}`}
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
        It is there
      </OnlineButton>
      <OnlineButton size="xs" variant="default" color="red" onClick={() => void again()}>
        Send again
      </OnlineButton>
    </div>
  );
}
