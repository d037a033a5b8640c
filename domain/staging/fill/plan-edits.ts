import type { CommandArgs } from '#contract/commands/commands.ts';
import type { EditableField } from '#contract/commands/job.ts';
import type { JobRow, Lock } from '#contract/rows/jobs.ts';
import { fieldKeyed } from '../../fields/catalogue.ts';
import { textOf } from '../../fields/values.ts';
import { endDateOf } from '../../jobs/end-date.ts';
import type { FillValue } from './fill-fields.ts';
import type { ReadCell } from './read-cell.ts';

/** What a plan has to know of a job. `isOver`: it is in the ATS and closed there, so the ATS takes no more changes of it. */
export type FillJob = Readonly<Record<EditableField, FillValue | null>> &
  Pick<JobRow, 'id' | 'endDate'> & {
    readonly locks: Readonly<Record<string, Pick<Lock, 'by'>>>;
    readonly isOver: boolean;
  };

/** What the grid knows of a job that a fill needs. */
type JobState = Pick<JobRow, EditableField | 'id' | 'endDate' | 'locks' | 'status' | 'postState' | 'externalJobId'>;

/** A job as a plan needs it. */
export function fillJobOf({ status, postState, externalJobId, ...job }: JobState): FillJob {
  const isPosted = externalJobId !== null || postState === 'done';
  return { ...job, isOver: isPosted && (status === 'Filled' || status === 'Closed' || status === 'Cancelled') };
}

/** One cell to fill: what to make of the job's value, and where it was pasted from. */
export type Wanted = {
  readonly job: FillJob;
  readonly field: EditableField;
  readonly cell: ReadCell;
  /** The line of the pasted block, from 1; absent for a fill of the selected jobs. */
  readonly line?: number;
};

/**
 * One line of the preview. `change`: the value is set. `same`: the job has it already, or the cell is blank, so nothing is done.
 * `refused`: the job keeps its value, and `why` says in a sentence what to do.
 */
export type PlanLine = {
  readonly jobId: number;
  readonly field: EditableField;
  readonly old: FillValue | null;
  readonly line?: number;
} & Outcome;

type Outcome =
  | { readonly kind: 'change'; readonly next: FillValue }
  | { readonly kind: 'same' }
  | { readonly kind: 'refused'; readonly why: string };

export type PlanOptions = { /** Whether values that a person set by hand are replaced too. */ readonly replacesLocked: boolean };

/** Decides every cell: each is exactly one line of the plan, in the order given. */
export function planEdits(wanted: readonly Wanted[], options: PlanOptions): PlanLine[] {
  const firsts = new Map<string, Wanted>();
  for (const one of wanted) {
    const key = cellKey(one.job, one.field);
    if (one.cell.kind === 'value' && !firsts.has(key)) firsts.set(key, one);
  }
  return wanted.map((one) => {
    const { job, field, line, cell } = one;
    const at = { jobId: job.id, field, old: job[field], ...(line !== undefined && { line }) };
    const first = firsts.get(cellKey(job, field));
    if (cell.kind !== 'value' || first === one) return { ...at, ...outcomeOf(one, firsts, options) };
    return { ...at, kind: 'refused', why: `Row ${first?.line ?? 1} sets it already. Keep one of the two.` };
  });
}

const cellKey = (job: FillJob, field: EditableField): string => `${job.id} ${field}`;

const refused = (why: string): Outcome => ({ kind: 'refused', why });

function outcomeOf({ job, field, cell }: Wanted, firsts: ReadonlyMap<string, Wanted>, options: PlanOptions): Outcome {
  if (cell.kind === 'blank') return { kind: 'same' };
  if (cell.kind === 'refused') return refused(cell.why);
  if (job[field] === cell.value) return { kind: 'same' };
  if (job.isOver) return refused('The job is closed in the ATS, which takes no more changes of it. Reopen the job first.');
  const lock = job.locks[field];
  if (lock && !options.replacesLocked) return refused(`${lock.by} set this by hand. Unlock it, or replace values set by hand.`);
  if (field === 'startDate') {
    const beside = firsts.get(cellKey(job, 'durationDays'));
    const set = beside && outcomeOf(beside, firsts, options);
    const end = endBefore(job, String(cell.value), set?.kind === 'change' ? set.next : job.durationDays);
    if (end !== null)
      return refused(`The job ends on ${textOf(end, fieldKeyed('endDate'))}, before this start. Set its duration too.`);
  }
  return { kind: 'change', next: cell.value };
}

/** The end of a job if it lies before its new start. A job without a duration keeps its end. */
function endBefore(job: FillJob, start: string, duration: FillValue | null): string | null {
  const end = endDateOf(start, duration === null ? null : Number(duration)) ?? job.endDate;
  return end !== null && end < start ? end : null;
}

/** How many lines of each kind a plan has. */
export function planCounts(lines: readonly PlanLine[]): Readonly<Record<PlanLine['kind'], number>> & { readonly jobs: number } {
  const of = (kind: PlanLine['kind']) => lines.filter((line) => line.kind === kind);
  const change = of('change');
  return {
    change: change.length,
    same: of('same').length,
    refused: of('refused').length,
    jobs: new Set(change.map(({ jobId }) => jobId)).size,
  };
}

/** The commands that carry out a plan, each for at most `jobsEach` jobs. */
export function fillCommands(lines: readonly PlanLine[], jobsEach: number): CommandArgs<'job.fill.v1'>[] {
  const sets = new Map<number, Record<string, FillValue>>();
  for (const line of lines)
    if (line.kind === 'change') sets.set(line.jobId, { ...sets.get(line.jobId), [line.field]: line.next });
  const all = [...sets];
  return Array.from({ length: Math.ceil(all.length / jobsEach) }, (_, i) => {
    const part = all.slice(i * jobsEach, (i + 1) * jobsEach);
    return { ids: part.map(([id]) => id), edits: Object.fromEntries(part.map(([id, set]) => [id, { set }])) };
  });
}
