import { Button, Checkbox } from '@mantine/core';
import { type ReactNode, useMemo, useState } from 'react';
import type { EditableField } from '#contract/commands/job.ts';
import { maxIdsPerCommand } from '#contract/commands/row-ids.ts';
import type { LostLine } from '#domain/staging/fill/match-block.ts';
import { fillCommands, type PlanLine, planCounts, planEdits, type Wanted } from '#domain/staging/fill/plan-edits.ts';
import { useChanges } from '#src/entities/change/use-changes.ts';
import { counted } from '#src/ui/format/format.ts';
import { useUnsavedWork } from '#src/ui/unsaved/unsaved-work.ts';
import { Lines, leftOut, PlanList } from './plan-list.tsx';
import type { NamedJob } from './use-fill-jobs.ts';

type Props = {
  readonly title: string;
  readonly wanted: readonly Wanted[];
  readonly lost?: readonly LostLine[];
  readonly jobs: ReadonlyMap<number, NamedJob>;
  /** Whether there is something to decide about; before that, leaving loses nothing. */
  readonly isReady: boolean;
  readonly onDone: () => void;
  readonly onClose: () => void;
  /** The fields that decide what to fill. */
  readonly children: ReactNode;
};

const noLines: readonly LostLine[] = [];

/** What a fill would do, value by value, then the fill: one change for a person, with one undo. */
export function PlanReview({ title, wanted, lost = noLines, jobs, isReady, onDone, onClose, children }: Props) {
  const changes = useChanges();
  const [replacesLocked, setReplacesLocked] = useState(false);
  const [left, setLeft] = useState<readonly PlanLine[] | null>(null);
  const [busy, setBusy] = useState(false);
  useUnsavedWork(isReady && left === null, { what: title });
  const lines = useMemo(() => planEdits(wanted, { replacesLocked }), [wanted, replacesLocked]);
  const { change, jobs: count, refused } = planCounts(lines);
  const locked = wanted.filter(({ job, field }) => job.locks[field]).length;
  const refusals = refused + lost.length;
  const fill = async () => {
    setBusy(true);
    const done = (changed: number) => `${counted(change, 'value')} of ${counted(changed, 'job')} set`;
    const outcome = await changes.makeEach('job.fill.v1', fillCommands(lines, maxIdsPerCommand), done);
    setBusy(false);
    if (outcome.done.length === 0) return;
    onDone();
    if (refusals === 0 && outcome.notSaved === null) return onClose();
    setLeft(leftOutOf(lines, new Set(outcome.done)));
  };
  if (left) return <LeftOut lines={left} lost={lost} jobs={jobs} onClose={onClose} />;
  return (
    <>
      {children}
      {locked > 0 && (
        <Checkbox
          label={`Also replace ${counted(locked, 'value')} set by hand`}
          checked={replacesLocked}
          onChange={(event) => setReplacesLocked(event.currentTarget.checked)}
        />
      )}
      {isReady && <PlanList lines={lines} lost={lost} jobs={jobs} />}
      <div className="post-foot">
        <Button disabled={!isReady || change === 0 || busy} loading={busy} onClick={() => void fill()}>
          {change === 0 ? 'Nothing to set' : `Set ${counted(change, 'value')} of ${counted(count, 'job')}`}
        </Button>
        <Button variant="default" onClick={onClose}>
          Cancel
        </Button>
        <p className="muted">
          {isReady && refusals > 0 ? `${refusals.toLocaleString('en-US')} left out: these stay as they are. ` : ''}
          You can undo all of it at once. A value set here is locked against collection and rules.
        </p>
      </div>
    </>
  );
}

/** The lines that were not carried out: refused before, or of jobs that the change could not reach. */
const leftOutOf = (lines: readonly PlanLine[], done: ReadonlySet<number>): PlanLine[] =>
  lines.flatMap((line): PlanLine[] => {
    if (line.kind === 'refused') return [line];
    if (line.kind === 'same' || done.has(line.jobId)) return [];
    const { jobId, field, old } = line;
    return [{ jobId, field, old, kind: 'refused', why: 'This job was not changed. Try it again.' }];
  });

/** After a fill: what stayed as it was, with the remedy. */
function LeftOut({ lines, lost, jobs, onClose }: Pick<Props, 'jobs' | 'onClose'> & LeftOutLines) {
  return (
    <>
      <p role="status">The other values are set. {counted(lines.length + lost.length, 'line was', 'lines were')} left out:</p>
      <Lines shown={leftOut(lines, lost)} jobs={jobs} label="Left out" none="" />
      <div className="action-foot">
        <Button onClick={onClose} data-autofocus>
          Close
        </Button>
      </div>
    </>
  );
}
type LeftOutLines = { readonly lines: readonly PlanLine[]; readonly lost: readonly LostLine[] };

/** The jobs of a fill by id. */
export const byId = (jobs: readonly NamedJob[]): ReadonlyMap<number, NamedJob> => new Map(jobs.map((one) => [one.job.id, one]));

/** The choices of a field to fill. */
export const fieldChoices = (fields: readonly EditableField[], labelOf: (field: string) => string) =>
  fields.map((field) => ({ value: field, label: labelOf(field) }));
