import { Button } from '@mantine/core';
import { useState } from 'react';
import { Link } from 'react-router-dom';
import type { JobRow } from '#contract/rows/jobs.ts';
import type { TargetRow } from '#contract/rows/rows.ts';
import type { FoundJob, JobStep } from '#contract/staging/find-job.ts';
import { jobHeader } from '#domain/staging/job-header.ts';
import { jobWay } from '#domain/staging/job-way.ts';
import { useSameOrders } from '#src/entities/job/use-same-orders.ts';
import { useFlexMapping } from '#src/entities/posting/use-flex-mapping.ts';
import { useRateFloor } from '#src/entities/posting/use-rate-floor.ts';
import { useSession } from '#src/entities/session/session.ts';
import { counted } from '#src/ui/format/format.ts';
import { pathTo } from '#src/ui/screen/path-to.ts';
import { JobOrigin } from '../panel/job-origin.tsx';
import { useJobValues } from '../panel/use-job-values.ts';
import { WayStep } from '../receipt/way-step.tsx';

/** A job as this device knows it, with its way. */
export function DeviceJob({ job, target }: { job: JobRow; target: TargetRow | null }) {
  const { values, nameOf } = useJobValues(job, target);
  const { orders } = useSameOrders(job.id);
  const { floor } = useRateFloor();
  const flex = useFlexMapping(target?.id);
  const ground = { target, values, nameOf, ruledAt: null, mappedAt: null, sent: null, keptBy: null, floor, flex, others: orders };
  const { id, providerJobId, source, title, taskId } = job;
  const steps = jobWay(job, ground);
  return (
    <FoundCard found={{ kind: 'job', id, providerJobId, source, title, taskId, mailId: null, header: jobHeader(job), steps }} />
  );
}

/** What the form of a ticket gets of what was found. */
const supportOf = ({ kind, id, taskId }: FoundJob): Record<string, number> => ({
  ...(kind === 'job' && id !== null && { job: id }),
  ...(taskId !== null && { task: taskId }),
});

/** What was found, what became of it, and its way stage by stage. */
export function FoundCard({ found }: { found: FoundJob }) {
  const { customer, may } = useSession();
  const { kind, id, providerJobId, source, title, header, taskId, mailId, steps } = found;
  const name = providerJobId || String(id);
  return (
    <li className="card find-job-card">
      <header>
        <h2>
          <b>{name}</b> {header}
        </h2>
        <p className="muted">{[title, source].filter(Boolean).join(' · ')}</p>
        <nav className="find-job-ways" aria-label={`Where to go for ${name}`}>
          {kind === 'job' && id !== null && (
            <Button
              component={Link}
              size="compact-sm"
              variant="default"
              to={pathTo('/staging/:pg?/:all?', {}, { view: 'all', open: `job:${id}` })}
            >
              Open in Staging
            </Button>
          )}
          {mailId !== null && may('tasks.read') && (
            <Link to={pathTo('/history', {}, { open: `mail:${customer.id}-${mailId}` })}>Open the email</Link>
          )}
          {taskId !== null && may('tasks.read') && <Link to={pathTo('/edittask/:id/:c?', { id: taskId })}>Open its task</Link>}
          <Link to={pathTo('/support', {}, supportOf(found))}>Ask support about it</Link>
        </nav>
      </header>
      <ol className="way">
        {steps.map((step) => (
          <Step key={step.stage} step={step} jobId={kind === 'job' ? id : null} />
        ))}
      </ol>
    </li>
  );
}

const stages: Readonly<Record<JobStep['stage'], string>> = {
  collected: 'Collected',
  ruled: 'Rules',
  mapped: 'Mapped',
  posted: 'Posted',
  answered: 'ATS answer',
};

function Step({ step: { stage, state, at, text, values }, jobId }: { step: JobStep; jobId: number | null }) {
  return (
    <WayStep title={stages[stage]} state={state} at={at} text={text}>
      {values.length > 0 && <Values values={values} />}
      {stage === 'collected' && jobId !== null && <Record jobId={jobId} />}
    </WayStep>
  );
}

const Values = ({ values }: { values: JobStep['values'] }) => (
  <details>
    <summary>{counted(values.length, 'value')}</summary>
    <dl className="find-job-values">
      {values.map(({ label, value }, i) => (
        <div key={`${i} ${label}`}>
          <dt>{label}</dt>
          <dd>{value}</dd>
        </div>
      ))}
    </dl>
  </details>
);

/** The vendor's own record, read from the kept file on request. */
function Record({ jobId }: { jobId: number }) {
  const [open, setOpen] = useState(false);
  if (open) return <JobOrigin job={{ id: jobId, changedAt: '' }} />;
  return (
    <button type="button" className="link-button" onClick={() => setOpen(true)}>
      Show the vendor’s record
    </button>
  );
}
