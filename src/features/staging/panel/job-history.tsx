import { Button } from '@mantine/core';
import type { JobRow } from '#contract/rows/jobs.ts';
import { readJobHistory } from '#contract/staging/staging.ts';
import { useReply } from '#src/entities/reply/use-reply.ts';
import { useSession } from '#src/entities/session/session.ts';
import { Ago } from '#src/ui/format/use-format.tsx';
import { CutNote } from '#src/ui/list/cut-note.tsx';
import { AsOf } from '#src/ui/page/answered.tsx';
import { Waiting } from '#src/ui/page/waiting.tsx';
import { historyLine } from './history-labels.ts';

/** Changes of the job, newest first. Offline, it shows the last response with its age. */
export function JobHistory({ job }: { job: JobRow }) {
  const { customer } = useSession();
  const answer = useReply(readJobHistory, { cust: customer.id, jobId: job.id }, { since: job.changedAt });
  const { reply, problem, refresh } = answer;
  if (!reply && problem === null) return <Waiting />;
  return (
    <div className="job-history">
      <AsOf {...answer} />
      {problem !== null && (
        <Button size="compact-xs" variant="default" onClick={refresh}>
          Try again
        </Button>
      )}
      {reply?.total === 0 && <p className="muted">No changes since the job was collected.</p>}
      <ol>
        {reply?.rows.map((line) => (
          <li key={line.id}>
            <span className={`history-how is-${line.how}`}>{line.how}</span>
            <span className="history-words">{historyLine(line)}</span>
            <span className="muted">
              {line.who} · <Ago at={line.at} />
            </span>
          </li>
        ))}
      </ol>
      {reply && <CutNote of={reply} noun="change" />}
    </div>
  );
}
