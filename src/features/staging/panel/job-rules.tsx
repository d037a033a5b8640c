import { Button } from '@mantine/core';
import { useState } from 'react';
import { Link } from 'react-router-dom';
import type { JobRow } from '#contract/rows/jobs.ts';
import { reprocessJobs } from '#contract/rules/rule-runs.ts';
import { fieldKeyed } from '#domain/fields/catalogue.ts';
import { textOf } from '#domain/fields/values.ts';
import { applyRules } from '#domain/rules/apply-rules.ts';
import type { Around } from '#domain/rules/derived-values.ts';
import { preparationOn } from '#domain/rules/grounds.ts';
import { valueIn } from '#domain/rules/job-run.ts';
import { type Moment, prepareRules } from '#domain/rules/prepare-rules.ts';
import { TraceView } from '#src/entities/rule/trace-view.tsx';
import { useRuleGrounds } from '#src/entities/rule/use-rule-grounds.ts';
import { useRules } from '#src/entities/rule/use-rules.ts';
import { errorMessage } from '#src/entities/session/error-message.ts';
import { OnlineButton } from '#src/entities/session/online-button.tsx';
import { useSession } from '#src/entities/session/session.ts';
import { useCall } from '#src/entities/session/use-call.ts';
import { EmptyState } from '#src/ui/page/empty-state.tsx';
import { Waiting } from '#src/ui/page/waiting.tsx';
import { pathTo } from '#src/ui/screen/path-to.ts';
import { toast } from '#src/ui/toast/toasts.tsx';

/** What rules wrote into this job, and what each rule would do with it now. Calculated on this device. */
export function JobRules({ job }: { job: JobRow }) {
  const { may } = useSession();
  const { ready, rows } = useRules();
  const grounds = useRuleGrounds();
  const [moment, setMoment] = useState<Moment>('collection');
  if (!ready) return <Waiting />;
  const rules = rows.filter(({ deleted }) => !deleted);
  if (rules.length === 0) return <EmptyState kind="first-use" title="No rules yet" />;
  const prepared = prepareRules(rules, preparationOn(grounds, moment));
  const { trace } = applyRules(job, prepared, { trace: true });
  return (
    <div className="job-rules">
      <Written job={job} around={prepared} />
      <div className="job-rules-head">
        <h3>{moment === 'collection' ? 'Data collection rules' : 'Export rules'}</h3>
        <Button size="compact-xs" variant="default" onClick={() => setMoment(moment === 'collection' ? 'export' : 'collection')}>
          {moment === 'collection' ? 'Show export rules' : 'Show collection rules'}
        </Button>
        {may('rules.test') && <RunAgain job={job} />}
      </div>
      <TraceView trace={trace} />
    </div>
  );
}

/** Fields that a rule set: which rule, in which version, and the value before. */
function Written({ job, around }: { job: JobRow; around: Around }) {
  const written = Object.entries(job.ruled);
  if (written.length === 0) return <p className="muted">No rules changed this job.</p>;
  return (
    <ul className="job-ruled">
      {written.map(([key, { ruleId, version, was }]) => (
        <li key={key}>
          {fieldKeyed(key)?.label ?? key}: <del>{textOf(was, fieldKeyed(key)) || '—'}</del> →{' '}
          <ins>{textOf(valueIn(job, key, around), fieldKeyed(key)) || '—'}</ins>{' '}
          <Link to={pathTo('/custrules/:id?', { id: ruleId })}>
            rule {ruleId}, version {version}
          </Link>
        </li>
      ))}
    </ul>
  );
}

/** Runs the rules on this job again, on the service. */
function RunAgain({ job }: { job: JobRow }) {
  const { customer } = useSession();
  const call = useCall();
  const run = async () => {
    const answer = await call(reprocessJobs, { cust: customer.id, mode: 1, ids: [job.id] });
    if (answer.ok) toast.info({ title: 'Rules are running on this job again', detail: 'Changes arrive with the next sync.' });
    else toast.error({ title: 'Rules did not run', detail: errorMessage(answer.error) });
  };
  return (
    <OnlineButton size="compact-xs" variant="default" onClick={() => void run()}>
      Run rules again
    </OnlineButton>
  );
}
