import { Button } from '@mantine/core';
import { useEffect, useState } from 'react';
import type { ReplyOf } from '#contract/kit/endpoint.ts';
import type { JobRow } from '#contract/rows/jobs.ts';
import { readJobHistory } from '#contract/staging/staging.ts';
import { wordsOf } from '#src/entities/session/failure-words.ts';
import { useCall } from '#src/entities/session/use-call.ts';
import { keepCached, readCached } from '#src/store/cached.ts';
import { useLocalStore } from '#src/sync/hooks/local-store.ts';
import { Ago } from '#src/ui/format/use-format.tsx';
import { Waiting } from '#src/ui/page/waiting.tsx';
import { historyLine } from './history-words.ts';

type Lines = ReplyOf<typeof readJobHistory>;
type Answer = {
  readonly lines: Lines | null;
  readonly at: string | null;
  readonly failure: string | null;
};

/** Who or what changed the job, the newest first; without a connection the last answer with its age. */
export function JobHistory({ job }: { job: JobRow }) {
  const [tries, setTries] = useState(0);
  // A newer job, or another try, asks again.
  return <Asked key={`${job.id}/${job.changedAt}/${tries}`} job={job} onAgain={() => setTries(tries + 1)} />;
}

function Asked({ job, onAgain }: { job: JobRow; onAgain: () => void }) {
  const answer = useHistory(job.id);
  if (!answer) return <Waiting />;
  const { lines, at, failure } = answer;
  return (
    <div className="job-history">
      {failure && (
        <p className="muted">
          {lines ? (
            <>
              As of <Ago at={at} />.{' '}
            </>
          ) : null}
          {failure}{' '}
          <Button size="compact-xs" variant="default" onClick={onAgain}>
            Retry
          </Button>
        </p>
      )}
      {lines?.length === 0 && <p className="muted">No changes since the job was collected.</p>}
      <ol>
        {lines?.map((line) => (
          <li key={line.id}>
            <span className={`history-how is-${line.how}`}>{line.how}</span>
            <span className="history-words">{historyLine(line)}</span>
            <span className="muted">
              {line.who} · <Ago at={line.at} />
            </span>
          </li>
        ))}
      </ol>
    </div>
  );
}

/** The history as the device knows it, then as the service says it. */
function useHistory(id: number): Answer | null {
  const { store } = useLocalStore();
  const call = useCall();
  const [answer, setAnswer] = useState<Answer | null>(null);
  useEffect(() => {
    let stale = false;
    const key = `job-history/${id}`;
    const show = (next: Answer) => !stale && setAnswer(next);
    const ask = async () => {
      const kept = await readCached(store, key);
      const parsed = readJobHistory.reply.safeParse(kept?.reply);
      const known = parsed.success ? parsed.data : null;
      if (known) show({ lines: known, at: kept?.at ?? null, failure: null });
      const asked = await call(readJobHistory, { cust: store.key.customerId, jobId: id });
      if (!asked.ok) return show({ lines: known, at: kept?.at ?? null, failure: wordsOf(asked.error) });
      show({ lines: asked.value, at: null, failure: null });
      await keepCached(store, key, asked.value);
    };
    void ask();
    return () => {
      stale = true;
    };
  }, [store, call, id]);
  return answer;
}
