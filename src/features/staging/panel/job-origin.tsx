import './job-origin.css';
import { Link } from 'react-router-dom';
import { readJobOrigin } from '#contract/collecting/runs.ts';
import type { JobRow } from '#contract/rows/jobs.ts';
import { useReply } from '#src/entities/reply/use-reply.ts';
import { useSession } from '#src/entities/session/session.ts';
import { Ago } from '#src/ui/format/use-format.tsx';
import { AsOf } from '#src/ui/page/answered.tsx';
import { Waiting } from '#src/ui/page/waiting.tsx';
import { pathTo } from '#src/ui/screen/path-to.ts';

type Props = {
  readonly job: Pick<JobRow, 'id' | 'changedAt'>;
  /** A line of its history, to show what that was read from. */
  readonly line?: number;
};

/** The very record of the vendor's file that the job was last read from. Files are kept for 30 days. */
export function JobOrigin({ job, line }: Props) {
  const { customer, may } = useSession();
  const args = { cust: customer.id, job: job.id, ...(line !== undefined && { line }) };
  const answer = useReply(readJobOrigin, args, { since: job.changedAt });
  const { reply, problem } = answer;
  if (!reply && problem === null) return <Waiting />;
  if (!reply) return <AsOf {...answer} />;
  const { fetchedAt, fileName, taskId, mailId, record, values } = reply;
  if (mailId !== null) {
    return (
      <p className="muted">
        Job {record.toLocaleString('en-US')} of{' '}
        {may('tasks.read') ? (
          <Link to={pathTo('/history', {}, { open: `mail:${customer.id}-${mailId}` })}>{fileName || 'an email'}</Link>
        ) : (
          'an email'
        )}{' '}
        that came <Ago at={fetchedAt} />.
      </p>
    );
  }
  return (
    <div className="job-origin">
      <p className="muted">
        Record {record.toLocaleString('en-US')} of {fileName ?? 'the file'} that{' '}
        {taskId !== null && may('tasks.read') ? (
          <Link to={pathTo('/edittask/:id/:c?', { id: taskId })}>its task</Link>
        ) : (
          'Jobdock'
        )}{' '}
        read <Ago at={fetchedAt} />.
      </p>
      <dl>
        {values.map(({ column, value }) => (
          <div key={column}>
            <dt>{column}</dt>
            <dd>{value}</dd>
          </div>
        ))}
      </dl>
    </div>
  );
}
