import './job-submissions.css';
import { useMemo } from 'react';
import { Link } from 'react-router-dom';
import type { JobRow } from '#contract/rows/jobs.ts';
import { submissionAvailable } from '#domain/staging/submission-available.ts';
import { whyNoSubmissions } from '#domain/staging/takes-submissions.ts';
import { isLive, stateLabels } from '#domain/submissions/words.ts';
import { stateTones } from '#src/entities/submission/submission-labels.ts';
import { type HeldSubmission, useSubmissions } from '#src/entities/submission/use-submissions.ts';
import { counted } from '#src/ui/format/format.ts';
import { Ago } from '#src/ui/format/use-format.tsx';
import { CutNote } from '#src/ui/list/cut-note.tsx';
import { StateBadge } from '#src/ui/mark/state-badge.tsx';
import { Waiting } from '#src/ui/page/waiting.tsx';
import { pathTo } from '#src/ui/screen/path-to.ts';

/** The caregivers that were put forward for a job, newest first: the rows of this device, so that each change shows at once. */
export function JobSubmissions({ job }: { job: JobRow }) {
  const { ready, submissions } = useSubmissions();
  const rows = useMemo(() => ofJob(submissions, job.id), [submissions, job.id]);
  const others = (job.submissions ?? 0) - rows.filter(({ id, state }) => id > 0 && isLive(state)).length;
  return (
    <div className="job-submissions">
      <p className="muted">{whyNoSubmissions(job) ?? takenWords(job)}</p>
      {!ready && <Waiting />}
      {ready && rows.length === 0 && others <= 0 && <p className="muted">No caregiver was put forward for this job yet.</p>}
      <ul aria-label="Submissions">
        {rows.slice(0, mostShown).map((row) => (
          <Line key={row.id} row={row} />
        ))}
      </ul>
      {ready && others > 0 && <p className="muted">{`${counted(others, 'submission')} of other people`}</p>}
      {ready && rows.length > mostShown && (
        <CutNote of={{ rows: rows.slice(0, mostShown), total: rows.length }} noun="submission" />
      )}
    </div>
  );
}

const mostShown = 100;

const ofJob = (submissions: readonly HeldSubmission[], jobId: number): readonly HeldSubmission[] =>
  submissions.filter((row) => row.jobId === jobId).toSorted((one, other) => other.created.localeCompare(one.created));

/** How many submissions the vendor takes, in words. */
function takenWords({ submissionLimit }: JobRow): string {
  const { count } = submissionAvailable(submissionLimit);
  return count === null ? 'The vendor takes submissions for this job.' : `The vendor takes ${counted(count, 'submission')}.`;
}

function Line({
  row: { id, jobId, caregiverId, state, isError, status, contact, created, to, errorText },
}: {
  row: HeldSubmission;
}) {
  return (
    <li>
      <p className="job-submission-head">
        <Link
          to={pathTo('/submissions', {}, { job: jobId, ...(id > 0 && { open: `submission:${id}` }) })}
        >{`Caregiver ${caregiverId}`}</Link>
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
