import { Button, TextInput } from '@mantine/core';
import { useState } from 'react';
import { useSearchParams } from 'react-router-dom';
import type { JobRow } from '#contract/rows/jobs.ts';
import type { TargetRow } from '#contract/rows/rows.ts';
import { findJob as findJobCall, mostFound } from '#contract/staging/find-job.ts';
import { pickable } from '#domain/targets/target-kinds.ts';
import { findJobs } from '#src/entities/job/find-job.ts';
import { useFieldNames } from '#src/entities/label/use-field-names.ts';
import { useTarget } from '#src/entities/mapping/use-target.ts';
import { useReply } from '#src/entities/reply/use-reply.ts';
import { useSession } from '#src/entities/session/session.ts';
import { useCollection } from '#src/sync/hooks/use-collection.ts';
import { useWatched } from '#src/sync/hooks/use-watched.ts';
import { requiredLabel } from '#src/ui/form/fields.tsx';
import { ReferenceField } from '#src/ui/form/reference-field.tsx';
import { submitting } from '#src/ui/form/submitting.ts';
import { AsOf } from '#src/ui/page/answered.tsx';
import { EmptyState } from '#src/ui/page/empty-state.tsx';
import { PageHeader } from '#src/ui/page/page-header.tsx';
import { Waiting } from '#src/ui/page/waiting.tsx';
import { DeviceJob, FoundCard } from './found-card.tsx';
import './find-job.css';

/** What is searched, as in the address: an ID, in one source or all (null), on its way to a target or to the first (null). */
type Wanted = { readonly jobId: string; readonly sourceId: number | null; readonly targetId: number | null };

const idIn = (text: string | null): number | null => (text !== null && /^[1-9]\d{0,9}$/.test(text) ? Number(text) : null);

/** `/findJob`: what became of a job, and of what never became one. */
export function FindJob() {
  const [params, setParams] = useSearchParams();
  const { ready, rows: targets } = useCollection('target');
  const wanted: Wanted = {
    jobId: params.get('job')?.trim() ?? '',
    sourceId: idIn(params.get('source')),
    targetId: idIn(params.get('target')),
  };
  const { target } = useTarget(wanted.targetId);
  const search = ({ jobId, sourceId, targetId }: Wanted) =>
    setParams({ job: jobId, ...(sourceId && { source: String(sourceId) }), ...(targetId && { target: String(targetId) }) });
  return (
    <section className="page find-job" aria-labelledby="page-title">
      <PageHeader title="Find job" />
      <Ask key={params.toString()} wanted={wanted} target={target} targets={targets} onSearch={search} />
      {wanted.jobId === '' && <NotAsked />}
      {wanted.jobId !== '' && !ready && <Waiting />}
      {wanted.jobId !== '' && ready && <Found wanted={wanted} target={target} />}
    </section>
  );
}

const NotAsked = () => (
  <EmptyState kind="first-use" title="What became of a job?">
    <p>
      Enter its ID at the vendor, in the ATS, or in Jobdock. You see how far it came and what stopped it. Refused rows and emails
      that gave no job are searched, too.
    </p>
  </EmptyState>
);

type AskProps = { wanted: Wanted; target: TargetRow | null; targets: readonly TargetRow[]; onSearch: (wanted: Wanted) => void };

