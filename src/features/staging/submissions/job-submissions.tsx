import './job-submissions.css';
import { Link } from 'react-router-dom';
import type { JobRow } from '#contract/rows/jobs.ts';
import { listSubmissions, type Submission } from '#contract/submissions/submissions.ts';
import { submissionAvailable } from '#domain/staging/submission-available.ts';
import { whyNoSubmissions } from '#domain/staging/takes-submissions.ts';
import { isLive, stateLabels } from '#domain/submissions/words.ts';
import { useReply } from '#src/entities/reply/use-reply.ts';
import { useSession } from '#src/entities/session/session.ts';
import { stateTones } from '#src/entities/submission/submission-labels.ts';
import { counted } from '#src/ui/format/format.ts';
import { Ago } from '#src/ui/format/use-format.tsx';
import { CutNote } from '#src/ui/list/cut-note.tsx';
import { StateBadge } from '#src/ui/mark/state-badge.tsx';
import { Waiting } from '#src/ui/page/waiting.tsx';
import { pathTo } from '#src/ui/screen/path-to.ts';

/** The caregivers that were put forward for a job, newest first. */
export function JobSubmissions({ job }: { job: JobRow }) {
  const me = useSession().customer.id;
  const answer = useReply(
    listSubmissions,
    { me, jobId: job.id },
    { since: String(job.submissions ?? 0), again: ({ rows }) => rows.some(({ state }) => underway.has(state)) },
  );
  const { reply, problem } = answer;
  const others = (job.submissions ?? 0) - (reply?.rows ?? []).filter(({ state }) => isLive(state)).length;
  return (
    <div className="job-submissions">
      <p className="muted">{whyNoSubmissions(job) ?? takenWords(job)}</p>
      {problem !== null && <p role="alert">{problem}</p>}
      {!reply && problem === null && <Waiting />}
      {reply?.rows.length === 0 && others <= 0 && <p className="muted">No caregiver was put forward for this job yet.</p>}
      <ul aria-label="Submissions">
        {reply?.rows.map((row) => (
          <Line key={row.id} row={row} />
        ))}
      </ul>
      {reply && others > 0 && reply.total === reply.rows.length && (
        <p className="muted">{`${counted(others, 'submission')} of other people`}</p>
      )}
      {reply && <CutNote of={reply} noun="submission" />}
    </div>
  );
}

const underway: ReadonlySet<Submission['state']> = new Set(['wanted', 'sending', 'unknown']);

/** How many submissions the vendor takes, in words. */
function takenWords({ submissionLimit }: JobRow): string {
  const { count } = submissionAvailable(submissionLimit);
  return count === null ? 'The vendor takes submissions for this job.' : `The vendor takes ${counted(count, 'submission')}.`;
}

function Line({ row: { id, jobId, caregiverId, state, isError, status, contact, created, to, errorText } }: { row: Submission }) {
  return (
    <li>
      <p className="job-submission-head">
        <Link to={pathTo('/submissions', {}, { job: jobId, open: `submission:${id}` })}>{`Caregiver ${caregiverId}`}</Link>
        <StateBadge tone={isError ? 'bad' : stateTones[state]}>{stateLabels[state]}</StateBadge>
        {status !== stateLabels[state] && <span>{status}</span>}
      </p>
      <p className="muted">
        {`To ${to}, by ${contact === '' ? 'the ATS' : contact}, `}
        <Ago at={created} />
      </p>
      {errorText !== '' && <p data-tone="bad">{errorText}</p>}
    </li>
  );
}
