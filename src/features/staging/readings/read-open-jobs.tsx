import { Button } from '@mantine/core';
import { useState } from 'react';
import { messages } from '#contract/kit/messages.ts';
import { lookAtReadings, readOpenJobs } from '#contract/rules/rule-runs.ts';
import { longWorkNews } from '#src/entities/long-work/long-work-news.ts';
import { useReply } from '#src/entities/reply/use-reply.ts';
import { errorMessage } from '#src/entities/session/error-message.ts';
import { OnlineButton } from '#src/entities/session/online-button.tsx';
import { useSession } from '#src/entities/session/session.ts';
import { useCall } from '#src/entities/session/use-call.ts';
import { Dialog } from '#src/ui/dialog/dialog.tsx';
import { counted } from '#src/ui/format/format.ts';
import { Waiting } from '#src/ui/page/waiting.tsx';
import { toast } from '#src/ui/toast/toasts.tsx';
import { JobChanges } from '../actions/job-changes.tsx';
import { RunResult } from '../actions/run-result.tsx';

/** Reads shift and bill rate of all open jobs from their descriptions: what would change first, then the run, which can be undone. */
export function ReadOpenJobs({ onClose }: { onClose: () => void }) {
  const { customer } = useSession();
  const call = useCall();
  const [runId, setRunId] = useState<number | null>(null);
  const start = async () => {
    const answer = await call(readOpenJobs, { cust: customer.id });
    if (!answer.ok) return void toast.error({ title: messages.unableToProcess, detail: errorMessage(answer.error) });
    longWorkNews.begun();
    setRunId(answer.value.id);
  };
  return (
    <Dialog title="Read the open jobs" dirty={false} onClose={onClose}>
      {() =>
        runId === null ? <Look onRun={() => void start()} onClose={onClose} /> : <RunResult runId={runId} onClose={onClose} />
      }
    </Dialog>
  );
}

function Look({ onRun, onClose }: { readonly onRun: () => void; readonly onClose: () => void }) {
  const { customer } = useSession();
  const { reply, problem } = useReply(lookAtReadings, { cust: customer.id });
  if (problem !== null) return <p role="alert">{problem}</p>;
  if (!reply) return <Waiting />;
  const { changed, jobs, notCompared, rows } = reply;
  const rest = changed - rows.length;
  const none = changed === 0 && notCompared === 0;
  return (
    <div className="action-sheet">
      <p className="muted">
        If a feed gives no shift or no bill rate, both are read from the description. Values of feeds and locked values stay.
      </p>
      <p role="status">
        {none
          ? 'Nothing would change: the descriptions say what the jobs have already.'
          : `${counted(changed, 'job')} of ${(jobs - notCompared).toLocaleString('en-US')} would change.`}
        {notCompared > 0 && ` ${counted(notCompared, 'more job')} ${notCompared === 1 ? 'was' : 'were'} not compared.`}
      </p>
      {rows.length > 0 && (
        <ul aria-label="Jobs that would change">
          {rows.map((job) => (
            <JobChanges key={job.id} job={job} />
          ))}
        </ul>
      )}
      {rest > 0 && <p className="muted">and {rest.toLocaleString('en-US')} more</p>}
      <div className="action-foot">
        <OnlineButton disabled={none} onClick={onRun} data-autofocus>
          {none ? 'Nothing to read' : `Read ${counted(jobs, 'open job')}`}
        </OnlineButton>
        <Button variant="default" onClick={onClose}>
          Cancel
        </Button>
        {!none && <p className="muted">You can undo the run as a whole.</p>}
      </div>
    </div>
  );
}
