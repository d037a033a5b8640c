import { useEffect, useState } from 'react';
import { Link } from 'react-router-dom';
import { messages } from '#contract/kit/messages.ts';
import type { TraceEntry } from '#domain/rules/apply-rules.ts';
import { findJob } from '#src/entities/job/find-job.ts';
import { TraceView } from '#src/entities/rule/trace-view.tsx';
import { useLocalStore } from '#src/sync/hooks/local-store.ts';
import { submitting } from '#src/ui/form/submitting.ts';
import { pathTo } from '#src/ui/screen/path-to.ts';
import type { LabAnswer, LabExample, LabQuestion } from '#src/workers/rules/rule-lab.ts';
import { labClientOf } from '#src/workers/store-workers.ts';
import { PinJob } from './pin-job.tsx';
import type { LabState } from './use-lab.ts';

/** Jobs that the draft changes, before and after. Each expands to the trace of every rule. */
export function LabExamples({ lab, answer }: { lab: LabState; answer: LabAnswer }) {
  const { store } = useLocalStore();
  const [jobId, setJobId] = useState('');
  const [open, setOpen] = useState<number | null>(null);
  const listed = [...answer.examples, ...answer.unchanged];
  const asked = open !== null && !listed.some(({ id }) => id === open) ? open : null;
  return (
    <div className="lab-examples">
      <form className="rule-variable" onSubmit={submitting(() => findJob(store, jobId).then((job) => setOpen(job?.id ?? 0)))}>
        <input
          aria-label="Job ID to test"
          placeholder="Job ID"
          value={jobId}
          onChange={(event) => setJobId(event.currentTarget.value)}
        />
        <button type="submit" className="link-button">
          Trace job
        </button>
      </form>
      {asked !== null && <Traced key={asked} lab={lab} id={asked} />}
      <h3>Before and after</h3>
      {answer.examples.length === 0 && <p className="muted">No jobs on this device change.</p>}
      <ExampleList {...{ lab, open, setOpen }} examples={answer.examples} />
      {answer.unchanged.length > 0 && (
        <>
          <h3>Match, no change</h3>
          <ExampleList {...{ lab, open, setOpen }} examples={answer.unchanged} />
        </>
      )}
    </div>
  );
}

type ExampleListProps = {
  readonly lab: LabState;
  readonly examples: readonly LabExample[];
  readonly open: number | null;
  readonly setOpen: (id: number | null) => void;
};

function ExampleList({ lab, examples, open, setOpen }: ExampleListProps) {
  return (
    <ul className="lab-list">
      {examples.map(({ id, providerJobId, title, facility, changes }) => (
        <li key={id}>
          <button
            type="button"
            className="plain-button"
            aria-expanded={open === id}
            onClick={() => setOpen(open === id ? null : id)}
          >
            <strong>{providerJobId}</strong> <span className="muted">{[title, facility].filter(Boolean).join(' · ')}</span>
            {changes.map(({ key, label, before, after }) => (
              <span key={key} className="rule-change">
                {label}: <del>{before || '—'}</del> → <ins>{after || '—'}</ins>
              </span>
            ))}
          </button>
          {open === id && <Traced lab={lab} id={id} />}
        </li>
      ))}
    </ul>
  );
}

/** The trace of one job, loaded when the job is expanded. */
function Traced({ lab, id }: { lab: LabState; id: number }) {
  const { store } = useLocalStore();
  const [trace, setTrace] = useState<readonly TraceEntry[] | null | undefined>(undefined);
  const question = JSON.stringify([lab.question, id]);
  useEffect(() => {
    let stale = false;
    const [wanted, job] = JSON.parse(question) as [LabQuestion, number];
    labClientOf(store)
      .trace(wanted, job)
      .then((found) => !stale && setTrace(found))
      .catch(() => !stale && setTrace(null));
    return () => {
      stale = true;
    };
  }, [store, question]);
  if (trace === undefined) return null;
  if (trace === null) return <p className="muted">{messages.jobNotFound} It is not on this device.</p>;
  return (
    <div className="lab-trace">
      <TraceView trace={trace} />
      <p className="lab-trace-actions">
        <Link to={pathTo('/staging/:pg?/:all?', {}, { open: `job:${id}` })}>Open job</Link>
        <PinJob question={lab.question} jobId={id} />
      </p>
    </div>
  );
}
