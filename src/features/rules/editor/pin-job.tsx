import { useState } from 'react';
import { localIdOf } from '#domain/commands/local-id.ts';
import { applyRules } from '#domain/rules/apply-rules.ts';
import { preparationOn } from '#domain/rules/grounds.ts';
import { valueIn } from '#domain/rules/job-run.ts';
import { prepareRules } from '#domain/rules/prepare-rules.ts';
import { useChanges } from '#src/entities/change/use-changes.ts';
import { useRow } from '#src/sync/hooks/use-row.ts';
import { useUnsavedWork } from '#src/ui/unsaved/unsaved-work.ts';
import type { LabQuestion } from '#src/workers/rules/rule-lab.ts';

/** Pins a job with its outcome under the saved rules. A later rule change that changes the outcome asks for confirmation. */
export function PinJob({ question, jobId }: { question: LabQuestion; jobId: number }) {
  const { row: job } = useRow('job', jobId);
  const changes = useChanges();
  const [name, setName] = useState<string | null>(null);
  useUnsavedWork(name !== null && name !== (job?.title ?? job?.providerJobId), { what: 'the name of the pinned job' });
  const pinned = question.pinned.find((pinned) => pinned.jobId === jobId);
  if (!job) return null;
  if (pinned) {
    const unpin = () =>
      changes.make('ruleTestCase.remove.v1', { id: pinned.id, ref: pinned.ref }, () => `${pinned.name} unpinned`);
    return (
      <button type="button" className="link-button" onClick={() => void unpin()}>
        Unpin “{pinned.name}”
      </button>
    );
  }
  const pin = async (called: string) => {
    const rules = prepareRules(question.rules, preparationOn(question.grounds, 'collection'));
    const outcome = applyRules(job, rules).job;
    const expected = Object.fromEntries(Object.keys(outcome.ruled).map((key) => [key, valueIn(outcome, key, rules)]));
    const ref = crypto.randomUUID();
    const { done } = await changes.make(
      'ruleTestCase.save.v1',
      { id: localIdOf(ref), ref, jobId, name: called, expected },
      () => `${called} pinned`,
    );
    if (done.length > 0) setName(null);
  };
  if (name === null) {
    return (
      <button type="button" className="link-button" onClick={() => setName(job.title ?? job.providerJobId)}>
        Pin this outcome…
      </button>
    );
  }
  return (
    <form
      className="rule-variable"
      onSubmit={(event) => {
        event.preventDefault();
        if (name.trim() !== '') void pin(name.trim());
      }}
    >
      <input aria-label="Pinned job name" value={name} onChange={(event) => setName(event.currentTarget.value)} />
      <button type="submit" className="link-button">
        Pin
      </button>
    </form>
  );
}