function Ask({ wanted, target: shown, targets, onSearch }: AskProps) {
  const sources = useCollection('source').rows;
  const names = useFieldNames();
  const [jobId, setJobId] = useState(wanted.jobId);
  const [source, setSource] = useState(wanted.sourceId === null ? '' : String(wanted.sourceId));
  const [target, setTarget] = useState(wanted.targetId === null ? '' : String(wanted.targetId));
  const [problem, setProblem] = useState<string | null>(null);
  const search = () => {
    const checked = findJobCall.args.shape.jobId.safeParse(jobId);
    if (!checked.success) return setProblem(checked.error.issues[0]?.message ?? null);
    onSearch({ jobId: checked.data, sourceId: idIn(source), targetId: idIn(target) });
  };
  const named = (rows: readonly { readonly id: number; readonly name: string }[]) =>
    rows.map(({ id, name }) => ({ id: String(id), name }));
  const offered = pickable(targets);
  const bound = { onBlur: () => undefined, error: undefined };
  return (
    <form className="find-job-ask" noValidate onSubmit={submitting(search)}>
      <TextInput
        label={requiredLabel(names.of('providerJobId', 'Job ID'))}
        autoComplete="off"
        autoFocus={wanted.jobId === ''}
        value={jobId}
        error={problem}
        onChange={(event) => {
          setJobId(event.currentTarget.value);
          setProblem(null);
        }}
      />
      <ReferenceField
        label={names.of('source')}
        placeholder="All sources"
        choices={named(sources)}
        value={source}
        onChange={setSource}
        name="source"
        data-path="source"
        {...bound}
      />
      {offered.length > 1 && (
        <ReferenceField
          label="Target"
          placeholder={shown?.name ?? ''}
          choices={named(offered)}
          value={target}
          onChange={setTarget}
          name="target"
          data-path="target"
          {...bound}
        />
      )}
      <Button type="submit">Find job</Button>
    </form>
  );
}

function Found({ wanted, target }: { wanted: Wanted; target: TargetRow | null }) {
  const { customer } = useSession();
  const { jobId, sourceId } = wanted;
  const answer = useReply(findJobCall, { cust: customer.id, jobId, sourceId: sourceId ?? -1, targetId: target?.id ?? -1 });
  const { reply, problem, failure, refresh } = answer;
  if (failure?.kind === 'offline' || failure?.kind === 'timeout')
    return <OnDevice wanted={wanted} target={target} refresh={refresh} />;
  if (reply === null) return problem === null ? <Waiting /> : <AsOf {...answer} />;
  if (reply.found.length === 0) return <NotFound jobId={jobId} />;
  return (
    <>
      <ul className="find-job-found" aria-label={`Results for ${jobId}`}>
        {reply.found.map((found) => (
          <FoundCard key={`${found.kind} ${found.id} ${found.taskId} ${found.mailId} ${found.source}`} found={found} />
        ))}
      </ul>
      {reply.isCut && <p className="muted">Only the first {mostFound} are shown. Choose a source to see fewer.</p>}
    </>
  );
}

const NotFound = ({ jobId }: { jobId: string }) => (
  <EmptyState kind="no-match" title={`Nothing has the ID ${jobId}`}>
    <p>
      It is no job of this customer, no refused row of a recent run, and in none of the newest emails that wait or gave no job.
      Check the ID, or choose all sources.
    </p>
  </EmptyState>
);

/** What this device knows without the service. */
function OnDevice({ wanted, target, refresh }: { wanted: Wanted; target: TargetRow | null; refresh: () => void }) {
  const { jobId, sourceId } = wanted;
  const jobs = useWatched(
    JSON.stringify(['find job', jobId, sourceId]),
    (store): Promise<JobRow[]> => findJobs(store, jobId, sourceId),
    ({ changes }) => changes.some(({ collection }) => collection === 'job'),
  );
  const problem =
    'No connection: this is what the device knows. Refused rows, emails without a job, removed jobs, and what was sent to the ATS are not searched.';
  return (
    <>
      <AsOf at={null} problem={problem} refresh={refresh} />
      {!jobs.ready && <Waiting />}
      {jobs.ready && jobs.value.length === 0 && (
        <EmptyState kind="no-match" title={`No job on this device has the ID ${jobId}`} />
      )}
      {jobs.ready && jobs.value.length > 0 && (
        <ul className="find-job-found" aria-label={`Results for ${jobId}`}>
          {jobs.value.map((job) => (
            <DeviceJob key={job.id} job={job} target={target} />
          ))}
        </ul>
      )}
    </>
  );
}
